// @vitest-environment node
import { expect, it } from 'vitest'
import { changeOf } from '#web/sales/change.ts'
import { shownPercent } from '#web/sales/figures.ts'
import { shownDuration } from '#web/ui/shown-duration.ts'

const euros = (minor: number) => `€${minor / 100}`

it.each([
  ['gross', 15_000, 10_000, '50% up from €100', 'good'],
  ['gross', 5_000, 10_000, '50% down from €100', 'bad'],
  ['refunds', 15_000, 10_000, '50% up from €100', 'bad'],
  ['tax', 15_000, 10_000, '50% up from €100', 'plain'],
  ['gross', 10_000, 10_000, 'Same as before', 'plain'],
  // Without a former value there is no percentage.
  ['gross', 10_000, 0, 'Up from €0', 'good'],
  ['net', 10_000, -500, 'Up from €-5', 'good'],
  ['averageOrderValue', 10_000, null, 'Nothing to compare with', 'plain'],
] as const)('%s of %i after %s shows “%s”', (name, now, before, text, mood) => {
  expect(changeOf(name, now, before, euros)).toMatchObject({ text, mood })
})

it('gives the change of a rate in percentage points, because a percentage of a percentage would mislead', () => {
  expect(changeOf('cancellationRate', 0.054, 0.03, (share) => `${share * 100}%`)).toMatchObject({
    text: '2.4 points up from 3%',
    mood: 'bad',
  })
})

it.each([
  [0.0449, 0.0453, 'Same as before'],
  [0.0551, 0.0449, '1 point up from 4.5%'],
  [0.0344, 0.0449, '1.1 points down from 4.5%'],
] as const)('compares rates as they are shown: %d after %d is “%s”', (now, before, text) => {
  expect(changeOf('refundRate', now, before, shownPercent).text).toBe(text)
})

it.each([
  [0, '0 seconds'],
  [90_000, '1.5 minutes'],
  [3_600_000, '1 hour'],
  [130_000_000, '1.5 days'],
])('%i ms took %s', (ms, text) => expect(shownDuration(ms)).toBe(text))
