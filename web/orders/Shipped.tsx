import type { OrderRow } from '#domain/order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** The progress of an order: "1 of 3 shipped", and how many lines were delivered or cancelled; "3 of 3 delivered" at its end. */
export function Shipped({ counts: { open, shipped, delivered, cancelled } }: Pick<OrderRow, 'counts'>) {
  // Cancelled lines do not count.
  const all = open + shipped + delivered
  const isDone = delivered === all
  const tone: Tone = all === 0 ? 'grey' : isDone ? 'green' : open > 0 ? 'amber' : 'blue'
  const progress = isDone
    ? t('orders.counts.allDelivered', { count: all })
    : t('orders.counts.shipped', { shipped: shipped + delivered, all })
  const more = [
    ...(delivered > 0 && !isDone ? [t('orders.counts.delivered', { count: delivered })] : []),
    ...(cancelled > 0 && all > 0 ? [t('orders.counts.cancelled', { count: cancelled })] : []),
  ]
  return (
    <span className="tag-words">
      <Tag tone={tone}>{all === 0 ? t('orders.line.cancelled') : progress}</Tag>
      {more.length > 0 && <span className="block aside">{more.join(', ')}</span>}
    </span>
  )
}
