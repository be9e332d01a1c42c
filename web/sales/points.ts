import { addDays, type SalesRange, type SalesStep } from '#domain/sales-rules.ts'
import type { Point } from '#web/charts/series.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { briefDay, briefMonthOf, daySpan, monthOf, namedDay } from '#web/ui/calendar.ts'

/** More marks could not be distinguished. */
const marksMax = 9
/** From this many points on, the marks are months instead of days. */
const monthsFrom: Record<SalesStep, number> = { day: 46, week: 20, month: 0 }

/** Days, weeks or months as points of a chart. Those that are not over are marked: their figures cannot be compared with those of others. */
export function pointsOf(ranges: readonly SalesRange[], step: SalesStep, today?: string): Point[] {
  const marks = marksOf(ranges, ranges.length >= monthsFrom[step])
  return ranges.map((range, at) => {
    const soFar = today !== undefined && range.to >= today
    const name = nameOf(range, step)
    return { key: range.from, name: soFar ? t('sales.chart.soFar', { name }) : name, mark: marks[at] ?? null, soFar }
  })
}

function nameOf({ from, to }: SalesRange, step: SalesStep): string {
  if (from === to) return namedDay(from)
  const isWholeMonth = step === 'month' && from.endsWith('-01') && addDays(to, 1).endsWith('-01')
  return isWholeMonth ? monthOf(from) : daySpan(from, to)
}

/** From this many calendar years on, the marks are years: of months, only few would have one, without their year. */
const yearsFrom = 4

type Mark = 'day' | 'month' | 'year'
/** The part of a day that a mark names. */
const partOf: Record<Mark, (day: string) => string> = { day: (day) => day, month: (day) => day.slice(0, 7), year: (day) => day.slice(0, 4) }

/** The marks of the axis: some days, or the starts of months, with the year in January, or of years. Counted from the end, which is usually today. */
function marksOf(ranges: readonly SalesRange[], months: boolean): (string | null)[] {
  const years = Number(ranges.at(-1)?.from.slice(0, 4)) - Number(ranges[0]?.from.slice(0, 4)) + 1
  const mark = !months ? 'day' : years >= yearsFrom ? 'year' : 'month'
  // The first range is compared with the day before it, so it begins a month or year only on the first day of one.
  const before = (at: number) => ranges[at - 1]?.from ?? addDays(ranges[at]?.from ?? '', -1)
  const places = [...ranges.keys()].filter((at) => partOf[mark](ranges[at]?.from ?? '') !== partOf[mark](before(at)))
  const every = Math.ceil(places.length / marksMax)
  const marked = new Set(places.reverse().filter((_, at) => at % every === 0))
  return ranges.map(({ from }, at) => (marked.has(at) ? markOf(from, mark) : null))
}

function markOf(day: string, mark: Mark): string {
  if (mark === 'day') return briefDay(day)
  if (mark === 'year') return day.slice(0, 4)
  return day.slice(5, 7) === '01' ? day.slice(0, 4) : briefMonthOf(day)
}
