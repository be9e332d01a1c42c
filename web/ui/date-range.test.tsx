import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { addMonths, firstWeekdayIn, weekdaysFrom, weeksOf } from '#web/ui/calendar.ts'
import { DateRange, type Days } from '#web/ui/DateRange.tsx'

afterEach(cleanup)

const today = '2026-11-24'
const named = [
  { from: today, to: today, label: 'Today' },
  { from: '2026-11-01', to: today, label: 'This month' },
]
const changes: unknown[] = []

function List({ at }: { at: Days }) {
  const [days, setDays] = useState(at)
  const change = (to: Days, by?: { label: string }) => {
    changes.push(by ? by.label : to)
    setDays(to)
  }
  return <DateRange label="Placed" all="Any day" {...{ days, named, today, change }} />
}
function open(at: Days = {}): HTMLElement {
  changes.length = 0
  render(<List at={at} />)
  fireEvent.click(button())
  return screen.getByRole('dialog', { name: 'Placed: choose days' })
}
const button = () => screen.getByRole('button', { name: /^Placed: / })
const day = (name: RegExp) => screen.getByRole('button', { name })
const pressed = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent)
const key = (name: string, more = {}) => fireEvent.keyDown(document.activeElement as Element, { key: name, ...more })
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('a range of days', () => {
  it('is named by its text, and chosen by a name', () => {
    open()
    expect(button().textContent).toBe('Any day')
    fireEvent.click(screen.getByRole('button', { name: 'This month' }))
    expect(changes).toEqual(['This month'])
    expect(button().textContent).toMatch(/^1\D+24 Nov 2026$|^Nov 1\D+24, 2026$/)
    expect(screen.queryByRole('grid')).toBeNull()
  })

  it('is typed, and taken only when it is applied', () => {
    open({ from: '2026-11-02', to: '2026-11-09' })
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-12-31' } })
    expect(screen.getByRole('heading', { name: 'December 2026' })).toBeDefined()
    expect(changes).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(changes).toEqual([{ from: '2026-11-02', to: '2026-12-31' }])
  })

  it('has its ends in order, however they are chosen in the calendar', () => {
    open({ from: '2026-11-02', to: '2026-11-09' })
    fireEvent.click(day(/20 Nov|Nov 20/))
    expect((screen.getByLabelText('Until') as HTMLInputElement).value).toBe('2026-11-20')
    fireEvent.click(day(/18 Nov|Nov 18/))
    const chosen = screen.getAllByRole('gridcell', { selected: true })
    expect(chosen.map(({ textContent }) => textContent)).toEqual(['18', '19', '20'])
    expect(pressed()).toEqual(['18', '19', '20'])
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(changes).toEqual([{ from: '2026-11-18', to: '2026-11-20' }])
  })

  it('may have one open end, and none at all', () => {
    open({ from: '2026-11-02' })
    expect(button().textContent).toMatch(/^since /)
    expect(pressed()).toEqual(Array.from({ length: 29 }, (_, at) => String(at + 2)))
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(changes).toEqual([{}])
    expect(button().textContent).toBe('Any day')
  })

  it('is left as it was by Cancel', () => {
    open({ from: '2026-11-02', to: '2026-11-09' })
    fireEvent.click(day(/20 Nov|Nov 20/))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(changes).toEqual([])
    expect(screen.queryByRole('grid')).toBeNull()
  })
})

describe('the calendar', () => {
  it('has one day in the order of Tab, and the keys of a date grid', () => {
    const dialog = open({ from: '2026-11-18', to: '2026-11-18' })
    const inOrder = within(screen.getByRole('grid', { name: 'November 2026' }))
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
    expect(inOrder.map(({ textContent }) => textContent)).toEqual(['18'])
    inOrder[0]?.focus()
    const moves = [
      ['ArrowRight', /19/],
      ['ArrowDown', /26/],
      ['ArrowLeft', /25/],
      ['ArrowUp', /18/],
      ['PageDown', /18.*Dec|Dec.*18/],
      ['PageUp', /18.*Nov|Nov.*18/],
    ] as const
    for (const [name, expected] of moves) {
      key(name)
      expect(focused()).toMatch(expected)
    }
    key('PageUp', { shiftKey: true })
    expect(focused()).toMatch(/2025/)
    expect(within(dialog).getByRole('heading', { name: 'November 2025' })).toBeDefined()
  })

  it('marks today', () => {
    open({ from: '2026-11-18', to: '2026-11-18' })
    expect(day(/24 Nov|Nov 24/).getAttribute('aria-current')).toBe('date')
  })

  it('begins its weeks as the region does', () => {
    expect([firstWeekdayIn('en-GB'), firstWeekdayIn('en-US')]).toEqual([1, 7])
    expect(weekdaysFrom(7).map(({ long }) => long)[0]).toBe('Sunday')
    expect(weeksOf('2026-11-24', 1)[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeksOf('2026-11-24', 7)[0]?.[0]).toBe('2026-11-01')
    expect(weeksOf('2026-02-10', 7)).toHaveLength(4)
    expect(weeksOf('2026-12-10', 1).flat().filter(Boolean)).toHaveLength(31)
  })

  it('stays in a month that is shorter', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-31')
  })
})
