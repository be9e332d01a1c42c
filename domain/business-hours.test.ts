import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BusinessHours, Holidays, nextOpening, OpenPeriod } from '#domain/business-hours.ts'

const on = (day: number, ...periods: [from: string, to: string][]) => periods.map(([from, to]) => ({ day, from, to }))
const week = [1, 2, 3, 4, 5].flatMap((day) => on(day, ['09:00', '12:00'], ['13:00', '17:30']))
const vienna = 'Europe/Vienna'

describe('support is there, or opens next', () => {
  const rows: [
    what: string,
    businessHours: OpenPeriod[],
    holidays: string[],
    timeZone: string,
    now: string,
    open: boolean,
    next: string | null,
  ][] = [
    ['in the first period', week, [], vienna, '2026-11-25T08:00Z', true, null],
    ['at noon, in the break', week, [], vienna, '2026-11-25T11:00Z', false, '2026-11-25T12:00Z'],
    ['in the last minute', week, [], vienna, '2026-11-25T16:29Z', true, null],
    ['when the last period has just ended', week, [], vienna, '2026-11-25T16:30Z', false, '2026-11-26T08:00Z'],
    ['on Friday evening', week, [], vienna, '2026-11-27T17:00Z', false, '2026-11-30T08:00Z'],
    ['on a holiday', week, ['2026-12-25'], vienna, '2026-12-25T09:00Z', false, '2026-12-28T08:00Z'],
    ['by another clock', week, [], 'America/New_York', '2026-11-25T08:00Z', false, '2026-11-25T14:00Z'],
    ['without hours', [], [], vienna, '2026-11-25T08:00Z', false, null],
    [
      'past midnight, in two periods',
      [...on(5, ['22:00', '24:00']), ...on(6, ['00:00', '02:00'])],
      [],
      vienna,
      '2026-11-27T23:00Z',
      true,
      null,
    ],
    [
      'in half of a period past midnight, on a holiday',
      [...on(5, ['22:00', '24:00']), ...on(6, ['00:00', '02:00'])],
      ['2026-11-28'],
      vienna,
      '2026-11-27T23:00Z',
      false,
      '2026-12-04T21:00Z',
    ],
    ['when the clock skips the opening', on(7, ['02:30', '05:00']), [], vienna, '2026-03-29T00:45Z', false, '2026-03-29T01:00Z'],
    ['when the clock skips the whole period', on(7, ['02:10', '02:50']), [], vienna, '2026-03-29T00:45Z', false, '2026-04-05T00:10Z'],
    [
      'when the clock shows the opening twice: the first time',
      on(7, ['02:30', '02:45']),
      [],
      vienna,
      '2026-10-25T00:00Z',
      false,
      '2026-10-25T00:30Z',
    ],
    [
      'when the clock shows the opening twice: between',
      on(7, ['02:30', '02:45']),
      [],
      vienna,
      '2026-10-25T00:50Z',
      false,
      '2026-10-25T01:30Z',
    ],
    ['when a day begins at one o’clock', on(5, ['00:00', '03:00']), [], 'Africa/Cairo', '2026-04-23T21:30Z', false, '2026-04-23T22:00Z'],
    ['on the other side of the date line', on(1, ['09:00', '10:00']), [], 'Pacific/Apia', '2026-11-22T18:00Z', false, '2026-11-22T20:00Z'],
  ]
  test.each(rows)('%s', (_, businessHours, holidays, timeZone, now, open, next) => {
    const found = nextOpening({ businessHours, holidays }, timeZone, new Date(now))
    expect({ open: found.open, next: found.next?.toISOString() ?? null }).toEqual({ open, next: next && new Date(next).toISOString() })
  })
})

test('the next opening is the first moment at which support is there, whatever the hours, the clock and the day', () => {
  const times = ['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '09:00', '12:00', '17:30', '23:30', '24:00']
  const period = fc.record({
    day: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
    from: fc.constantFrom(...times.slice(0, -1)),
    to: fc.constantFrom(...times),
  })
  const hours = fc
    .uniqueArray(period, { minLength: 1, maxLength: 8 })
    .map((periods) => periods.filter((one) => OpenPeriod.safeParse(one).success))
    .filter((periods) => BusinessHours.safeParse(periods).success)
  const zone = fc.constantFrom(vienna, 'America/New_York', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
  // Around the days on which those clocks change.
  const around = fc.constantFrom(
    '2026-03-29',
    '2026-10-25',
    '2026-03-08',
    '2026-11-01',
    '2026-04-24',
    '2026-10-30',
    '2026-04-05',
    '2026-10-04',
  )
  const now = fc.record({ around, ms: fc.date({ min: new Date(0), max: new Date(3 * 24 * 60 * 60 * 1000), noInvalidDate: true }) })
  const stepMs = 10 * 60 * 1000
  fc.assert(
    fc.property(
      hours,
      zone,
      now,
      fc.constantFrom([], ['2026-03-29', '2026-10-26']),
      (businessHours, timeZone, { around, ms }, holidays) => {
        const settings = { businessHours, holidays }
        const from = Date.parse(around) - 2 * 24 * 60 * 60 * 1000 + ms.getTime()
        const { open, next } = nextOpening(settings, timeZone, new Date(from))
        if (open || !next) return open ? next === null : true
        const isOpen = (moment: number) => nextOpening(settings, timeZone, new Date(moment)).open
        for (let moment = next.getTime() - stepMs; moment > Math.max(from, next.getTime() - 300 * stepMs); moment -= stepMs)
          if (isOpen(moment)) return false
        return next.getTime() > from && isOpen(next.getTime()) && !isOpen(next.getTime() - 1)
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  [on(1, ['09:00', '12:00'], ['12:00', '13:00']), true],
  [on(1, ['09:00', '12:00'], ['11:59', '13:00']), false],
  [[...on(1, ['09:00', '12:00']), ...on(2, ['09:00', '12:00'])], true],
  [on(1, ['12:00', '12:00']), false],
  [on(1, ['22:00', '02:00']), false],
  [on(8, ['09:00', '12:00']), false],
  [on(1, ['9:00', '12:00']), false],
  [on(1, ['09:00', '24:30']), false],
])('hours %j are accepted: %s', (hours, accepted) => {
  expect(BusinessHours.safeParse(hours).success).toBe(accepted)
})

test('a holiday is a day that exists, named once', () => {
  expect(Holidays.safeParse(['2026-12-25', '2028-02-29']).success).toBe(true)
  for (const wrong of [['2026-12-25', '2026-12-25'], ['2026-02-29'], ['25.12.2026']]) expect(Holidays.safeParse(wrong).success).toBe(false)
})
