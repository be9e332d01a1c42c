import { limits } from '#domain/limits.ts'

/* Separate from the shapes of `sales.ts`, for screens that do not load them (like `order-rules.ts`). */

/** The kinds of ledger entries (product §5): lines placed, paid and cancelled, refunds, shipping, tax. */
export const salesKinds = ['placed-line', 'paid-line', 'cancelled-line', 'refund', 'shipping', 'tax'] as const
export type SalesKind = (typeof salesKinds)[number]

export const salesSteps = ['day', 'week', 'month'] as const
export type SalesStep = (typeof salesSteps)[number]

export const topsOf = ['products', 'sellers', 'categories'] as const
export type TopOf = (typeof topsOf)[number]

/** The figures that open rows of the ledger. */
export const salesFigureNames = ['gross', 'refunds', 'net', 'shipping', 'tax', 'orders', 'units', 'linesPlaced', 'linesCancelled'] as const
export type SalesFigureName = (typeof salesFigureNames)[number]

/** The figures of lines, which sellers see for their own. */
export const ownSalesFigureNames = [
  'gross',
  'orders',
  'units',
  'linesPlaced',
  'linesCancelled',
] as const satisfies readonly SalesFigureName[]
export type OwnSalesFigureName = (typeof ownSalesFigureNames)[number]

/** Days of the marketplace's time zone, both included. */
export type SalesRange = { from: string; to: string }

const dayMs = 24 * 60 * 60 * 1000
/** Days are computed in UTC, without daylight saving time. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days)

/** The number of days in a range. */
export const daysIn = ({ from, to }: SalesRange): number => numberOf(to) - numberOf(from) + 1

/** The range of equal length right before. */
export const rangeBefore = (range: SalesRange): SalesRange => ({ from: addDays(range.from, -daysIn(range)), to: addDays(range.from, -1) })

/**
 * The days whose sums a range is compared with: the range before. If the range contains today (`soFar`), the range before ends at the same day
 * and time.
 */
export function comparedDays(range: SalesRange, today: string): SalesRange & { soFar: boolean } {
  const before = rangeBefore(range)
  const soFar = range.from <= today && today <= range.to
  return { from: before.from, to: soFar ? addDays(today, -daysIn(range)) : before.to, soFar }
}

/** The last day of the step that contains a day; both are day numbers, which are fast to compute with. */
const stepEnd: Record<SalesStep, (day: number) => number> = {
  day: (day) => day,
  // 1970-01-01 was a Thursday.
  week: (day) => day + 6 - ((((day + 3) % 7) + 7) % 7),
  month: (day) => {
    const end = new Date(day * dayMs)
    return end.setUTCMonth(end.getUTCMonth() + 1, 0) / dayMs
  },
}

/** The days, weeks or months of a range; the first and the last are cut at its ends. */
export function stepsIn({ from, to }: SalesRange, step: SalesStep): SalesRange[] {
  const steps: SalesRange[] = []
  const last = numberOf(to)
  for (let day = numberOf(from); day <= last; ) {
    const end = Math.min(stepEnd[step](day), last)
    const first = dayOf(day)
    steps.push({ from: first, to: end === day ? first : dayOf(end) })
    day = end + 1
  }
  return steps
}

/** What can be wrong with a range, with the sentence for the person who chose it. */
const rangeProblems = {
  reversed: 'The end lies before the beginning.',
  'too-long': `Choose at most ${limits.sales.rangeDays.toLocaleString('en')} days, which is a hundred years.`,
  'too-late': 'Choose an earlier end.',
  'too-early': 'Choose a later beginning.',
  'too-many': 'Group so long a range by week or by month.',
}

type Problem = { field: 'from' | 'to' | 'step'; message: string }

const { rangeDays, stepsMax } = limits.sales
const shortest: Record<SalesStep, number> = { day: 1, week: 7, month: 28 }

/** The steps that a report of this range can have. */
export const stepsFor = (range: SalesRange): readonly SalesStep[] => salesSteps.filter((step) => daysIn(range) / shortest[step] <= stepsMax)

/** The step at the end of a range must end in a year of four digits. */
const lastDay = '9998-12-31'

/** The reason why there are no figures for a range, or null. `step` is left out for figures that are not divided into steps. */
export function whyNotRange({ from, to }: SalesRange, step?: SalesStep): Problem | null {
  if (from > to) return { field: 'to', message: rangeProblems.reversed }
  const days = daysIn({ from, to })
  if (days > rangeDays) return { field: 'to', message: rangeProblems['too-long'] }
  if (to > lastDay) return { field: 'to', message: rangeProblems['too-late'] }
  // The range before must start in a valid year.
  if (numberOf(from) - days < numberOf('0001-01-01')) return { field: 'from', message: rangeProblems['too-early'] }
  if (step && !stepsFor({ from, to }).includes(step)) return { field: 'step', message: rangeProblems['too-many'] }
  return null
}

/** Gross sales divided by orders, rounded half up; exact even for amounts too high for floating point. Null without orders. */
export function averageOrderValue(gross: number, orders: number): number | null {
  if (orders === 0) return null
  const [doubled, by] = [2n * BigInt(gross) + BigInt(orders), 2n * BigInt(orders)]
  const cut = doubled / by
  return Number(doubled < 0n && doubled % by !== 0n ? cut - 1n : cut)
}

/** Lines cancelled as a share of the lines placed. Null without lines. */
export const cancellationRate = (cancelled: number, placed: number): number | null => (placed === 0 ? null : cancelled / placed)

/** Refunds as a share of gross sales. Null unless these are above zero. */
export const refundRate = (refunds: number, gross: number): number | null => (gross > 0 ? refunds / gross : null)

/** Gross sales less refunds. */
export const netSales = ({ gross, refunds }: { gross: number; refunds: number }): number => gross - refunds
