// @vitest-environment node
import { expect, it } from 'vitest'
import { ago, dayName, momentIn, regionFor, shortWhen } from '#web/ui/time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-21T12:00:20Z', 'now'],
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:01:00Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-16T12:00:00Z', '5 days ago'],
])('%s is %s', (at, words) => expect(ago(at, now)).toBe(words))

// In November 2026 on the reader's clock; the 27th is a Friday.
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
it.each([
  ['23 hours before, on the day before', local(26, 10), local(27, 9), '23 hours ago', 'Yesterday'],
  ['a day and a half before, on the day before', local(26, 0, 10), local(27, 12), 'yesterday', 'Yesterday'],
  ['less than two times 24 hours before, two days back', local(25, 15, 36), local(27, 9), '2 days ago', /^Wednesday/],
  ['less than seven times 24 hours before, seven days back', local(20, 15, 36), local(27, 9), '7 days ago', /^Friday/],
  ['more than seven times 24 hours before, seven days back', local(20, 8), local(27, 9), '7 days ago', /^Friday/],
] as const)('counts days like the headings of a history: %s', (_, at, then, words, heading) => {
  expect(ago(at.toISOString(), then.getTime())).toBe(words)
  expect(dayName(at.toISOString(), then.getTime())).toMatch(heading)
})

it('shows the day after a week', () => expect(ago('2026-11-01T12:00:00Z', now)).toMatch(/Nov.*2026|2026.*Nov/))

it('a list shows the year of a day only if it is another one', () => {
  expect(shortWhen('2026-11-01T12:00:00Z', now)).toMatch(/^(1 Nov|Nov 1)$/)
  expect(shortWhen('2025-11-01T12:00:00Z', now)).toMatch(/2025/)
})

it('a moment is shown in the clock of the zone, not of the reader', () => {
  expect(momentIn('2026-11-20T23:10:00Z', 'Europe/Vienna')).toMatch(/21.*12:10|21.*0?0:10/)
  expect(momentIn('2026-11-20T23:10:00Z', 'UTC')).toMatch(/20.*(11:10|23:10)/)
})

it.each([
  ['de-AT', 'en-AT'],
  ['de', 'en-DE'],
  ['zh-Hant-TW', 'en-TW'],
  ['es-419', 'en-419'],
  ['en-US-u-hc-h23', 'en-US'],
  ['en-US@posix', 'en-US'],
  ['C', 'en-US'],
  ['', 'en-US'],
  [undefined, 'en-US'],
])('a browser in the language %j writes dates as in %s', (language, region) => expect(regionFor(language)).toBe(region))
