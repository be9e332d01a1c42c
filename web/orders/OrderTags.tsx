import type { OrderLine, OrderRow } from '#domain/order.ts'
import { isCancelled, type LineStatus, type PaymentStatus } from '#domain/order-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const paymentTones: Record<PaymentStatus, Tone> = { unpaid: 'amber', paid: 'green', partly_refunded: 'blue', refunded: 'grey' }
const lineTones: Record<LineStatus, Tone> = { open: 'amber', shipped: 'blue', delivered: 'green', cancelled: 'grey' }

/** How an order stands with its money, as its own text. Where all was cancelled before it was paid, nobody waits for money. */
export function PaymentTag({ order }: { order: Pick<OrderRow, 'paymentStatus' | 'counts'> }) {
  const status = order.paymentStatus
  if (status === 'unpaid' && isCancelled(order)) return <Tag tone={lineTones.cancelled}>{t('orders.line.cancelled')}</Tag>
  return <Tag tone={paymentTones[status]}>{t(`orders.payment.${status}`)}</Tag>
}

/** How a line stands, as its own text. */
export const LineTag = ({ status }: Pick<OrderLine, 'status'>) => <Tag tone={lineTones[status]}>{t(`orders.line.${status}`)}</Tag>
