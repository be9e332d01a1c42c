import type { OrderLine, OrderRow } from '#domain/order.ts'
import { isCancelled, type LineStatus, type PaymentStatus } from '#domain/order-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const paymentTones: Record<PaymentStatus, Tone> = { unpaid: 'amber', paid: 'green', partly_refunded: 'blue', refunded: 'grey' }
const lineTones: Record<LineStatus, Tone> = { open: 'amber', shipped: 'blue', delivered: 'green', cancelled: 'grey' }

/** The payment status of an order as a tag. If all lines were cancelled before payment, no payment is expected. */
export function PaymentTag({ order }: { order: Pick<OrderRow, 'paymentStatus' | 'counts'> }) {
  const status = order.paymentStatus
  if (status === 'unpaid' && isCancelled(order)) return <Tag tone={lineTones.cancelled}>{t('orders.line.cancelled')}</Tag>
  return <Tag tone={paymentTones[status]}>{t(`orders.payment.${status}`)}</Tag>
}

/** The status of a line as a tag. */
export const LineTag = ({ status }: Pick<OrderLine, 'status'>) => <Tag tone={lineTones[status]}>{t(`orders.line.${status}`)}</Tag>
