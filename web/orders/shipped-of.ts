import type { OrderRow } from '#domain/order.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** How many lines are on their way or there, of those that are to be sent; cancelled ones are not. */
export function shippedOf({ open, shipped, delivered }: OrderRow['counts']): { shipped: number; all: number; tone: Tone } {
  const all = open + shipped + delivered
  const tone = all === 0 ? 'grey' : open > 0 ? 'amber' : shipped > 0 ? 'blue' : 'green'
  return { shipped: shipped + delivered, all, tone }
}
