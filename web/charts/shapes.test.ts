// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { columns, heightOf, line, ticksFor } from '#web/charts/shapes.ts'

describe('the vertical axis', () => {
  it.each([
    [[0, 0], [0]],
    [[1], [0, 1]],
    [
      [7, 3],
      [0, 2, 4, 6, 8],
    ],
    [[123_456], [0, 50_000, 100_000, 150_000]],
    [
      [90, -40],
      [0, 50, 100],
    ],
    [
      [90, -60],
      [-50, 0, 50, 100],
    ],
  ])('of %j has its numbers at %j', (values, ticks) => expect(ticksFor(values)).toEqual(ticks))
})

describe('what is drawn', () => {
  const box = { top: 100, bottom: -100 }

  it('is at the height of its value, with zero between positive and negative values', () => {
    expect([100, 0, -100].map((value) => heightOf(box, value))).toEqual([0, 50, 100])
  })

  it('has no column for zero, and a visible one for almost zero', () => {
    expect(columns(box, [0, null])).toBe('')
    expect(columns(box, [0.001])).toContain('V49.3')
  })

  it('does not connect the points on both sides of a missing value', () => {
    expect(line(box, [0, null, 0, 100])).toBe('M0.5 50M2.5 50L3.5 0')
  })
})
