import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { openDesk, product } from '#web/testing/desk.tsx'

// Whole screens are drawn here, on machines that may be busy.
vi.setConfig({ testTimeout: 20_000 })
let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

const queue = '/admin/product-approval'
const me = { id: 'ada', name: 'Ada' }
const bert = { id: 'bert', name: 'Bert' }
const box = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select “${title}”` })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const status = (text: string) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('status')
        .map((one) => one.textContent)
        .join(),
    ).toContain(text),
  )

const bulk = (id: string, by: BulkDecision['by'], ids: string[], change: Partial<BulkDecision> = {}): BulkDecision => ({
  id,
  decision: 'approve',
  status: 'held',
  by,
  items: ids.map((one) => ({ id: one, status: 'pending', version: 1 })),
  code: null,
  rejectionReason: null,
  runsAt: new Date(Date.now() + 10_000).toISOString(),
  finishedAt: null,
  results: [],
  ...change,
})

async function waiting(count: number, already: BulkDecision[] = []) {
  const shelf = Array.from({ length: count }, (_, at) => product(String(at + 1), { version: at + 1 }))
  desk = await openDesk(queue, shelf)
  desk.bulks.push(...already)
  await screen.findByText('Lamp 1')
  await act(() => desk.refresh())
}

describe('deciding many at once', () => {
  it('ticks all that is loaded, some by key, and hands them over as they were seen', async () => {
    await waiting(4)
    desk.answers['bulkDecisions/start'] = ({ items }) => {
      const made = bulk(
        'b1',
        me,
        (items as { id: string }[]).map(({ id }) => id),
      )
      desk.bulks.unshift(made)
      return made
    }
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 4 loaded' }))
    expect(screen.getByRole('checkbox', { name: '4 selected' })).toBeDefined()
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    press('x')
    expect(box('Lamp 1').checked).toBe(false)
    await status('Not selected any more. 3 selected in all.')
    const before = document.activeElement
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await status('3 products are about to be approved')
    expect(document.activeElement).toBe(before)
    expect(desk.sent('bulkDecisions/start')).toEqual([
      { decision: 'approve', items: [2, 3, 4].map((n) => ({ id: String(n), status: 'pending', version: n })) },
    ])
    expect(screen.queryByRole('button', { name: 'Approve selected' })).toBeNull()
    expect(screen.getAllByText('Deciding')).toHaveLength(3)
    expect(box('Lamp 2').disabled).toBe(true)
  })

  it('rejects with one reason for all', async () => {
    await waiting(2)
    desk.answers['bulkDecisions/start'] = () => bulk('b2', me, ['1', '2'], { decision: 'reject' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 loaded' }))
    fireEvent.click(screen.getByRole('button', { name: 'Reject selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject products' })
    expect(within(dialog).getByText(/^The sellers of 2 products/)).toBeDefined()
    press('6')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject products' }))
    await status('2 products are about to be rejected')
    expect(desk.sent('bulkDecisions/start')).toMatchObject([{ decision: 'reject', code: 'duplicate', items: [{ id: '1' }, { id: '2' }] }])
  })

  it('refuses more than a thousand with a sentence, before anything is sent', async () => {
    desk = await openDesk('/404', [])
    cleanup()
    // Now, so that it speaks to the desk's server.
    const { BulkBar } = await import('#web/approval/BulkBar.tsx')
    const selected = Array.from({ length: 1_001 }, (_, at) => product(String(at)))
    const selection = { ids: new Set(''), selected, tickable: 1_001, toggle: () => true, extend: () => {}, all: () => {}, none: () => {} }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <BulkBar selection={selection} status="pending" />
      </QueryClientProvider>,
    )
    expect(screen.getByRole('alert').textContent).toBe('At most 1,000 products can be decided in one go. Select fewer.')
    for (const name of ['Approve selected', 'Reject selected']) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain('At most 1,000')
      fireEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(desk.sent('bulkDecisions/start')).toEqual([])
  })

  it('forgets what was ticked when other products are listed', async () => {
    await waiting(2)
    fireEvent.click(box('Lamp 1'))
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'rejected' } })
    await screen.findByText('No product has this status')
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'pending' } })
    await screen.findByText('Lamp 1')
    expect(box('Lamp 1').checked).toBe(false)
  })
})

describe('a held bulk decision', () => {
  it('is still there after a reload, and undone by its author with a click or a key', async () => {
    await waiting(3, [bulk('b3', me, ['1', '2'])])
    await status('2 products are about to be approved')
    desk.answers['bulkDecisions/undo'] = ({ id }) => ({ ...desk.bulks.splice(0, 1)[0], id, status: 'undone' })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone. Nothing was decided.')
    expect(desk.sent('bulkDecisions/undo')).toEqual([{ id: 'b3' }])
    await waitFor(() => expect(screen.queryByText('Deciding')).toBeNull())
    desk.bulks.push(bulk('b4', me, ['3']))
    await act(() => desk.refresh())
    await status('1 product is about to be approved')
    press('u')
    await waitFor(() => expect(desk.sent('bulkDecisions/undo')).toEqual([{ id: 'b3' }, { id: 'b4' }]))
  })

  it('of a colleague is named, cannot be undone here, and holds its products', async () => {
    await waiting(2, [bulk('b5', bert, ['1'])])
    await status('Bert is deciding 1 product')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    const approve = screen.getByRole('button', { name: 'Approve' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/^Bert is deciding this together with other products/)).toBeDefined()
    press('a')
    press('r')
    press('u')
    expect(desk.calls.filter(({ path }) => /approve|reject|undo/.test(path))).toEqual([])
  })

  it('is passed over where a decision opens the next product', async () => {
    await waiting(3, [bulk('b6', bert, ['2'])])
    await screen.findByText('Deciding')
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    press('a')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 3' })
  })
})

describe('a finished bulk decision', () => {
  const results = [
    { id: '1', title: 'Lamp 1', code: null, message: null },
    { id: '2', title: 'Lamp 2', code: 'already-decided', message: 'Bert has rejected this meanwhile.' },
    { id: '3', title: 'Lamp 3', code: 'not-found', message: 'Product not found!' },
  ]

  it('tells its author what became of each product, with the way to what was refused', async () => {
    await waiting(3, [bulk('b7', me, ['1', '2', '3'], { status: 'done', results })])
    await status('1 approved, 2 refused.')
    fireEvent.click(screen.getByRole('button', { name: 'Show results' }))
    const dialog = await screen.findByRole('dialog', { name: 'What became of each product' })
    expect(within(dialog).getByText('Bert has rejected this meanwhile.')).toBeDefined()
    expect(within(dialog).getByRole('link', { name: 'Lamp 2' }).getAttribute('href')).toBe('/admin/products/2')
    expect(within(dialog).queryByRole('link', { name: 'Lamp 3' })).toBeNull()
    const bar = screen.getByText('1 approved, 2 refused.').parentElement
    fireEvent.click(within(bar ?? dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('1 approved, 2 refused.')).toBeNull())
  })

  it('of a colleague is nobody else’s news', async () => {
    await waiting(3, [bulk('b8', bert, ['1', '2', '3'], { status: 'done', results })])
    await waitFor(() => expect(desk.sent('bulkDecisions/list').length).toBeGreaterThan(1))
    expect(screen.queryByText(/approved, 2 refused/)).toBeNull()
  })
})
