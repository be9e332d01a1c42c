import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rangeBefore, stepsIn, whyNotRange } from '#domain/sales-ranges.ts'
import { addDays, averageOrderValue, daysIn, salesSteps } from '#domain/sales-rules.ts'

const day = fc
  .integer({ min: -700_000, max: 2_000_000 })
  .map((number) => addDays('1970-01-01', number))
  .filter((text) => /^\d{4}-/.test(text) && text > '0020')
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 3_000 }))
  .map(([from, days]) => ({ from, to: addDays(from, days) }))
  .filter(({ to }) => /^\d{4}-/.test(to))

describe('steps', () => {
  test('cover every day of the range once, in order, whatever their length', () => {
    fc.assert(
      fc.property(range, fc.constantFrom(...salesSteps), (whole, step) => {
        const steps = stepsIn(whole, step)
        expect([steps[0]?.from, steps.at(-1)?.to]).toEqual([whole.from, whole.to])
        for (const [at, one] of steps.entries()) if (at > 0) expect(one.from).toBe(addDays(steps[at - 1]?.to ?? '', 1))
        expect(steps.reduce((days, one) => days + daysIn(one), 0)).toBe(daysIn(whole))
      }),
    )
  })

  test('of weeks begin on Monday, of months on the first', () => {
    fc.assert(
      fc.property(range, (whole) => {
        for (const { from } of stepsIn(whole, 'week').slice(1)) expect(new Date(from).getUTCDay()).toBe(1)
        for (const { from } of stepsIn(whole, 'month').slice(1)) expect(from.slice(8)).toBe('01')
      }),
    )
    expect(stepsIn({ from: '2024-02-28', to: '2024-03-01' }, 'month')).toEqual([
      { from: '2024-02-28', to: '2024-02-29' },
      { from: '2024-03-01', to: '2024-03-01' },
    ])
  })
})

test('the range before has the same length and ends the day before', () => {
  expect(rangeBefore({ from: '2024-03-01', to: '2024-03-31' })).toEqual({ from: '2024-01-30', to: '2024-02-29' })
  fc.assert(
    fc.property(range, (whole) => {
      const before = rangeBefore(whole)
      expect([daysIn(before), addDays(before.to, 1)]).toEqual([daysIn(whole), whole.from])
    }),
  )
})

test('steps that would end in a year of five digits still terminate', () => {
  for (const step of salesSteps) expect(stepsIn({ from: '9999-12-25', to: '9999-12-31' }, step).at(-1)?.to).toBe('9999-12-31')
})

test.each([
  [{ from: '2026-01-02', to: '2026-01-01' }, undefined, 'to'],
  [{ from: '1026-01-02', to: '2026-01-01' }, undefined, 'to'],
  [{ from: '0001-01-01', to: '0001-01-01' }, undefined, 'from'],
  [{ from: '1926-01-01', to: '2025-12-31' }, 'month', undefined],
  [{ from: '1926-01-01', to: '2026-01-01' }, 'month', 'to'],
  [{ from: '2016-01-01', to: '2025-12-31' }, 'day', undefined],
  [{ from: '2016-01-01', to: '2026-01-01' }, 'day', 'step'],
  [{ from: '1960-01-01', to: '2026-01-01' }, 'week', undefined],
  [{ from: '1950-01-01', to: '2026-01-01' }, 'week', 'step'],
  [{ from: '0001-01-02', to: '0001-01-02' }, 'day', undefined],
  [{ from: '9998-12-31', to: '9998-12-31' }, 'month', undefined],
  [{ from: '9999-12-31', to: '9999-12-31' }, 'month', 'to'],
  [{ from: '9999-12-25', to: '9999-12-31' }, 'week', 'to'],
] as const)('%j by %s is refused at %s', (asked, step, field) => {
  expect(whyNotRange(asked, step)?.field).toBe(field)
})

test.each([
  [10, 4, 3],
  [9, 4, 2],
  [-10, 4, -2],
  [-11, 4, -3],
  [0, 3, 0],
  [5, 0, null],
  [9_007_199_254_740_991, 2, 4_503_599_627_370_496],
])('%d by %d orders is %d on average, rounded half up', (gross, orders, average) => {
  expect(averageOrderValue(gross, orders)).toBe(average)
})
