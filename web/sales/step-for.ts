import { stepsFor } from '#domain/sales-ranges.ts'
import { daysIn, type SalesRange, type SalesStep } from '#domain/sales-rules.ts'

/** The most days of a chart by day. */
const daysMax = 100
/** The most days of a chart by week. */
const weeksMax = 740

/** The step of a range: the requested one if it is available, else one that keeps the points distinguishable. */
export function stepFor(days: SalesRange, asked?: SalesStep): SalesStep {
  if (asked && stepsFor(days).includes(asked)) return asked
  const count = daysIn(days)
  if (count <= daysMax) return 'day'
  return count <= weeksMax ? 'week' : 'month'
}
