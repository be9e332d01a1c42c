import { hourMs } from './calendar.ts'
import type { About, Line, Order } from './order-ledger.ts'
import { cancel, deliver, pay, refund, ship } from './order-moves.ts'

/** What happens to an order until the end of yesterday; orders of today stay as they arrived. */
export function live(about: About, order: Order, lines: readonly Line[]): void {
  const { chance, context } = about
  const at = order.placedAt.getTime()
  const end = context.calendar.midnight(0)
  const paysLater = chance.chance(0.07)
  const paidAt = paysLater ? at + chance.around(40, 0.5) * hourMs : at + chance.int(20, 150) * 1000
  const neverPays = paysLater && chance.chance(0.25)
  if (neverPays) {
    const givenUp = at + 10 * 24 * hourMs
    if (givenUp < end) cancel(about, order, lines, givenUp, 'It was not paid within ten days.')
  } else if (paidAt < (at >= end ? context.calendar.now : end)) {
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

/** Each seller ships their lines together; now and then one cannot, and the buyer is refunded. */
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
