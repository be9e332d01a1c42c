import { idAt } from './event-log.ts'
import { type About, byKey, enter, type Line, type Order } from './order-ledger.ts'
import { carriers } from './words/names.ts'

/** The storefront reports that all lines are paid. */
export function pay({ eventLog, made }: About, order: Order, lines: readonly Line[], at: number): void {
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
  eventLog.record(at, 'order.paid', { itemId: order.id, ownerId: null, actorId: null, title: order.number, ...changed })
}

const moved = (line: Line, status: Line['status'], more: Record<string, unknown> = {}) => ({
  fields: ['status'],
  before: { line: line.id, status: line.status },
  after: { line: line.id, title: line.title, quantity: line.quantity, status, ...more },
})

/** A seller ships their lines, or an admin does for a suspended seller. */
export function ship({ admins, chance, eventLog, until }: About, order: Order, lines: readonly Line[], at: number): void {
  const carrier = chance.pick(carriers)
  const tracking = `${chance.pick(['JD', 'RR', '00', 'CX'])}${chance.int(100_000_000, 999_999_999)}`
  for (const line of lines) {
    const actorId = at < (until.get(line.sellerId) ?? at + 1) ? line.sellerId : (admins[0]?.id ?? null)
    eventLog.record(at, 'order.shipped', {
      itemId: order.id,
      ownerId: line.sellerId,
      actorId,
      title: order.number,
      ...moved(line, 'shipped', { carrier, tracking }),
    })
    Object.assign(line, { status: 'shipped', carrier, tracking, shippedAt: new Date(at) })
  }
}

/** The storefront reports the delivery. */
export function deliver({ eventLog }: About, order: Order, lines: readonly Line[], at: number): void {
  for (const line of lines) {
    eventLog.record(at, 'order.delivered', {
      itemId: order.id,
      ownerId: line.sellerId,
      actorId: null,
      title: order.number,
      ...moved(line, 'delivered', byKey),
    })
    Object.assign(line, { status: 'delivered', deliveredAt: new Date(at) })
  }
}

/** An admin cancels lines; what was paid for them leaves the sales. */
export function cancel({ admins, chance, eventLog, made }: About, order: Order, lines: readonly Line[], at: number, reason: string): void {
  const wasPaid = order.paymentStatus !== 'unpaid'
  const admin = chance.pick(admins)
  for (const line of lines) {
    const worth = line.unitPrice * line.quantity - line.discount
    eventLog.record(at, 'order.cancelled', {
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

/** Refunds an amount, at most what is left of the payment. */
export function refund({ admins, chance, eventLog, made }: About, order: Order, wanted: number, at: number, reason: string): void {
  const amount = Math.min(wanted, order.paid - order.refunded)
  if (amount <= 0) return
  const admin = chance.pick(admins)
  const before = order.paymentStatus
  order.refunded += amount
  order.paymentStatus = order.refunded === order.paid ? 'refunded' : 'partly_refunded'
  made.refunds.push({ id: idAt(at, chance), orderId: order.id, amount, reason, actorId: admin.id, keyName: null, createdAt: new Date(at) })
  enter(made, at, 'refund', order, { amount })
  const changed = { fields: ['paymentStatus'], before: { paymentStatus: before }, after: { paymentStatus: order.paymentStatus, amount } }
  eventLog.record(at, 'order.refunded', { itemId: order.id, ownerId: null, actorId: admin.id, title: order.number, reason, ...changed })
}
