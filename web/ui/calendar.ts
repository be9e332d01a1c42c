import { region } from '#web/ui/time.ts'

/* Calendar days, such as 2026-01-31, have no time zone, so they are formatted in UTC. */
const formatter = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(region, { ...how, timeZone: 'UTC' })
const full = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
const named = formatter({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const brief = formatter({ day: 'numeric', month: 'short' })
const month = formatter({ month: 'long', year: 'numeric' })
const weekday = { short: formatter({ weekday: 'short' }), long: formatter({ weekday: 'long' }) }
const briefMonth = formatter({ month: 'short' })

/** A range of days: "1–30 Nov 2026"; for a single day "21 Nov 2026". */
export const daySpan = (from: string, to: string): string => full.formatRange(new Date(from), new Date(to))
/** "Sat, 21 Nov 2026". */
export const namedDay = (day: string): string => named.format(new Date(day))
/** "21 Nov". */
export const briefDay = (day: string): string => brief.format(new Date(day))
/** "November 2026". */
export const monthOf = (day: string): string => month.format(new Date(day))
/** "Nov". */
export const briefMonthOf = (day: string): string => briefMonth.format(new Date(day))

/** The day in a time zone at a moment, in milliseconds since 1970. */
export function dayIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

/** The first day of the week in a region: 1 is Monday, 7 is Sunday. Monday where the browser does not know. */
export function firstWeekdayIn(of: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } = new Intl.Locale(of)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** The weeks of the month of a day, in rows of seven; null stands for a day of another month. */
export function weeksOf(day: string, firstWeekday: number): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`
  const weeks: (string | null)[][] = []
  for (let start = addDays(first, -daysIntoWeek(first, firstWeekday)); start.slice(0, 7) <= first.slice(0, 7); start = addDays(start, 7)) {
    const week = Array.from({ length: 7 }, (_, at) => addDays(start, at))
    weeks.push(week.map((each) => (each.slice(0, 7) === first.slice(0, 7) ? each : null)))
  }
  return weeks
}

/** The day this many days later. */
export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The number of days of its week before this one. */
export const daysIntoWeek = (day: string, firstWeekday: number): number => (new Date(day).getUTCDay() - firstWeekday + 7) % 7

/** The same day in another month, or the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  // February 31 has become a day in March.
  if (date.getUTCDate() !== Number(day.slice(8))) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

/** The names of the weekdays, in the order of a week. */
export function weekdaysFrom(firstWeekday: number): { short: string; long: string }[] {
  // 1970-01-05 was a Monday.
  const days = Array.from({ length: 7 }, (_, at) => new Date(addDays('1970-01-04', firstWeekday + at)))
  return days.map((day) => ({ short: weekday.short.format(day), long: weekday.long.format(day) }))
}
