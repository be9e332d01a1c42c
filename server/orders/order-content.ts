import { AppError } from '#domain/errors.ts'
import type { NewOrder } from '#domain/order.ts'
import { type Totals, totalsOf } from '#domain/order-rules.ts'
import { paidTooEarly } from '#server/orders/record-payment.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** What the check of an order's content is about. */
export type OrderContent = Pick<NewOrder, 'currency' | 'lines' | 'shipping' | 'tax' | 'discount' | 'total' | 'placedAt' | 'paidAt'>

/**
 * Checks the content of an order: its currency, its sums, and that none of its times is before `earliest` or more than `aheadMs` in the future.
 * Returns the totals. Throws `wrong-currency`, `amount-too-high`, `wrong-total`, `invalid-argument`, each with the field.
 */
export function checkContent(order: NewOrder, currency: string): Totals {
  const [problem] = problemsOfContent(order, currency)
  const totals = totalsOf(order)
  if (problem || 'problem' in totals) throw problem
  return totals
}

/** All that is wrong with the content of an order. */
export function problemsOfContent(order: OrderContent, currency: string): AppError[] {
  const totals = totalsOf(order)
  return [
    order.currency === currency
      ? null
      : new AppError('wrong-currency', { field: 'currency', ...refusalText('order-currency', { currency }) }),
    'problem' in totals ? wrongAmount(totals) : null,
    'problem' in totals || totals.total === order.total ? null : doNotAddUp(order, totals, currency),
    ...(['placedAt', 'paidAt'] as const).map((field) => wrongMoment(order, field)),
  ].filter((problem) => problem !== null)
}

const wrongAmount = ({ field, problem }: { field: string; problem: 'too-high' | 'discount-too-high' }) =>
  problem === 'too-high'
    ? new AppError('amount-too-high', { field })
    : new AppError('wrong-total', { field, ...refusalText('order-discount') })

function doNotAddUp({ shipping, tax, discount }: OrderContent, { items, total }: Totals, currency: string): AppError {
  return new AppError('wrong-total', {
    field: 'total',
    ...refusalText('order-sum', { items, shipping, tax, discount, sum: total, currency }),
  })
}

function wrongMoment({ placedAt, paidAt }: OrderContent, field: 'placedAt' | 'paidAt'): AppError | null {
  const moment = field === 'placedAt' ? placedAt : paidAt
  if (moment === undefined) return null
  const at = Date.parse(moment)
  if (at > Date.now() + limits.order.aheadMs) return new AppError('invalid-argument', { field, ...refusalText('in-future') })
  if (at < Date.parse(limits.order.earliest)) return new AppError('invalid-argument', { field, ...refusalText('too-long-ago') })
  return field === 'paidAt' && placedAt !== undefined && at < Date.parse(placedAt) ? paidTooEarly() : null
}
