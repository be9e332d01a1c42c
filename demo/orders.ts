import { limits } from '#domain/limits.ts'
import { splitDiscount, totalsOf } from '#domain/order-rules.ts'
import type { orderBuyers, orderLines, orderSellers, orders } from '#server/database/tables/orders.ts'
import type { refunds, salesEntries } from '#server/database/tables/sales.ts'
import { type Buyer, makeBuyers } from './buyers.ts'
import { hourMs } from './calendar.ts'
import type { People, User } from './people.ts'
import { isOnSale, priceAt } from './products.ts'
import { type Random, random } from './random.ts'
import { idAt, type Story } from './story.ts'
import type { Made } from './walk.ts'
import { carriers } from './words/names.ts'
import { type Making, yearDays } from './world.ts'

type Order = typeof orders.$inferSelect
type Line = typeof orderLines.$inferSelect
type Entry = Omit<typeof salesEntries.$inferSelect, 'id'>

export type Orders = {
  orders: Order[]
  buyers: (typeof orderBuyers.$inferSelect)[]
  lines: Line[]
  sellers: (typeof orderSellers.$inferSelect)[]
  refunds: (typeof refunds.$inferSelect)[]
  /** The ledger, in the order of its days. */
  entries: Entry[]
}

/** Under this name the storefront's key stands in the history. */
export const keyName = 'Storefront'
const byKey = { key: keyName }

/** `until`: since when a seller is suspended, so that an admin ships what is open. */
type About = { making: Making; admins: readonly User[]; chance: Random; story: Story; made: Orders; until: ReadonlyMap<string, number> }

/** A year of orders: more every month, most in the weeks before Christmas, fewest in summer, Sundays and Mondays ahead of the others. */
export function makeOrders(making: Making, { admins, sellers }: People, products: readonly Made[]): Orders {
  const chance = random('orders')
  const made: Orders = { orders: [], buyers: [], lines: [], sellers: [], refunds: [], entries: [] }
  const until = new Map(sellers.map((seller) => [seller.user.id, seller.until]))
  const about = { making, admins, chance, story: making.story, made, until }
  const buyers = makeBuyers(Math.ceil(making.size.orders / 2.4))
  const sellable = products.filter(({ onSale }) => onSale.length > 0)
  const liked = new Map(sellable.map((one) => [one, chance.next() ** 4 + 0.02]))
  for (const [place, at] of moments(making, chance).entries()) {
    const open = sellable.filter((one) => isOnSale(one, at))
    if (open.length === 0) continue
    const basket = pickBasket(open, (one) => liked.get(one) ?? 0, chance)
    // Who bought before buys again more often than not.
    placeOrder(about, {
      number: limits.order.firstNumber + made.orders.length,
      external: `HH-${100_200 + place}`,
      at,
      basket,
      buyer: chance.pick(buyers),
    })
  }
  made.entries.sort((one, other) => one.at.getTime() - other.at.getTime())
  return made
}

const monthly = [0.86, 0.88, 0.94, 0.98, 1, 0.9, 0.78, 0.8, 0.98, 1.08, 1.42, 1.62] as const
const weekly = [1.25, 1.15, 0.98, 0.95, 0.94, 0.9, 0.85] as const

/** When orders come in, in their order; a few of them today. */
function moments({ calendar, size }: Making, chance: Random): number[] {
  const days = Array.from({ length: yearDays }, (_, ago) => {
    const season = (monthly[calendar.month(ago)] ?? 1) * (weekly[calendar.weekday(ago)] ?? 1)
    return { ago, weight: season * (1.35 - ago / yearDays) * (0.8 + 0.4 * chance.next()) }
  })
  const sum = days.reduce((total, { weight }) => total + weight, 0)
  const times = days.flatMap(({ ago, weight }) => {
    const wanted = (size.orders * weight) / sum
    const count = ago === 0 ? Math.max(3, Math.floor(wanted * 0.6)) : Math.floor(wanted + chance.next())
    return Array.from({ length: count }, () => calendar.at(ago, ago === 0 ? 0.05 + 0.9 * chance.next() : hourOf(chance) / 24))
  })
  return times.toSorted((one, other) => one - other)
}

/** Busy at noon and in the evening. */
const hourOf = (chance: Random) =>
  Math.min(23.9, Math.max(0.1, (chance.chance(0.4) ? 12.5 : 20) + 2.4 * (chance.next() + chance.next() + chance.next() - 1.5)))

type Wanted = { product: Made; quantity: number }

function pickBasket(open: readonly Made[], likes: (one: Made) => number, chance: Random): Wanted[] {
  const count = chance.weighted([1, 2, 3, 4, 5], (lines) => [0, 52, 27, 13, 6, 2][lines] ?? 0)
  const picked = new Set(Array.from({ length: count }, () => chance.weighted(open, likes)))
  return [...picked].map((product) => ({ product, quantity: chance.weighted([1, 2, 3, 4], (pieces) => [0, 78, 15, 4, 3][pieces] ?? 0) }))
}

type Placing = { number: number; external: string; at: number; basket: readonly Wanted[]; buyer: Buyer }

function placeOrder(about: About, { number, external, at, basket, buyer }: Placing): void {
  const { chance, story, made } = about
  const id = idAt(at, chance)
  const placedAt = new Date(at)
  const priced = basket.map(({ product, quantity }) => ({ product, quantity, unitPrice: priceAt(product, at) }))
  const items = priced.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  const discount = chance.chance(0.09) ? Math.floor((items * chance.pick([5, 10, 15])) / 100) : 0
  const shipping = items - discount >= 15_000 ? 0 : chance.pick([490, 490, 690, 990])
  const tax = buyer.taxed ? Math.round(((items - discount) * 8) / 100) : 0
  const totals = totalsOf({ lines: priced, shipping, tax, discount })
  if ('problem' in totals) throw new Error(`The order ${number} does not add up.`)
  const shares = splitDiscount(
    discount,
    priced.map(({ quantity, unitPrice }) => quantity * unitPrice),
  )
  const lines = priced.map(({ product, quantity, unitPrice }, place): Line => {
    const { row, seller } = product
    const sold = {
      productId: row.id,
      sellerId: seller.user.id,
      title: row.title,
      sku: row.sku,
      category: row.category,
      unitPrice,
      quantity,
    }
    const later = { carrier: '', tracking: '', shippedAt: null, deliveredAt: null, cancelledAt: null }
    return {
      id: idAt(at, chance),
      orderId: id,
      at: place,
      ...sold,
      discount: shares[place] ?? 0,
      status: 'open',
      tookStock: true,
      ...later,
    }
  })
  const order: Order = {
    ...{
      id,
      number: String(number),
      source: 'shop',
      externalId: external,
      ...totals,
      shipping,
      tax,
      discount,
      cancelled: 0,
      paid: 0,
      refunded: 0,
    },
    ...{ paymentStatus: 'unpaid', units: basket.reduce((sum, { quantity }) => sum + quantity, 0) },
    ...{ openLines: 0, shippedLines: 0, deliveredLines: 0, cancelledLines: 0, placedAt, paidAt: null, createdAt: placedAt },
  }
  made.orders.push(order)
  made.lines.push(...lines)
  made.buyers.push({
    orderId: id,
    name: buyer.name,
    email: buyer.email,
    address: buyer.address,
    search: [order.number, buyer.name, buyer.email].join(' '),
    placedAt,
    erasedAt: null,
  })
  story.tell(at, 'order.placed', {
    itemId: id,
    ownerId: null,
    actorId: null,
    title: order.number,
    after: { total: order.total, source: order.source, ...byKey },
  })
  for (const line of lines) enter(made, at, 'placed-line', order, { line, amount: 0, units: line.quantity })
  live(about, order, lines)
  made.sellers.push(...sellersOf(order, lines))
}

type Money = { line?: Line; amount: number; units?: number }

function enter(made: Orders, at: number, kind: Entry['kind'], { id: orderId }: Order, { line, amount, units = 0 }: Money): void {
  const of = line
    ? { lineId: line.id, productId: line.productId, sellerId: line.sellerId, category: line.category }
    : { lineId: null, productId: null, sellerId: null, category: null }
  made.entries.push({ at: new Date(at), kind, orderId, ...of, amount, units, createdAt: new Date(at) })
}

/** What becomes of an order until the end of yesterday; today's stand as they came. */
function live(about: About, order: Order, lines: readonly Line[]): void {
  const { chance, making } = about
  const [at, end] = [order.placedAt.getTime(), making.calendar.midnight(0)]
  const paysLater = chance.chance(0.07)
  const paidAt = paysLater ? at + chance.around(40, 0.5) * hourMs : at + chance.int(20, 150) * 1000
  const neverPays = paysLater && chance.chance(0.25)
  if (neverPays) {
    const givenUp = at + 10 * 24 * hourMs
    if (givenUp < end) cancel(about, order, lines, givenUp, 'It was not paid within ten days.')
  } else if (paidAt < (at >= end ? making.calendar.now : end)) {
    pay(about, order, lines, paidAt)
    if (at < end) fulfil(about, order, lines, { paidAt, end })
  }
  const of = (status: Line['status']) => lines.filter((line) => line.status === status).length
  Object.assign(order, {
    openLines: of('open'),
    shippedLines: of('shipped'),
    deliveredLines: of('delivered'),
    cancelledLines: of('cancelled'),
  })
}

function pay({ story, made }: About, order: Order, lines: readonly Line[], at: number): void {
  Object.assign(order, { paymentStatus: 'paid', paid: order.total, paidAt: new Date(at) })
  for (const line of lines)
    enter(made, at, 'paid-line', order, { line, amount: line.unitPrice * line.quantity - line.discount, units: line.quantity })
  if (order.shipping > 0) enter(made, at, 'shipping', order, { amount: order.shipping })
  if (order.tax > 0) enter(made, at, 'tax', order, { amount: order.tax })
  const changed = {
    fields: ['paymentStatus'],
    before: { paymentStatus: 'unpaid' },
    after: { paymentStatus: 'paid', amount: order.paid, ...byKey },
  }
  story.tell(at, 'order.paid', { itemId: order.id, ownerId: null, actorId: null, title: order.number, ...changed })
}

/** Each seller sends his lines together; now and then one cannot, and money goes back. */
function fulfil(about: About, order: Order, lines: readonly Line[], { paidAt, end }: { paidAt: number; end: number }): void {
  const { chance } = about
  for (const own of Map.groupBy(lines, ({ sellerId }) => sellerId).values()) {
    const sentAt = paidAt + chance.around(26, 0.7) * hourMs
    if (sentAt >= end) continue
    if (chance.chance(0.025)) {
      cancel(
        about,
        order,
        own,
        sentAt,
        chance.pick(['The last one broke while it was packed.', 'The seller cannot send it in time.', 'The buyer changed his mind.']),
      )
      const amount = own.reduce((sum, line) => sum + line.unitPrice * line.quantity - line.discount, 0)
      if (sentAt + hourMs < end) refund(about, order, amount, sentAt + hourMs, 'Cancelled lines.')
      continue
    }
    ship(about, order, own, sentAt)
    const arrivedAt = sentAt + chance.around(66, 0.45) * hourMs
    if (arrivedAt < end) deliver(about, order, own, arrivedAt)
    const back = arrivedAt + chance.around(90, 0.4) * hourMs
    if (back < end && chance.chance(0.022)) {
      const [line] = own
      const amount = line ? line.unitPrice * line.quantity - line.discount : 0
      refund(
        about,
        order,
        chance.chance(0.3) ? Math.ceil(amount / 4) : amount,
        back,
        chance.pick(['Sent back unused.', 'Arrived damaged.', 'A part was missing.']),
      )
    }
  }
}

const moved = (line: Line, status: Line['status'], more: Record<string, unknown> = {}) => ({
  fields: ['status'],
  before: { line: line.id, status: line.status },
  after: { line: line.id, title: line.title, quantity: line.quantity, status, ...more },
})

function ship({ admins, chance, story, until }: About, order: Order, lines: readonly Line[], at: number): void {
  const [carrier, tracking] = [chance.pick(carriers), `${chance.pick(['JD', 'RR', '00', 'CX'])}${chance.int(100_000_000, 999_999_999)}`]
  for (const line of lines) {
    const actorId = at < (until.get(line.sellerId) ?? at + 1) ? line.sellerId : (admins[0]?.id ?? null)
    story.tell(at, 'order.shipped', {
      itemId: order.id,
      ownerId: line.sellerId,
      actorId,
      title: order.number,
      ...moved(line, 'shipped', { carrier, tracking }),
    })
    Object.assign(line, { status: 'shipped', carrier, tracking, shippedAt: new Date(at) })
  }
}

function deliver({ story }: About, order: Order, lines: readonly Line[], at: number): void {
  for (const line of lines) {
    story.tell(at, 'order.delivered', {
      itemId: order.id,
      ownerId: line.sellerId,
      actorId: null,
      title: order.number,
      ...moved(line, 'delivered', byKey),
    })
    Object.assign(line, { status: 'delivered', deliveredAt: new Date(at) })
  }
}

function cancel({ admins, chance, story, made }: About, order: Order, lines: readonly Line[], at: number, reason: string): void {
  const wasPaid = order.paymentStatus !== 'unpaid'
  const admin = chance.pick(admins)
  for (const line of lines) {
    const worth = line.unitPrice * line.quantity - line.discount
    story.tell(at, 'order.cancelled', {
      itemId: order.id,
      ownerId: line.sellerId,
      actorId: admin.id,
      title: order.number,
      reason,
      ...moved(line, 'cancelled'),
    })
    Object.assign(line, { status: 'cancelled', cancelledAt: new Date(at) })
    order.cancelled += worth
    enter(made, at, 'cancelled-line', order, { line, amount: wasPaid ? -worth : 0, units: wasPaid ? -line.quantity : 0 })
  }
}

function refund({ admins, chance, story, made }: About, order: Order, wanted: number, at: number, reason: string): void {
  const amount = Math.min(wanted, order.paid - order.refunded)
  if (amount <= 0) return
  const admin = chance.pick(admins)
  const before = order.paymentStatus
  order.refunded += amount
  order.paymentStatus = order.refunded === order.paid ? 'refunded' : 'partly_refunded'
  made.refunds.push({ id: idAt(at, chance), orderId: order.id, amount, reason, actorId: admin.id, keyName: null, createdAt: new Date(at) })
  enter(made, at, 'refund', order, { amount })
  const changed = { fields: ['paymentStatus'], before: { paymentStatus: before }, after: { paymentStatus: order.paymentStatus, amount } }
  story.tell(at, 'order.refunded', { itemId: order.id, ownerId: null, actorId: admin.id, title: order.number, reason, ...changed })
}

/** What each seller sees of it. */
function sellersOf(order: Order, lines: readonly Line[]): Orders['sellers'] {
  return [...Map.groupBy(lines, ({ sellerId }) => sellerId)].map(([sellerId, own]) => {
    const of = (status: Line['status']) => own.filter((line) => line.status === status).length
    const sum = (value: (line: Line) => number) => own.reduce((total, line) => total + value(line), 0)
    return {
      ...{ orderId: order.id, sellerId, placedAt: order.placedAt, paymentStatus: order.paymentStatus },
      ...{
        items: sum((line) => line.unitPrice * line.quantity),
        discount: sum(({ discount }) => discount),
        units: sum(({ quantity }) => quantity),
      },
      ...{ openLines: of('open'), shippedLines: of('shipped'), deliveredLines: of('delivered'), cancelledLines: of('cancelled') },
      search: [order.number, ...own.map(({ title }) => title)].join(' '),
    }
  })
}
