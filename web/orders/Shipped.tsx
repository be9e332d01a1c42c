import type { OrderRow } from '#domain/order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** The progress of an order: "1 of 3 shipped", and how many lines were delivered or cancelled. */
export function Shipped({ counts }: Pick<OrderRow, 'counts'>) {
  const { shipped, all, tone } = shippedOf(counts)
  const { delivered, cancelled } = counts
  const more = [
    ...(delivered > 0 ? [t('orders.counts.delivered', { count: delivered })] : []),
    ...(cancelled > 0 && all > 0 ? [t('orders.counts.cancelled', { count: cancelled })] : []),
  ]
  return (
    <span className="tag-words">
      <Tag tone={tone}>{all === 0 ? t('orders.line.cancelled') : t('orders.counts.shipped', { shipped, all })}</Tag>
      {more.length > 0 && <span className="block aside">{more.join(', ')}</span>}
    </span>
  )
}

/** How many lines were shipped or delivered, of those not cancelled. */
function shippedOf({ open, shipped, delivered }: OrderRow['counts']): { shipped: number; all: number; tone: Tone } {
  const all = open + shipped + delivered
  const tone = all === 0 ? 'grey' : open > 0 ? 'amber' : shipped > 0 ? 'blue' : 'green'
  return { shipped: shipped + delivered, all, tone }
}
