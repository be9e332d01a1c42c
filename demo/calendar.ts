export const hourMs = 60 * 60 * 1000

/** The days of the marketplace up to the one it is made on; `ago` counts them backwards, 0 is today. Times are milliseconds since 1970. */
export type Calendar = {
  /** When the marketplace is made: no event is later. */
  now: number
  midnight: (ago: number) => number
  /** A time of day by the share of the day that has passed; of today, by the share of the part that has passed. */
  at: (ago: number, share: number) => number
  /** 0 is Sunday. */
  weekday: (ago: number) => number
  /** 0 is January. */
  month: (ago: number) => number
  dayOfMonth: (ago: number) => number
}

/** How far the zone is ahead of UTC at this time. */
function offsetAt(moment: number, zone: Intl.DateTimeFormat): number {
  const name = zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** The calendar of a time zone at this time. */
export function calendarOf(timeZone: string, now: number): Calendar {
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now).split('-').map(Number)
  const dateOf = (ago: number) => new Date(Date.UTC(year, month - 1, day - ago))
  const known = new Map<number, number>()
  const midnight = (ago: number): number => {
    const cached = known.get(ago)
    if (cached !== undefined) return cached
    const wanted = dateOf(ago).getTime()
    const guess = wanted - offsetAt(wanted, zone)
    const found = wanted - offsetAt(guess, zone)
    known.set(ago, found)
    return found
  }
  const end = (ago: number) => (ago === 0 ? now : midnight(ago - 1))
  return {
    now,
    midnight,
    at: (ago, share) => Math.floor(midnight(ago) + share * (end(ago) - midnight(ago))),
    weekday: (ago) => dateOf(ago).getUTCDay(),
    month: (ago) => dateOf(ago).getUTCMonth(),
    dayOfMonth: (ago) => dateOf(ago).getUTCDate(),
  }
}
