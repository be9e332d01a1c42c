import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { Day, eachOnce } from '#domain/text.ts'

const time = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * A period on one day of the week in which support answers: 1 is Monday, 7 is Sunday. `to` is not part of it; `24:00` is the end of the day. A period
 * past midnight is two periods.
 */
export const OpenPeriod = z
  .object({
    day: z.int().min(1).max(7),
    from: z.string().regex(time, say('time-of-day')),
    to: z.string().refine((text) => time.test(text) || text === '24:00', say('time-of-day')),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: say('period-ends-first') })
export type OpenPeriod = z.infer<typeof OpenPeriod>

/** Business hours: up to several periods a day; an empty list means that support keeps no hours. */
export const BusinessHours = z
  .array(OpenPeriod)
  .max(limits.widget.periodsMax)
  .refine(
    (periods) => periods.every((one, at) => periods.every((other, next) => at >= next || !overlap(one, other))),
    say('periods-overlap'),
  )

/** Days without business hours. */
export const Holidays = z
  .array(Day)
  .max(limits.widget.holidaysMax)
  .refine(...eachOnce('holiday-twice'))

const overlap = (one: OpenPeriod, other: OpenPeriod) => one.day === other.day && one.from < other.to && other.from < one.to

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** How many days ahead an opening is looked for: more than `holidaysMax` in a row. */
const daysAhead = limits.widget.holidaysMax + 8

/** The wall clock of a time zone: day, day of the week and time of a moment, and its difference to UTC. */
function clockIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (moment: number) => {
    const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const day = `${part.year}-${part.month}-${part.day}`
    const time = `${part.hour}:${part.minute}`
    const asUtc = Date.parse(`${day}T${time}Z`)
    return { day, time, weekday: new Date(asUtc).getUTCDay() || 7, offset: asUtc - Math.floor(moment / minuteMs) * minuteMs }
  }
}

type Hours = { businessHours: readonly OpenPeriod[]; holidays: readonly string[] }

/**
 * Whether support is there at a moment, and when it is there next: null while it is there, or if no opening is near. A time that the clock skips in
 * spring begins with the first minute after the gap; one that it shows twice in autumn counts both times.
 */
export function nextOpening({ businessHours, holidays }: Hours, timeZone: string, now: Date): { open: boolean; next: Date | null } {
  const clock = clockIn(timeZone)
  const isOpen = (moment: number) => {
    const { day, time, weekday } = clock(moment)
    return !holidays.includes(day) && businessHours.some((one) => one.day === weekday && one.from <= time && time < one.to)
  }
  const from = now.getTime()
  if (isOpen(from)) return { open: true, next: null }
  const today = Date.parse(`${clock(from).day}T00:00Z`)
  for (let ahead = 0; ahead <= daysAhead && businessHours.length > 0; ahead++) {
    const midnight = today + ahead * dayMs
    const weekday = new Date(midnight).getUTCDay() || 7
    const begins = businessHours.filter(({ day }) => day === weekday).flatMap((one) => momentsOf(midnight + minutesOf(one.from), clock))
    const [first] = begins.filter((moment) => moment > from && isOpen(moment)).sort((one, other) => one - other)
    if (first !== undefined) return { open: false, next: new Date(first) }
  }
  return { open: false, next: null }
}

const minutesOf = (time: string) => Date.parse(`1970-01-01T${time}Z`)

/** The moments at which a clock shows this time: one, two in autumn, and the end of the gap for a time that is skipped in spring. */
function momentsOf(shown: number, clock: ReturnType<typeof clockIn>): number[] {
  const before = clock(shown - dayMs).offset
  const after = clock(shown + dayMs).offset
  const moments = [shown - before, shown - after]
  if (after <= before) return moments
  // The clock goes forward near this day: the first minute with the later offset.
  let [early, late] = [shown - after, shown - before]
  while (late - early > minuteMs) {
    const middle = early + Math.floor((late - early) / 2 / minuteMs) * minuteMs
    if (clock(middle).offset === after) late = middle
    else early = middle
  }
  return [...moments, late]
}
