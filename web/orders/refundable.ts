import { type ErrorCode, errors } from '#domain/errors.ts'
import type { Order, OrderLine } from '#domain/order.ts'
import { isCancelled, type PaymentStatus, whyNotPayment } from '#domain/order-rules.ts'
import type { Actor } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Sold = Pick<OrderLine, 'unitPrice' | 'quantity' | 'discount' | 'cancelledAt'>
type Named = Pick<OrderLine, 'quantity' | 'title'>
type Paid = Pick<Order, 'paymentStatus' | 'paid' | 'refunded' | 'paidAt'>
type WithLines = Paid & { lines: readonly (Sold & Named)[] } & Pick<Order, 'counts' | 'total' | 'refunds'>

/** What the buyer paid for a line, without shipping and tax, which belong to the whole order. */
export const amountOf = ({ unitPrice, quantity, discount }: Sold): number => unitPrice * quantity - discount

/** The reason why nothing of an order can be refunded; null if something can. */
export function whyNoRefund(actor: Actor, paymentStatus: PaymentStatus): string | null {
  const code: ErrorCode | null = whyNotPayment(actor, 'refund', paymentStatus)
  if (code !== 'wrong-status') return code && errors[code].message
  return t(paymentStatus === 'unpaid' ? 'orders.refund.unpaid' : 'orders.refund.all')
}

/**
 * What to refund for one line: its amount, or what is left of the payment if that is less. A refund is of the whole order (product §5), so
 * that nothing says which lines former refunds were for.
 */
export function refundOf(actor: Actor, order: Paid, line: Sold): { amount: number; why: string | undefined } {
  const amount = Math.min(amountOf(line), order.paid - order.refunded)
  const why = whyNoRefund(actor, order.paymentStatus) ?? (wasNotPaid(order, line) ? t('orders.refund.cancelledUnpaid') : null)
  return { amount, why: why ?? (amount > 0 ? undefined : t('orders.refund.nothing')) }
}

const wasNotPaid = ({ paidAt }: Paid, { cancelledAt }: Sold) => cancelledAt !== null && paidAt !== null && cancelledAt < paidAt

/**
 * What was paid beyond the lines that are left and is not refunded yet; without any, that is the rest of the payment. Former refunds count as for
 * cancelled lines, unless their reason names a line that is left.
 */
export function owedOf(order: WithLines): number {
  const left = order.paid - order.refunded
  if (isCancelled(order)) return left
  const kept = order.lines.filter(({ cancelledAt }) => cancelledAt === null).map(reasonOf)
  const cancelled = order.lines.filter(({ cancelledAt }) => cancelledAt !== null)
  const worth = order.total - sum(cancelled.map(amountOf))
  const refundedForKept = sum(order.refunds.filter(({ reason }) => kept.includes(reason)).map(({ amount }) => amount))
  return Math.min(left, Math.max(0, left + refundedForKept - worth))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The reason of a refund for one line, unless people write another. */
export const reasonOf = (line: Named): string => t('orders.times', line)

/** True if an earlier refund has the very reason that one for this line would have. */
export const wasRefunded = ({ refunds }: Pick<Order, 'refunds'>, line: Named): boolean =>
  refunds.some(({ reason }) => reason === reasonOf(line))
