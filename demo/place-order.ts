import { splitDiscount, totalsOf } from '#domain/order-rules.ts'
import { foldCase } from '#domain/text.ts'
import type { Buyer } from './buyers.ts'
import { idAt } from './event-log.ts'
import { type About, byKey, enter, type Line, type Order, type Orders } from './order-ledger.ts'
import { live } from './order-life.ts'
import { priceAt } from './products.ts'
import type { Made } from './walk.ts'

/** A quantity of a product. */
export type Wanted = { product: Made; quantity: number }

type Placing = { number: number; external: string; at: number; basket: readonly Wanted[]; buyer: Buyer }

/** An order as it arrived, with everything that happened to it since. */
export function placeOrder(about: About, { number, external, at, basket, buyer }: Placing): void {
  const { chance, eventLog, made } = about
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
    paymentStatus: 'unpaid',
    units: basket.reduce((sum, { quantity }) => sum + quantity, 0),
    openLines: 0,
    shippedLines: 0,
    deliveredLines: 0,
    cancelledLines: 0,
    placedAt,
    paidAt: null,
    createdAt: placedAt,
  }
  made.orders.push(order)
  made.lines.push(...lines)
  made.buyers.push({
    orderId: id,
    name: buyer.name,
    email: buyer.email,
    address: buyer.address,
    search: foldCase([order.number, buyer.name, buyer.email].join(' ')),
    placedAt,
    erasedAt: null,
  })
  eventLog.record(at, 'order.placed', {
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

/** What each seller sees of it. */
function sellersOf(order: Order, lines: readonly Line[]): Orders['sellers'] {
  return [...Map.groupBy(lines, ({ sellerId }) => sellerId)].map(([sellerId, own]) => {
    const of = (status: Line['status']) => own.filter((line) => line.status === status).length
    const sum = (value: (line: Line) => number) => own.reduce((total, line) => total + value(line), 0)
    return {
      orderId: order.id,
      sellerId,
      placedAt: order.placedAt,
      paymentStatus: order.paymentStatus,
      items: sum((line) => line.unitPrice * line.quantity),
      discount: sum(({ discount }) => discount),
      units: sum(({ quantity }) => quantity),
      openLines: of('open'),
      shippedLines: of('shipped'),
      deliveredLines: of('delivered'),
      cancelledLines: of('cancelled'),
      search: [order.number, ...own.map(({ title }) => title)].join(' '),
    }
  })
}
