import type { OrderRow } from '#domain/order.ts'
import css from '#web/orders/OrdersTable.module.css'
import { shippedOf } from '#web/orders/shipped-of.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** How far an order has come: "1 of 3 shipped", and what was delivered or cancelled of it. */
export function Shipped({ counts }: Pick<OrderRow, 'counts'>) {
  const { shipped, all, tone } = shippedOf(counts)
  const { delivered, cancelled } = counts
  const more = [
    ...(delivered > 0 ? [t('orders.counts.delivered', { count: delivered })] : []),
    ...(cancelled > 0 && all > 0 ? [t('orders.counts.cancelled', { count: cancelled })] : []),
  ]
  return (
    <span className={css.shipped}>
      <Tag tone={tone}>{all === 0 ? t('orders.line.cancelled') : t('orders.counts.shipped', { shipped, all })}</Tag>
      {more.length > 0 && <span className={css.aside}>{more.join(', ')}</span>}
    </span>
  )
}
