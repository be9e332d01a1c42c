import { limits } from '#domain/limits.ts'
import { daysIn, type SalesRange, type SalesStep, salesSteps } from '#domain/sales-rules.ts'

/** So many days are still told apart, and so many weeks, in days. */
const [daysTold, weeksTold] = [100, 740]

/** The steps that a range can be told in: days only up to a limit. */
export const stepsOffered = (days: SalesRange): readonly SalesStep[] =>
  daysIn(days) > limits.sales.stepsMax ? salesSteps.filter((step) => step !== 'day') : salesSteps

/** How fine a range is told: as it was asked for, if that can be; otherwise so that the steps can be told apart. */
export function stepFor(days: SalesRange, asked?: SalesStep): SalesStep {
  if (asked && stepsOffered(days).includes(asked)) return asked
  const count = daysIn(days)
  if (count <= daysTold) return 'day'
  return count <= weeksTold ? 'week' : 'month'
}
