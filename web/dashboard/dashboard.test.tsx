import { configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FirstSteps } from '#contract/settings.ts'
import type { HistoryLog } from '#domain/event.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import { product, renderApp } from '#web/testing/render-app.tsx'
import { figureOf, noSales, salesReport, someSales } from '#web/testing/sales.ts'

// Nothing here is hidden by CSS, and jsdom takes seconds to compute that for every element.
configure({ defaultHidden: true })
let app: Awaited<ReturnType<typeof renderApp>>

const entry = (change: Partial<HistoryLog> = {}): HistoryLog => ({
  id: '1',
  type: null,
  kind: 'order.placed',
  description: 'Order 1001 was placed.',
  itemId: 'o1',
  user: null,
  userId: null,
  person: null,
  reason: null,
  fields: [],
  before: null,
  after: null,
  waitedMs: null,
  timestamp: '2026-11-20T10:00:00.000Z',
  ...change,
})

type About = {
  sold?: typeof someSales
  people?: number
  waits?: number
  steps?: FirstSteps | Promise<FirstSteps>
  history?: HistoryLog[]
  mailsAreFiles?: boolean
  shelf?: ReturnType<typeof product>[]
}

const open = async ({
  sold = someSales,
  people = 12,
  waits = 0,
  steps = { name: true, sellers: true, storefront: true },
  history = [entry()],
  mailsAreFiles,
  shelf = [],
}: About) => {
  app = await renderApp('/admin/dashboard', shelf, {
    settings: { mailsAreFiles },
    answers: {
      'sales/today': () => ({ day: '2026-11-21', at: '2026-11-21T14:05:30.000Z', figures: sold, yesterday: noSales }),
      'sales/figures': ({ from, to }) => salesReport({ from, to } as SalesRange, sold),
      'sales/signUps': () => ({ total: people, days: [{ day: '2026-11-21', count: people }] }),
      'settings/firstSteps': () => steps,
      'history/list': () => ({ rows: history, next: null }),
      'chats/unread': () => ({ unread: waits }),
      'orders/unshipped': () => ({ lines: waits, orders: waits && 2, unpaid: waits && 1, refunded: waits && 1 }),
      'editRequests/waiting': () => ({ pending: waits }),
    },
  })
}
const main = () => within(screen.getByRole('main'))
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

describe('the dashboard', () => {
  it('shows how many orders the lines to be shipped belong to, links to them, and counts the unpaid and the refunded ones', async () => {
    await open({ waits: 3 })
    const lines = await main().findByText('order lines to ship')
    expect(lines.closest('a')?.textContent?.replaceAll('\u00a0', ' ')).toBe('3 order lines to ship in 2 orders, one unpaid, one refunded')
  })

  it('shows what waits, with each count linked to exactly that list', async () => {
    await open({ waits: 1_200, shelf: [product('1')] })
    await main().findByText('order lines to ship')
    await waitFor(() => expect(main().getAllByText('999+')).toHaveLength(3))
    const tiles = within(main().getByRole('region', { name: 'Pending work' })).getAllByRole('link')
    expect(tiles.map((tile) => `${tile.textContent} at ${hrefOf(tile)}`)).toEqual([
      '1 product to review at /admin/product-approval',
      '999+ edit requests to review at /admin/edit-requests',
      '999+ unread chats at /admin/chats?filter=unread',
      '999+ order lines to ship at /admin/orders?lineStatus=open',
    ])
    expect(hrefOf(await main().findByText('Lamp 1'))).toBe('/admin/product-approval?product=1')
  })

  it('shows today’s figures by name, each linked to its rows, beside those of the day before by the same time, and rates none as good or bad', async () => {
    await open({})
    await waitFor(async () => expect((await figureOf('Gross sales')).textContent).toBe('Gross sales€80.00vs. €0.00'))
    expect(main().getByRole('heading', { name: 'Today vs. yesterday' })).toBeDefined()
    expect(main().getByText(/^Both days up to (14:05|2:05\sPM)$/)).toBeDefined()
    for (const name of ['Refunds', 'Net', 'Refund rate', 'Orders', 'Units', 'Average order value', 'Cancellation rate'])
      await figureOf(name)
    expect(hrefOf(within(await figureOf('Net')).getByRole('link', { name: 'Net €70.00' }))).toBe(
      '/admin/sales?rows=net&from=2026-11-21&to=2026-11-21',
    )
  })

  it('links the net of 30 days to its rows', async () => {
    await open({})
    expect(hrefOf(await main().findByRole('link', { name: '€70.00 net' }))).toBe('/admin/sales?rows=net&range=last30')
  })

  it('draws the sales of the last 30 days and the sign-ups of 365', async () => {
    await open({})
    expect(await main().findByRole('slider', { name: 'Sales by day' })).toBeDefined()
    expect(await main().findByRole('slider', { name: 'Sign-ups, last 365 days' })).toBeDefined()
    const { from, to } = app.sent('sales/figures')[0] as SalesRange
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29)
  })

  it('names a program that acted by its API key, and Backstall only where no one else acted', async () => {
    await open({ history: [entry({ user: 'Web shop' }), entry({ id: '2', description: 'Order 1002 was placed.' })] })
    expect((await main().findByText('Order 1001 was placed.')).closest('li')?.textContent).toContain('Web shop')
    expect(main().getByText('Order 1002 was placed.').closest('li')?.textContent).toContain('Backstall')
  })
})

describe('the dashboard of a new marketplace', () => {
  const none = { name: false, sellers: false, storefront: false }

  it('shows the first steps, and zeros under the names of the figures', async () => {
    await open({ sold: noSales, people: 1, steps: none, history: [] })
    expect(hrefOf(await main().findByText('Invite sellers'))).toBe('/admin/user-management')
    expect(hrefOf(main().getByText('Connect the storefront'))).toBe('/admin/settings?section=apiKeys')
    expect(main().getByText('1 of 4 done')).toBeDefined()
    expect((await figureOf('Average order value')).textContent).toBe('Average order value€0.00No order was paid.')
  })

  it('keeps the steps that are left, and ticks off those that are done', async () => {
    await open({ people: 40, steps: { ...none, sellers: true } })
    expect((await main().findByText('Invite sellers')).closest('li')?.textContent).toBe('Done: Invite sellers')
    expect(main().getByText('Name the marketplace').closest('li')?.textContent).toMatch(/^Name the marketplaceIts name/)
    expect(main().getByText('2 of 4 done')).toBeDefined()
  })

  it('says beside the other steps that mails only go to a folder, and how they reach people', async () => {
    await open({ steps: none, mailsAreFiles: true })
    const mail = await main().findByText('Set up email')
    expect(hrefOf(mail)).toBe('/admin/settings?section=health')
    expect(mail.closest('li')?.textContent).toMatch(/SMTP_URL .*only go to a folder/)
    expect(main().getByText('0 of 4 done')).toBeDefined()
  })

  it('shows that it is loading as long as nothing of it can be seen', async () => {
    const { promise, resolve } = Promise.withResolvers<FirstSteps>()
    const seen = () =>
      main()
        .queryAllByRole('progressbar')
        .filter((outline) => !outline.closest('[style*="visibility"]'))
    await open({ steps: promise })
    await figureOf('Average order value')
    expect(seen()).toHaveLength(1)
    resolve({ name: true, sellers: true, storefront: true })
    await waitFor(() => expect(seen()).toEqual([]))
  })

  it('no longer shows the first steps once all are done, even if the marketplace is run without email', async () => {
    await open({ sold: noSales, people: 2, history: [], mailsAreFiles: true })
    await main().findByRole('slider', { name: 'Sign-ups, last 365 days' })
    await waitFor(() => expect(app.sent('settings/firstSteps')).toHaveLength(1))
    expect(main().queryByText('Start here')).toBeNull()
  })
})
