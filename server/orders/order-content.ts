import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { formatPrice } from '#domain/money.ts'
import type { NewOrder } from '#domain/order.ts'
import { type Totals, totalsOf } from '#domain/order-rules.ts'
import { paidTooEarly } from '#server/orders/record-payment.ts'

/**
 * Checks the content of an order: its currency, its sums, and that none of its times is before `earliest` or more than `aheadMs` in the future.
 * Returns the totals. Throws `wrong-currency`, `amount-too-high`, `wrong-total`, `invalid-argument`, each with the field.
 */
export function checkContent(order: NewOrder, currency: string, now: number = Date.now()): Totals {
  if (order.currency !== currency) throw new AppError('wrong-currency', { field: 'currency', message: `Use ${currency}.` })
  const totals = totalsOf(order)
  if ('problem' in totals) throw wrongAmount(totals)
  if (totals.total !== order.total) throw doNotAddUp(order, totals, currency)
  for (const field of ['placedAt', 'paidAt'] as const) checkMoment(order, field, now)
  return totals
}

const wrongAmount = ({ field, problem }: { field: string; problem: 'too-high' | 'discount-too-high' }) =>
  problem === 'too-high'
    ? new AppError('amount-too-high', { field })
    : new AppError('wrong-total', { field, message: 'The discount is higher than the items.' })

function doNotAddUp({ shipping, tax, discount }: NewOrder, { items, total }: Totals, currency: string): AppError {
  const [i, s, t, d, sum] = [items, shipping, tax, discount, total].map((amount) => formatPrice(amount, currency))
  return new AppError('wrong-total', { field: 'total', message: `Items ${i} + shipping ${s} + tax ${t} − discount ${d} is ${sum}.` })
}

function checkMoment({ placedAt, paidAt }: NewOrder, field: 'placedAt' | 'paidAt', now: number): void {
  const moment = field === 'placedAt' ? placedAt : paidAt
  if (moment === undefined) return
  const at = Date.parse(moment)
  if (at > now + limits.order.aheadMs) throw new AppError('invalid-argument', { field, message: 'This is in the future.' })
  if (at < Date.parse(limits.order.earliest)) throw new AppError('invalid-argument', { field, message: 'This is too long ago.' })
  if (field === 'paidAt' && placedAt !== undefined && at < Date.parse(placedAt)) throw paidTooEarly()
}
