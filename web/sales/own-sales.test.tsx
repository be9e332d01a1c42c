import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDesk, sally } from '#web/testing/desk.tsx'
import { figureOf } from '#web/testing/sales.ts'

vi.setConfig({ testTimeout: 60_000 })
// Nothing here is hidden by style, and jsdom takes seconds to find that out for every element.
configure({ defaultHidden: true })
let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

const openAt = async (address: string) => {
  desk = await openDesk(address, [], {
    user: sally,
    answers: {
      'orders/listOwn': () => ({ rows: [], next: null }),
      'sales/ownTop': () => ({ rows: [{ id: 'lamp', name: 'Lamp', gross: 8_000, units: 5, orders: 2 }] }),
    },
  })
  return desk
}

describe('a seller’s own figures', () => {
  it('are one line above his orders until he unfolds them', async () => {
    const { sent } = await openAt('/seller/orders')
    expect((await screen.findByText('€80.00')).closest('p')?.textContent).toMatch(/^€80\.00 from 2 orders · .*2026$/)
    expect(screen.queryByRole('slider')).toBeNull()
    expect(sent('sales/ownTop')).toEqual([])
    expect(sent('orders/listOwn')).toEqual([{}])
  })

  it('tell what is his alone, beside the days before, with a chart and a file', async () => {
    await openAt('/seller/orders?sales=2026-11-01..2026-11-03')
    const names = ['Gross sales', 'Orders', 'Units', 'Average order value', 'Cancellation rate']
    for (const name of names) await figureOf(name)
    for (const name of ['Refunds', 'Net', 'Shipping', 'Tax']) expect(screen.queryByText(name)).toBeNull()
    expect(await screen.findByRole('slider', { name: 'Sales by day' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Export figures' }).getAttribute('href')).toBe(
      '/api/sales/own.csv?from=2026-11-01&to=2026-11-03&step=day',
    )
    // What only admins may open is not offered to him.
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /€/ })).toBeNull()
  })

  it('keep their range apart from the days that his list is narrowed by', async () => {
    const { sent } = await openAt('/seller/orders?sales=last30&from=2026-01-01')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Range' }), { target: { value: 'thisYear' } })
    await waitFor(() => expect(String(sent('sales/own').at(-1)?.from)).toMatch(/-01-01$/))
    expect(sent('orders/listOwn')).toEqual([{ from: '2026-01-01' }])
  })
})
