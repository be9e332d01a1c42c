import { region } from '#web/ui/time.ts'

/* Calendar days, such as 2026-01-31, have no time zone, so they are formatted in UTC. */
const formatter = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(region, { ...how, timeZone: 'UTC' })
const full = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
const named = formatter({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const brief = formatter({ day: 'numeric', month: 'short' })
const month = formatter({ month: 'long', year: 'numeric' })
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
