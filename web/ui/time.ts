const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
// Words are English like the catalogue; the order of day and month and the clock follow the reader's region.
export const region = regionFor(globalThis.navigator?.language)

/**
 * English in the region of a browser's language ("en-DE"). Some browsers name a locale that is no language tag ("en-US@posix"): only its
 * beginning counts.
 */
export function regionFor(language = 'en'): string {
  const [tag = 'en'] = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?\b/i.exec(language) ?? []
  return `en-${new Intl.Locale(tag).maximize().region ?? 'GB'}`
}

const date = new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short', year: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat(region, { dateStyle: 'full' })
const moment = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short' })
const long = new Intl.DateTimeFormat(region, { dateStyle: 'full', timeStyle: 'long' })

/** The time since a moment, at `now` in milliseconds; from 24 hours on in days of the calendar, after a week the day itself. */
export function ago(at: string, now: number): string {
  const past = now - Date.parse(at)
  const days = past < 86_400_000 ? 0 : daysSince(at, now)
  if (days > 7) return shortDate(at)
  if (days > 0) return relative.format(-days, 'day')
  for (const [unit, size] of steps) {
    if (past >= size) return relative.format(-Math.floor(past / size), unit)
  }
  return relative.format(0, 'second')
}

/** A day in the time zone of the reader. */
export function shortDate(at: string): string {
  return date.format(new Date(at))
}

/** A day with its name: "Saturday, 21 November 2026". */
export function longDay(at: string): string {
  return day.format(new Date(at))
}

/** Day and time in the time zone of the reader: "21 Nov 2026, 18:14". */
export function dayAndTime(at: string): string {
  return moment.format(new Date(at))
}

/** The exact moment with its time zone. */
export function longTime(at: string): string {
  return long.format(new Date(at))
}

/** Day and time in another zone than the reader's: "21 Nov 2026, 00:10". */
export function momentIn(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
}

/** The time of day in another zone than the reader's: "14:05". */
export function timeIn(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat(region, { timeStyle: 'short', timeZone }).format(new Date(at))
}

const clock = new Intl.DateTimeFormat(region, { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(region, { weekday: 'long', day: 'numeric', month: 'long' })

/** The time of a day: "10:42". */
export function timeOfDay(at: string): string {
  return clock.format(new Date(at))
}

/** How many days of the reader's calendar ago. Noon to noon: a day may have 23 or 25 hours. */
const daysSince = (at: string, now: number) =>
  Math.round((new Date(now).setHours(12, 0, 0, 0) - new Date(at).setHours(12, 0, 0, 0)) / 86_400_000)

/** The day as people call it: "Today", "Yesterday", "Saturday, 21 November", with the year if it is another one. */
export function dayName(at: string, now: number): string {
  const then = new Date(at)
  const today = new Date(now)
  const days = daysSince(at, now)
  if (days >= 0 && days < 2) return capital(relative.format(-days, 'day'))
  return then.getFullYear() === today.getFullYear() ? weekday.format(then) : longDay(at)
}

/** A moment in short, for lists: the time today, else the day, with the year if it is another one. */
export function shortWhen(at: string, now: number): string {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return timeOfDay(at)
  return then.getFullYear() === today.getFullYear() ? dayOfYear.format(then) : shortDate(at)
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
