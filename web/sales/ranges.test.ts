// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { daysOf, withDays } from '#domain/day-presets.ts'
import { stepsIn } from '#domain/sales-ranges.ts'
import { readOwnSales, writeOwnSales } from '#web/sales/own-search.ts'
import { pointsOf } from '#web/sales/points.ts'
import { readSalesSearch } from '#web/sales/sales-search.ts'
import { stepFor } from '#web/sales/step-for.ts'
import { dayIn } from '#web/ui/calendar.ts'

describe('a preset range', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last7', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['last30', '2028-03-01', '2028-02-01', '2028-03-01'],
    ['last365', '2026-11-21', '2025-11-22', '2026-11-21'],
    ['thisMonth', '2026-11-21', '2026-11-01', '2026-11-21'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['thisYear', '2026-11-21', '2026-01-01', '2026-11-21'],
  ] as const)('%s is, on %s, from %s to %s', (range, today, from, to) => expect(daysOf({ range }, today)).toEqual({ from, to }))

  it('of a list becomes its days on the day it is shown; explicit days, one end of which may be open, come first', () => {
    const search = 'lamp'
    expect(withDays({ search, range: 'last7' }, '2026-03-01')).toEqual({ search, from: '2026-02-23', to: '2026-03-01' })
    expect(withDays({ search, range: 'last7', from: '2026-01-01' }, '2026-03-01')).toEqual({ search, from: '2026-01-01', to: undefined })
    expect(withDays({ search }, '2026-03-01')).toEqual({ search, from: undefined, to: undefined })
  })

  it('begins and ends at midnight in the marketplace’s time zone, not in the reader’s', () => {
    const moment = Date.parse('2026-11-21T23:30:00Z')
    expect(dayIn('Europe/Vienna', moment)).toBe('2026-11-22')
    expect(dayIn('America/New_York', moment)).toBe('2026-11-21')
  })
})

describe('the address of the sales page', () => {
  it('has either explicit dates or a preset, never half of one', () => {
    expect(readSalesSearch({ from: '2026-01-01', to: '2026-01-31', range: 'today' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
    expect(readSalesSearch({ from: '2026-01-01', range: 'last7' })).toEqual({ range: 'last7' })
    expect(readSalesSearch({ from: '2026-02-31', to: 'tomorrow', range: 'forever', step: 'hour', rows: 'profit' })).toEqual({})
  })

  it('keeps the range of a seller’s own figures in one word', () => {
    for (const word of ['last30', 'thisYear', '2026-01-01..2026-01-31']) expect(writeOwnSales(readOwnSales(word))).toBe(word)
    expect(readOwnSales('2026-01-01..never')).toEqual({})
  })
})

describe('the steps of a range', () => {
  it('are days, weeks or months so that they remain distinguishable, unless people choose otherwise', () => {
    expect(stepFor({ from: '2026-10-23', to: '2026-11-21' })).toBe('day')
    expect(stepFor({ from: '2025-11-22', to: '2026-11-21' })).toBe('week')
    expect(stepFor({ from: '2017-01-01', to: '2026-11-21' })).toBe('month')
    expect(stepFor({ from: '2025-11-22', to: '2026-11-21' }, 'day')).toBe('day')
  })

  it('are never days in a range so long that the server refuses them', () => {
    expect(stepFor({ from: '2017-01-01', to: '2026-11-21' }, 'day')).toBe('day')
    expect(stepFor({ from: '2016-01-01', to: '2026-11-21' }, 'day')).toBe('month')
  })

  it('are named in full, a month by its name only if it is complete', () => {
    const months = pointsOf(stepsIn({ from: '2026-01-15', to: '2026-02-28' }, 'month'), 'month')
    expect(months.map(({ name }) => name)).toEqual([expect.stringMatching(/15.*31|31.*15/), 'February 2026'])
  })

  it('have at most nine marks, the last day among them', () => {
    const days = pointsOf(stepsIn({ from: '2026-10-23', to: '2026-11-21' }, 'day'), 'day')
    const marked = days.filter(({ mark }) => mark !== null)
    expect(marked.length).toBeLessThanOrEqual(9)
    expect(days.at(-1)?.mark).toMatch(/21/)
    const year = pointsOf(stepsIn({ from: '2025-11-22', to: '2026-11-21' }, 'day'), 'day')
    expect(year.flatMap(({ mark }) => mark ?? [])).toContain('2026')
    const decade = pointsOf(stepsIn({ from: '2017-02-01', to: '2026-11-21' }, 'month'), 'month')
    expect(decade.flatMap(({ mark }) => mark ?? [])).toEqual(['2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025', '2026'])
  })
})
