import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { SalesRow } from '#domain/sales.ts'
import { clockMs } from '#web/sales/figures.ts'
import { renderApp, sally } from '#web/testing/render-app.tsx'
import { figureOf } from '#web/testing/sales.ts'

// Nothing here is hidden by CSS, and jsdom takes seconds to compute that for every element.
configure({ defaultHidden: true })
let app: Awaited<ReturnType<typeof renderApp>>

const row: SalesRow = {
  id: '1',
  at: '2026-11-03T10:00:00.000Z',
  day: '2026-11-03',
  kind: 'paid-line',
  orderId: 'o1',
  orderNumber: '1001',
  title: 'Lamp',
  seller_id: 'sally',
  seller: { id: 'sally', name: 'Sally', shopName: '', avatar: null },
  category: 'Home',
  amount: 8_000,
  units: 2,
}

const openAt = async (address: string) => {
  app = await renderApp(address, [], {
    user: sally,
    answers: {
      'orders/listOwn': () => ({ rows: [], next: null }),
      'sales/ownRows': () => ({ rows: [row], next: null, sum: 8_000 }),
      'sales/ownTop': () => ({
        rows: [
          {
            id: 'lamp',
            name: 'Lamp',
            seller: { id: 'sally', name: 'Sally', shopName: '', avatar: null },
            gross: 8_000,
            units: 5,
            orders: 2,
          },
        ],
      }),
    },
  })
  return app
}

describe('a seller’s own figures', () => {
  it('are one line above the orders until the seller unfolds them', async () => {
    const { sent } = await openAt('/seller/orders')
    expect((await screen.findByText('€80.00')).closest('p')?.textContent).toMatch(/2026 €80\.00 from 2 orders$/)
    expect(screen.queryByRole('slider')).toBeNull()
    expect(sent('sales/ownTop')).toEqual([])
    expect(sent('orders/listOwn')).toEqual([{}])
  })

  it.each([
    ['2020-01-01..2020-01-03', false],
    ['today', true],
  ])('of %s move on with the clock: %s', async (range, moves) => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    await openAt(`/seller/orders?sales=${range}`)
    await figureOf('Gross sales')
    expect(timers.mock.calls.some(([, ms]) => ms === clockMs)).toBe(moves)
    timers.mockRestore()
  })

  it('cover only the seller’s own lines, beside the days before, with a chart and a file', async () => {
    await openAt('/seller/orders?sales=2026-11-01..2026-11-03')
    const names = ['Gross sales', 'Orders', 'Units', 'Average order value', 'Cancellation rate']
    for (const name of names) await figureOf(name)
    const figures = within(screen.getByText('Your sales').closest('details') as HTMLElement)
    for (const name of ['Refunds', 'Net', 'Shipping', 'Tax']) expect(figures.queryByText(name)).toBeNull()
    expect(await screen.findByRole('slider', { name: 'Sales by day' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Export figures' }).getAttribute('href')).toBe(
      '/api/sales/own.csv?from=2026-11-01&to=2026-11-03&step=day',
    )
    // Links to pages of admins are not offered.
    for (const link of within(screen.getByRole('main')).getAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(/^\/admin/)
  })

  it.each(['2026-11-03..2026-11-01', '2026-11-03..2026-11-01&rows=gross'])(
    'are neither shown nor exported if the range ends before it starts: %s',
    async (range) => {
      const { sent } = await openAt(`/seller/orders?sales=${range}`)
      expect((await screen.findByRole('alert')).textContent).toBe('The end lies before the beginning.')
      const files = screen.queryAllByRole('link', { name: /^Export/ }).map((link) => link.getAttribute('href'))
      expect(files.filter((href) => href?.startsWith('/api/sales/'))).toEqual([])
      expect(screen.queryByText(/€/)).toBeNull()
      expect([...sent('sales/own'), ...sent('sales/ownRows')]).toEqual([])
    },
  )

  it('each link to the seller’s own rows, with their sum, a file and a link back', async () => {
    const { sent } = await openAt('/seller/orders?sales=2026-11-01..2026-11-03')
    // The figure is shown without its sum while that is loaded.
    fireEvent.click(await waitFor(async () => within(await figureOf('Gross sales')).getByRole('link', { name: 'Gross sales €80.00' })))
    await screen.findByRole('heading', { level: 1, name: 'Gross sales' })
    expect(sent('sales/ownRows').at(-1)).toEqual({ figure: 'gross', from: '2026-11-01', to: '2026-11-03' })
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/seller/orders/o1')
    expect(row.textContent).toContain('LampHome')
    expect(row.textContent).not.toContain('Sally')
    expect(screen.getByText('Sum').textContent).toBe('Sum €80.00')
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/sales/own-rows.csv?figure=gross&from=2026-11-01&to=2026-11-03',
    )
    fireEvent.click(screen.getByRole('link', { name: 'All figures' }))
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    await figureOf('Gross sales')
  })

  it('link a top product to the rows of its sales, and an average to its calculation', async () => {
    const { sent } = await openAt('/seller/orders?sales=2026-11-01..2026-11-03')
    const units = await screen.findByRole('link', { name: '5 units' })
    expect(units.getAttribute('href')).toBe('/seller/orders?sales=2026-11-01..2026-11-03&rows=units&sold=lamp')
    fireEvent.click(screen.getByRole('link', { name: 'Lamp' }))
    expect(await screen.findByText(/For one product only/)).toBeDefined()
    expect(sent('sales/ownRows').at(-1)).toEqual({ figure: 'gross', from: '2026-11-01', to: '2026-11-03', product_id: 'lamp' })
    app.close()
    await openAt('/seller/orders?sales=2026-11-01..2026-11-03&rows=averageOrderValue')
    const orders = await screen.findByRole('link', { name: '2' })
    expect(orders.getAttribute('href')).toBe('/seller/orders?sales=2026-11-01..2026-11-03&rows=orders')
  })

  it('exclude figures that only admins see', async () => {
    const { sent } = await openAt('/seller/orders?sales=2026-11-01..2026-11-03&rows=refunds')
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(sent('sales/ownRows')).toEqual([])
  })

  it('keep their range separate from the dates that filter the list', async () => {
    const { sent } = await openAt('/seller/orders?sales=last30&from=2026-01-01')
    fireEvent.click(await screen.findByRole('button', { name: /^Range: / }))
    fireEvent.click(screen.getByRole('button', { name: 'This year' }))
    await waitFor(() => expect(String(sent('sales/own').at(-1)?.from)).toMatch(/-01-01$/))
    expect(sent('orders/listOwn')).toEqual([{ from: '2026-01-01' }])
  })
})
