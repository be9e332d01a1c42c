import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { SalesRow } from '#domain/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import { renderApp } from '#web/testing/render-app.tsx'
import { figureOf, noReview, noSales, salesReport, someSales } from '#web/testing/sales.ts'

// Nothing here is hidden by CSS, and jsdom takes seconds to compute that for every element.
configure({ defaultHidden: true })
let app: Awaited<ReturnType<typeof renderApp>>

const days = { from: '2026-11-01', to: '2026-11-03' }
const rangeOf = ({ from, to }: Record<string, unknown>): SalesRange => ({ from: String(from), to: String(to) })
const row = (id: string, change: Partial<SalesRow> = {}): SalesRow => ({
  id,
  at: '2026-11-03T10:00:00.000Z',
  day: '2026-11-03',
  kind: 'paid-line',
  orderId: `o${id}`,
  orderNumber: `100${id}`,
  title: 'Lamp',
  seller_id: 'sally',
  seller: { id: 'sally', name: 'Sally', shopName: '', avatar: null },
  category: 'Home',
  amount: 4_000,
  units: 2,
  ...change,
})

const answers = (totals = someSales, before = noSales) => ({
  'sales/figures': (input: Record<string, unknown>) => salesReport(rangeOf(input), totals, before),
  'sales/top': ({ of }: Record<string, unknown>) => ({
    rows:
      of === 'categories'
        ? [{ id: '', name: '', seller: null, gross: 4_000, units: 2, orders: 1 }]
        : [
            {
              id: `best-${of}`,
              name: 'Lamp',
              seller: of === 'products' ? { id: 'sally', name: 'Sally', shopName: 'Lamps & more', avatar: null } : null,
              gross: 8_000,
              units: 5,
              orders: 2,
            },
          ],
  }),
  'sales/rows': () => ({ rows: [row('1'), row('2', { kind: 'cancelled-line', amount: -500, title: null })], next: 'more', sum: 8_000 }),
  'sales/moderation': (_: Record<string, unknown>) => noReview as object,
  'sales/signUps': () => ({
    total: 9,
    days: [
      { day: '2026-11-01', count: 5 },
      { day: '2026-11-02', count: 1 },
      { day: '2026-11-03', count: 3 },
    ],
  }),
})

/** Ends today for every range but “yesterday”. */
const reportUntilToday = ({ from, to }: Record<string, unknown>) => ({
  ...salesReport({ from: String(from), to: String(to) }, someSales, { ...someSales, gross: 4_000 }),
  today: new Date().toISOString().slice(0, 10),
})

const openAt = async (address: string, own: ReturnType<typeof answers> = answers()) => {
  app = await renderApp(address, [], { answers: own })
  return app
}
const address = `/admin/sales?from=${days.from}&to=${days.to}`
/** Another first day, by its field. */
function chooseFrom(day: string): void {
  fireEvent.click(screen.getByRole('button', { name: /^Range: / }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: day } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
}
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

describe('the figures of a range', () => {
  it('have their names, each compared in words with the range before', async () => {
    await openAt(address, answers(someSales, { ...someSales, gross: 4_000, refunds: 2_000, cancellationRate: 0.2 }))
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toBe('Gross sales€80.00100% up from €40.00'))
    expect((await figureOf('Refunds')).textContent).toBe('Refunds€10.0050% down from €20.00')
    expect((await figureOf('Orders')).textContent).toBe('Orders2Same as before')
    expect((await figureOf('Cancellation rate')).textContent).toBe('Cancellation rate25%5 points up from 20%')
    expect((await figureOf('Refund rate')).textContent).toBe('Refund rate12.5%Same as before')
    for (const name of ['Net', 'Units', 'Average order value', 'Shipping', 'Tax']) await figureOf(name)
  })

  it('stand alone if nothing happened in the range before: neither compared, nor good or bad', async () => {
    await openAt(address)
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toBe('Gross sales€80.00'))
    expect((await figureOf('Refunds')).textContent).toBe('Refunds€10.00')
    expect((await figureOf('Refunds')).querySelector('.bad')).toBeNull()
  })

  it.each([
    ['last7', /so far, compared with .* until the same time of day\./, '100% up from €40.00'],
    ['today', /so far, compared with .* until the same time of day\./, 'vs. €40.00'],
    ['yesterday', /^(?!.*(so far|same time)).*compared with/, '100% up from €40.00'],
  ])('of “%s” say how far they are compared, and today alone is neither good nor bad', async (range, lead, difference) => {
    await openAt(`/admin/sales?range=${range}`, { ...answers(), 'sales/figures': reportUntilToday })
    await screen.findByText(lead)
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toBe(`Gross sales€80.00${difference}`))
  })

  it('go up from zero if something else happened in the range before', async () => {
    await openAt(address, answers(someSales, { ...noSales, linesPlaced: 1 }))
    await waitFor(async () => expect((await figureOf('Refunds')).textContent).toBe('Refunds€10.00Up from €0.00'))
    expect((await figureOf('Refunds')).querySelector('.bad')).toBeTruthy()
  })

  it('are zeros with their names where nothing was sold, and say why an average is zero', async () => {
    await openAt(address, answers(noSales))
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toBe('Gross sales€0.00'))
    expect((await figureOf('Average order value')).textContent).toBe('Average order value€0.00No order was paid.')
    expect((await figureOf('Cancellation rate')).textContent).toBe('Cancellation rate0%No order was placed.')
    expect((await figureOf('Refund rate')).textContent).toBe('Refund rate0%No gross sales.')
    expect(screen.getByText('No sales on these days.')).toBeDefined()
  })

  it('show no zero for a ratio whose divisor alone is zero', async () => {
    await openAt(address, answers({ ...noSales, gross: -4_000, refunds: 500, linesCancelled: 1 }))
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toContain('-€40.00'))
    expect((await figureOf('Average order value')).textContent).toBe('Average order value–No order was paid.')
    expect((await figureOf('Cancellation rate')).textContent).toBe('Cancellation rate–No order was placed.')
    expect((await figureOf('Refund rate')).textContent).toBe('Refund rate–No gross sales.')
  })

  it('each link to their rows', async () => {
    await openAt(address)
    await screen.findAllByText('€10.00')
    const link = within(await figureOf('Refunds')).getByRole('link', { name: 'Refunds €10.00' })
    expect(hrefOf(link)).toBe('/admin/sales?rows=refunds&from=2026-11-01&to=2026-11-03')
    const rate = within(await figureOf('Cancellation rate')).getByRole('link', { name: 'Cancellation rate 25%' })
    expect(hrefOf(rate)).toContain('rows=cancellationRate')
  })

  it('are requested as the address says, and the address follows every choice', async () => {
    const { sent } = await openAt(`${address}&step=week`)
    await figureOf('Gross sales')
    expect(sent('sales/figures')).toEqual([{ ...days, step: 'week' }])
    fireEvent.change(screen.getByRole('combobox', { name: 'Group by' }), { target: { value: 'month' } })
    await waitFor(() => expect(sent('sales/figures').at(-1)).toEqual({ ...days, step: 'month' }))
    chooseFrom('2026-10-30')
    await waitFor(() => expect(sent('sales/figures').at(-1)).toEqual({ from: '2026-10-30', to: days.to, step: 'month' }))
    fireEvent.click(screen.getByRole('button', { name: /^Range: / }))
    fireEvent.click(screen.getByRole('button', { name: 'Today' }))
    await waitFor(() => {
      const { from, to } = sent('sales/figures').at(-1) ?? {}
      expect(from).toBe(to)
    })
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toMatch(
      /^\/api\/sales\/figures\.csv\?from=.*&to=.*&step=month$/,
    )
  })

  it('are not requested for an invalid range, and the reason is shown', async () => {
    const { sent } = await openAt('/admin/sales?from=2026-11-03&to=2026-11-01')
    expect((await screen.findByRole('alert')).textContent).toBe('The end lies before the beginning.')
    expect(sent('sales/figures')).toEqual([])
    // There is nothing to export, and there are no dates to show.
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
    // Only the range itself names them.
    expect(screen.getAllByText(/Nov 3/).map((element) => element.closest('button')?.getAttribute('aria-haspopup'))).toEqual(['dialog'])
  })

  it('have no file of rows for an invalid range', async () => {
    await openAt('/admin/sales?rows=net&from=1026-11-03&to=2026-11-01')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose at most 36,525 days, which is a hundred years.')
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
  })

  it('are refreshed when a hint about an order arrives', async () => {
    const { answers: server, refresh } = await openAt(address)
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toContain('€80.00'))
    server['sales/figures'] = (input) => salesReport(rangeOf(input), { ...someSales, gross: 9_000 })
    await refresh()
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toContain('€90.00'))
  })
})

describe('a chart', () => {
  const chart = (name = 'Sales by day') => screen.findByRole('slider', { name })

  it('is read with the arrow keys, and a screen reader announces each day and its values', async () => {
    await openAt(address)
    const slider = await chart()
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /2026, so far, Gross sales €80\.00, Refunds €10\.00, Net €70\.00, Gross sales before €0\.00$/,
    )
    slider.focus()
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider.getAttribute('aria-valuenow')).toBe('2')
    expect(slider.getAttribute('aria-valuetext')).toMatch(/2026, Gross sales €0\.00/)
    fireEvent.keyDown(slider, { key: 'Home' })
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider.getAttribute('aria-valuenow')).toBe('1')
  })

  it('says “so far” of the day that is not over, and of no other', async () => {
    await openAt(address)
    const slider = await chart()
    slider.focus()
    const cardOf = (day: RegExp) => screen.findByText(day, { selector: 'p' })
    expect((await cardOf(/Nov 3/)).textContent).toMatch(/, so far$/)
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect((await cardOf(/Nov 2/)).textContent).not.toContain('so far')
    const days = (await tableOf('Sales by day', 0)).getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(days).toEqual([expect.stringMatching(/2026, so far$/), ...Array(2).fill(expect.stringMatching(/2026$/))])
  })

  it('opens the rows of the current day with Enter', async () => {
    const { sent } = await openAt(address)
    const slider = await chart()
    slider.focus()
    fireEvent.keyDown(slider, { key: 'Enter' })
    await screen.findByRole('heading', { level: 1, name: 'Gross sales' })
    expect(sent('sales/rows').at(-1)).toEqual({ figure: 'gross', from: '2026-11-03', to: '2026-11-03' })
  })

  const tableOf = async (name: string, at: number) => {
    const details = screen.getAllByText('Show as table')[at]?.closest('details')
    if (!details) throw new Error('No way to the table.')
    details.open = true
    fireEvent(details, new Event('toggle'))
    return within(await screen.findByRole('region', { name: `${name}, as a table` }))
  }

  it('can be read as a table, newest first, with each value linked to its rows, including those of the days before', async () => {
    await openAt(address)
    await chart()
    const table = await tableOf('Sales by day', 0)
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[0]).toBe('DayGross salesRefundsNetGross sales beforeOrdersUnitsAverage order valueCancellation rate')
    expect(rows[1]).toMatch(/€80\.00€10\.00€70\.00€0\.0025€40\.0025%$/)
    expect(rows[2]).toMatch(/€0\.0000€0\.000%$/)
    expect(rows).toHaveLength(4)
    expect(table.getAllByRole('link').slice(0, 9).map(hrefOf)).toEqual([
      ...['gross', 'refunds', 'net'].map((figure) => `/admin/sales?rows=${figure}&from=2026-11-03&to=2026-11-03`),
      '/admin/sales?rows=gross&from=2026-10-31&to=2026-10-31',
      ...['orders', 'units', 'averageOrderValue', 'cancellationRate'].map(
        (figure) => `/admin/sales?rows=${figure}&from=2026-11-03&to=2026-11-03`,
      ),
      '/admin/sales?rows=gross&from=2026-11-02&to=2026-11-02',
    ])
  })

  it('of sign-ups adds up each week, has a table by day, and links every count to its people', async () => {
    await openAt(address)
    const slider = await chart('Sign-ups, last 365 days')
    expect(slider.getAttribute('aria-valuetext')).toMatch(/Sign-ups 4$/)
    const table = await tableOf('Sign-ups, last 365 days', 1)
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DaySign-ups',
      ...[expect.stringMatching(/Nov 3, 2026, so far3$/), expect.stringMatching(/Nov 2, 20261$/), expect.stringMatching(/Nov 1, 20265$/)],
    ])
    const links = [screen.getByRole('link', { name: '9 people' }), ...table.getAllByRole('link')]
    expect(links.map(hrefOf)).toEqual(
      ['11-01&to=2026-11-03', '11-03&to=2026-11-03', '11-02&to=2026-11-02', '11-01&to=2026-11-01'].map(
        (range) => `/admin/user-management?from=2026-${range}`,
      ),
    )
    fireEvent.keyDown(slider, { key: 'Enter' })
    await screen.findByRole('heading', { level: 1, name: 'User management' })
    await waitFor(() => expect(app.sent('users/list').at(-1)).toEqual({ from: '2026-11-02', to: '2026-11-03' }))
  })
})

describe('what sold best', () => {
  it('distinguishes products of one name by their sellers', async () => {
    await openAt(address)
    const row = (await screen.findByText('Lamps & more')).closest('tr')
    expect(row?.textContent).toContain('LampLamps & more · Sally5 units · 2 orders')
    expect(screen.getAllByText('Lamps & more')).toHaveLength(1)
  })

  it('says that units are those left after cancellations where orders would outnumber them', async () => {
    const one = { id: 'lamp', name: 'Lamp', seller: null, gross: 4_000, units: 1, orders: 2 }
    await openAt(address, { ...answers(), 'sales/top': ({ of }) => ({ rows: of === 'products' ? [one] : [] }) })
    expect((await screen.findByText('Lamp')).closest('tr')?.textContent).toContain('One unit after cancellations · 2 orders')
  })

  it('links each product, seller and category to its rows, and lines without a category too', async () => {
    const { sent } = await openAt(address)
    await waitFor(() => expect(screen.getAllByText('Lamp')).toHaveLength(2))
    const nameless = await screen.findByText('No category')
    expect(screen.getAllByText('Lamp').map((name) => name.closest('a')?.getAttribute('href'))).toEqual([
      '/admin/sales?rows=gross&from=2026-11-01&to=2026-11-03&product_id=best-products',
      '/admin/sales?rows=gross&from=2026-11-01&to=2026-11-03&seller_id=best-sellers',
    ])
    const units = screen.getAllByText('5 units').map((text) => hrefOf(text))
    expect(units[0]).toBe('/admin/sales?rows=units&from=2026-11-01&to=2026-11-03&product_id=best-products')
    expect(hrefOf(screen.getByText('one order'))).toMatch(/rows=orders&from=2026-11-01&to=2026-11-03&without=category$/)
    fireEvent.click(nameless)
    await screen.findByRole('heading', { level: 1, name: 'Gross sales' })
    expect(sent('sales/rows').at(-1)).toEqual({ figure: 'gross', ...days, category: '' })
    expect(hrefOf(screen.getByRole('link', { name: 'Export CSV' }))).toMatch(/&category=$/)
  })
})

describe('the rows of a figure', () => {
  it('show their orders and amounts, deductions with a minus sign, and their sum', async () => {
    await openAt(`${address}&rows=gross`)
    const paid = await screen.findByRole('row', { name: /Order 1001/ })
    expect(paid.textContent).toContain('€40.00')
    expect(hrefOf(within(paid).getByRole('link'))).toBe('/admin/orders/o1')
    expect(screen.getByRole('row', { name: /Order 1002/ }).textContent).toContain('Cancelled')
    expect(screen.getByRole('row', { name: /Order 1002/ }).textContent).toContain('-€5.00')
    expect(screen.getByText('Sum').textContent).toBe('Sum €80.00')
    expect(screen.getByRole('button', { name: 'Load more' })).toBeDefined()
  })

  it('are counted if the figure is not money', async () => {
    await openAt(`${address}&rows=orders`, {
      ...answers(),
      'sales/rows': () => ({ rows: [row('1', { kind: 'order' })], next: 'more', sum: 1_200 }),
    })
    await screen.findByRole('row', { name: /Order 1001/ })
    expect(screen.getByText('Count').textContent).toBe('Count 1,200')
  })

  it.each([
    ['averageOrderValue', ['€80.00 Gross sales', '2 Orders', '€40.00 Average order value'], ['gross', 'orders']],
    ['refundRate', ['€10.00 Refunds', '€80.00 Gross sales', '12.5% Refund rate'], ['refunds', 'gross']],
    ['cancellationRate', ['1 Lines cancelled', '4 Lines placed', '25% Cancellation rate'], ['linesCancelled', 'linesPlaced']],
  ])('show the calculation of a figure that is a ratio: %s', async (name, parts, rows) => {
    await openAt(`${address}&rows=${name}`)
    const main = within(screen.getByRole('main'))
    const first = (await main.findByText(String(parts[0]).split(' ')[0] ?? '')).closest('div')
    expect(first?.textContent).toBe(`${parts[0]}÷divided by${parts[1]}=is${parts[2]}`)
    const links = within(first as HTMLElement).getAllByRole('link')
    expect(links.map(hrefOf)).toEqual(rows.map((figure) => `/admin/sales?rows=${figure}&from=2026-11-01&to=2026-11-03`))
  })

  it('show the calculation of one seller’s ratio, with links to their rows only', async () => {
    const { sent } = await openAt(`${address}&rows=averageOrderValue&seller_id=sally`)
    const gross = await within(screen.getByRole('main')).findByRole('link', { name: '€80.00' })
    expect(screen.getByText(/For one seller only/)).toBeDefined()
    expect(sent('sales/figures').every(({ seller_id }) => seller_id === 'sally')).toBe(true)
    expect(hrefOf(gross)).toBe('/admin/sales?rows=gross&from=2026-11-01&to=2026-11-03&seller_id=sally')
  })

  it('show the refund rate of the marketplace, even if the address names a seller, whose lines have none', async () => {
    const { sent } = await openAt(`${address}&rows=refundRate&seller_id=sally`)
    await within(screen.getByRole('main')).findByText('12.5%')
    expect(screen.queryByText(/For one seller only/)).toBeNull()
    expect(sent('sales/figures').some(({ seller_id }) => seller_id !== undefined)).toBe(false)
  })

  it('say why a ratio without data is zero', async () => {
    await openAt(`${address}&rows=averageOrderValue`, answers(noSales))
    const note = await screen.findByText('No order was paid.')
    expect(note.closest('p')?.textContent).toBe('€0.00 Average order valueNo order was paid.')
  })

  it('link back to all figures of these days', async () => {
    const { sent } = await openAt(`${address}&rows=net`)
    fireEvent.click(await screen.findByRole('link', { name: 'All figures' }))
    await screen.findByRole('heading', { level: 1, name: 'Sales' })
    await waitFor(() => expect(sent('sales/figures').at(-1)).toMatchObject(days))
  })
})

describe('the state of review', () => {
  it('shows what waits, how fast, why and by whom products were decided, each with a link', async () => {
    const report = {
      range: days,
      waiting: { products: 12, edits: 1, oldest: '2026-11-01T10:00:00.000Z', oldestOf: 'edits', medianAgeMs: 5_400_000 },
      decisions: 32,
      approved: 25,
      rejected: 7,
      medianMs: 3_600_000,
      p90Ms: 86_400_000,
      reasons: [{ code: 'image_quality', count: 5 }],
      admins: [{ id: 'ada', name: 'Ada', approved: 25, rejected: 5, medianMs: null }],
    }
    await openAt(address, { ...answers(), 'sales/moderation': () => report })
    expect(hrefOf(await screen.findByText('12 products pending'))).toBe('/admin/product-approval')
    expect(hrefOf(screen.getByText('One edit request pending'))).toBe('/admin/edit-requests')
    const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
    expect(facts).toEqual(
      expect.arrayContaining([
        'Median wait: 1.5 hours of 12 products and one edit request ',
        'Median time to decision: 1 hour',
        '90% decided within: 1 day',
      ]),
    )
    const opened = (name: string) => {
      const place = screen.getByText(name, { selector: 'dt, th, bdi' })
      return within(place.closest('tr') ?? (place.parentElement as HTMLElement))
        .getAllByRole('link')
        .map((link) => [link.textContent, hrefOf(link)?.replace('&from=2026-11-01&to=2026-11-03', '')])
    }
    expect(opened('Decisions')).toEqual([['32', '/admin/history?decision=any']])
    expect(opened('90% decided within')).toEqual([['1 day', '/admin/history?decision=waited']])
    expect(opened('Waiting longest')[0]?.[1]).toBe('/admin/edit-requests')
    // No list holds both kinds, so the median names and links both.
    expect(hrefOf(screen.getByRole('link', { name: '12 products, longest waiting first' }))).toBe('/admin/product-approval')
    expect(hrefOf(screen.getByRole('link', { name: 'One edit request' }))).toBe('/admin/edit-requests')
    expect(opened('Image quality')).toEqual([['5', '/admin/history?decision=rejected&code=image_quality']])
    expect(opened('Ada')).toEqual([
      ['25', '/admin/history?decision=approved&by=ada'],
      ['5', '/admin/history?decision=rejected&by=ada'],
    ])
    expect(screen.getByRole('row', { name: /Image quality/ }).textContent).toContain('5')
    expect(screen.getByRole('row', { name: /^Ada/ }).textContent).toBe('Ada255–')
  })

  it('links to the counted decisions, even while those of other days are loading', async () => {
    const asked: unknown[] = []
    const moderation = ({ from }: Record<string, unknown>) => {
      asked.push(from)
      return asked.length === 1 ? { ...noReview, decisions: 32 } : new Promise(() => {})
    }
    await openAt(address, { ...answers(), 'sales/moderation': moderation })
    const counted = await screen.findByRole('link', { name: '32' })
    chooseFrom('2026-10-30')
    await waitFor(() => expect(asked).toEqual(['2026-11-01', '2026-10-30']))
    expect(hrefOf(counted)).toBe('/admin/history?decision=any&from=2026-11-01&to=2026-11-03')
    expect(screen.getByRole('link', { name: '32' })).toBe(counted)
  })

  it.each([
    [{ products: 3, edits: 0, oldestOf: 'products' }, '/admin/product-approval'],
    [{ products: 0, edits: 3, oldestOf: 'edits' }, '/admin/edit-requests'],
  ])('links the median age to the only queue that is not empty: %j', async (waits, queue) => {
    const waiting = { ...waits, oldest: '2026-11-01T10:00:00.000Z', medianAgeMs: 7_200_000 }
    await openAt(address, { ...answers(), 'sales/moderation': () => ({ ...noReview, waiting }) })
    expect(hrefOf(await screen.findByRole('link', { name: '2 hours' }))).toBe(queue)
  })
})
