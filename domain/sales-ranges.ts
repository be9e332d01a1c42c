import { limits } from '#domain/limits.ts'
import { addDays, dayMs, dayOf, daysIn, numberOf, type SalesRange, type SalesStep, salesSteps } from '#domain/sales-rules.ts'

/* Separate from `sales-rules.ts`, whose names every screen reads with the addresses. */

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
