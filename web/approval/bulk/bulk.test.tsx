import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import type { Product } from '#domain/product.ts'
import { product, refuses, renderApp } from '#web/testing/render-app.tsx'
import { toasts } from '#web/ui/toasts.ts'

let app: Awaited<ReturnType<typeof renderApp>>

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
  noun: 'products',
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

let shelf: Product[] = []
async function waiting(count: number, already: BulkDecision[] = []) {
  shelf = Array.from({ length: count }, (_, at) => product(String(at + 1), { version: at + 1 }))
  app = await renderApp(queue, shelf)
  app.bulks.push(...already)
  await screen.findByText('Lamp 1')
  await act(() => app.refresh())
}

describe('a bulk decision', () => {
  it('selects all rows that are shown, deselects one by key, and sends each with its expected version', async () => {
    await waiting(4)
    app.answers['bulkDecisions/start'] = ({ items }) => {
      const made = bulk(
        'b1',
        me,
        (items as { id: string }[]).map(({ id }) => id),
      )
      app.bulks.unshift(made)
      return made
    }
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 4 shown' }))
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
    expect(app.sent('bulkDecisions/start')).toMatchObject([
      { decision: 'approve', items: [2, 3, 4].map((n) => ({ id: String(n), status: 'pending', version: n })) },
    ])
    expect(screen.queryByRole('button', { name: 'Approve selected' })).toBeNull()
    expect(screen.getAllByText('Deciding')).toHaveLength(3)
    expect(box('Lamp 2').disabled).toBe(true)
  })

  it('leaves selected what was selected while it was being sent', async () => {
    await waiting(3)
    const { promise, resolve } = Promise.withResolvers<BulkDecision>()
    app.answers['bulkDecisions/start'] = () => promise
    fireEvent.click(box('Lamp 1'))
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await waitFor(() => expect(app.sent('bulkDecisions/start')).toHaveLength(1))
    fireEvent.click(box('Lamp 2'))
    const made = bulk('b19', me, ['1'])
    app.bulks.unshift(made)
    resolve(made)
    await waitFor(() => expect(box('Lamp 1').disabled).toBe(true))
    expect([1, 2, 3].map((at) => box(`Lamp ${at}`).checked)).toEqual([false, true, false])
  })

  it('rejects all with one reason', async () => {
    await waiting(2)
    app.answers['bulkDecisions/start'] = () => bulk('b2', me, ['1', '2'], { decision: 'reject' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }))
    fireEvent.click(screen.getByRole('button', { name: 'Reject selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject 2 products' })
    expect(within(dialog).getByText(/^The sellers of 2 products/)).toBeDefined()
    press('6')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject 2 products' }))
    await status('2 products are about to be rejected')
    expect(app.sent('bulkDecisions/start')).toMatchObject([{ decision: 'reject', code: 'duplicate', items: [{ id: '1' }, { id: '2' }] }])
  })

  it('shows a sentence for more than a thousand products and sends nothing', async () => {
    app = await renderApp('/404', [])
    cleanup()
    // Imported now, so that it calls the server of this test app.
    const { BulkBar } = await import('#web/approval/bulk/BulkBar.tsx')
    const selected = Array.from({ length: 1_001 }, (_, at) => product(String(at)))
    const acts = {
      toggle: () => true,
      extend: () => {},
      all: () => {},
      none: () => {},
      keep: () => {},
      restore: () => {},
      unshown: new Set(''),
    }
    const bar = (some: typeof selected) => (
      <QueryClientProvider client={new QueryClient()}>
        <BulkBar
          noun="products"
          selection={{ ticks: new Map(), selected: some, changed: new Set(''), tickable: 1_001, ...acts }}
          status="pending"
          onStarted={() => {}}
        />
      </QueryClientProvider>
    )
    const { rerender } = render(bar(selected))
    expect(screen.getByRole('alert').textContent).toBe('You can decide on at most 1,000 products at once. Select fewer.')
    for (const name of ['Approve selected', 'Reject selected']) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain('at most 1,000')
      fireEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(app.sent('bulkDecisions/start')).toEqual([])
    rerender(bar(selected.slice(1)))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Approve selected' }).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('clears the selection when the filter changes', async () => {
    await waiting(2)
    fireEvent.click(box('Lamp 1'))
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'rejected' } })
    await screen.findByText('No product has this status')
    expect(screen.queryByRole('checkbox')).toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'pending' } })
    await screen.findByText('Lamp 1')
    expect(box('Lamp 1').checked).toBe(false)
  })
})

describe('a product that its seller changes after an admin selected it', () => {
  const changeFirst = async () => {
    shelf[0] = product('1', { version: 2, description: 'Something else.', updated_at: '2026-11-20T11:00:00.000Z' })
    app.answers['products/queue'] = () => ({ rows: shelf, next: null })
    await act(() => app.refresh())
    await screen.findByText('Changed')
  }

  it('is marked, and sent with the version the admin saw, so that no admin approves an unread change', async () => {
    await waiting(2)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }))
    expect(screen.queryByText('Changed')).toBeNull()
    await changeFirst()
    await status('1 product changed since you selected it and will be refused.')
    app.answers['bulkDecisions/start'] = () => bulk('b9', me, ['1', '2'])
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await waitFor(() => expect(app.sent('bulkDecisions/start')).toHaveLength(1))
    expect(app.sent('bulkDecisions/start')[0]?.items).toEqual([
      { id: '1', status: 'pending', version: 1 },
      { id: '2', status: 'pending', version: 2 },
    ])
  })

  it('is sent with that version even when it changes while the reason is written, and the dialog says so', async () => {
    await waiting(2)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }))
    fireEvent.click(screen.getByRole('button', { name: 'Reject selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject 2 products' })
    await changeFirst()
    expect(within(dialog).getByText(/^1 product changed since you selected it/)).toBeDefined()
    app.answers['bulkDecisions/start'] = () => bulk('b10', me, ['1', '2'], { decision: 'reject' })
    press('6')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject 2 products' }))
    await waitFor(() => expect(app.sent('bulkDecisions/start')).toMatchObject([{ items: [{ id: '1', version: 1 }, { id: '2' }] }]))
  })

  it('is sent with its current version after it is selected again', async () => {
    await waiting(2)
    fireEvent.click(box('Lamp 1'))
    await changeFirst()
    fireEvent.click(box('Lamp 1'))
    fireEvent.click(box('Lamp 1'))
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
    app.answers['bulkDecisions/start'] = () => bulk('b11', me, ['1'])
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await waitFor(() => expect(app.sent('bulkDecisions/start')).toMatchObject([{ items: [{ id: '1', version: 2 }] }]))
  })
})

describe('starting a bulk decision', () => {
  it('opens the next product that is not part of it if the opened one is, and keys decide on that', async () => {
    await waiting(4)
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    for (const lamp of ['Lamp 1', 'Lamp 2']) fireEvent.click(box(lamp))
    app.answers['bulkDecisions/start'] = () => bulk('b19', me, ['1', '2'])
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await screen.findByRole('heading', { level: 2, name: 'Lamp 3' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Opened product' })))
    // One that is not part of it stays open.
    fireEvent.click(box('Lamp 4'))
    app.answers['bulkDecisions/start'] = () => bulk('b20', me, ['4'])
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await status('1 product is about to be approved')
    // A key that was meant for the product before decides on nothing.
    const later = performance.now() + 600
    vi.spyOn(performance, 'now').mockReturnValue(later)
    press('a')
    vi.restoreAllMocks()
    await waitFor(() => expect(app.sent('products/approve')).toMatchObject([{ id: '3' }]))
  })

  it('that holds all of a list does not say that nothing is left in it', async () => {
    await waiting(2)
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    for (const lamp of ['Lamp 1', 'Lamp 2']) fireEvent.click(box(lamp))
    app.answers['bulkDecisions/start'] = () => bulk('b22', me, ['1', '2'])
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await status('2 products are about to be approved')
    await waitFor(() => expect(screen.getAllByText('Deciding')).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Lamp 1' })).toBeNull())
    expect(screen.queryByText('Nothing is left in this list.')).toBeNull()
  })

  it('takes the focus from nobody who types meanwhile', async () => {
    await waiting(2)
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    fireEvent.click(box('Lamp 1'))
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    app.answers['bulkDecisions/start'] = async () => {
      await promise
      return bulk('b21', me, ['1'])
    }
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    screen.getByRole('searchbox').focus()
    answer()
    await screen.findByRole('heading', { level: 2, name: 'Lamp 2' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it('happens once, however fast an admin double-clicks', async () => {
    await waiting(1)
    app.answers['bulkDecisions/start'] = () => bulk('b12', me, ['1'])
    fireEvent.click(box('Lamp 1'))
    const approve = screen.getByRole('button', { name: 'Approve selected' })
    // Both in one act: nothing is rendered between them.
    act(() => {
      approve.click()
      approve.click()
    })
    await status('1 product is about to be approved')
    expect(app.sent('bulkDecisions/start')).toHaveLength(1)
  })

  it('reports a lost answer, and a second try cannot start a second one', async () => {
    await waiting(1)
    app.answers['bulkDecisions/start'] = refuses(503, 'unavailable', '')
    fireEvent.click(box('Lamp 1'))
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await waitFor(() =>
      expect(toasts.read().map(({ text }) => text)).toEqual([
        expect.stringMatching(/^The server did not answer\. If the bulk decision was started/),
      ]),
    )
    expect(box('Lamp 1').checked).toBe(true)
    app.answers['bulkDecisions/start'] = () => bulk('b13', me, ['1'])
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await status('1 product is about to be approved')
    const [lost, again] = app.sent('bulkDecisions/start')
    expect(lost?.key).toMatch(/^[\da-f-]{36}$/)
    expect(again?.key).toBe(lost?.key)
  })

  it('starts a new one when the first was started, its answer lost, and then undone', async () => {
    await waiting(1)
    const answers = [bulk('b14', me, ['1'], { status: 'undone' }), bulk('b15', me, ['1'])]
    app.answers['bulkDecisions/start'] = () => answers.shift()
    fireEvent.click(box('Lamp 1'))
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await status('1 product is about to be approved')
    const [first, second] = app.sent('bulkDecisions/start')
    expect(second?.key).not.toBe(first?.key)
  })
})

describe('a row that cannot be selected', () => {
  it('gives its reason to screen readers', async () => {
    await waiting(1, [bulk('b16', bert, ['1'])])
    await screen.findByText('Deciding')
    const why = (one: HTMLElement) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent
    expect(why(box('Lamp 1'))).toBe('It is part of a bulk decision in progress.')
    expect(why(screen.getByRole('checkbox', { name: 'Nothing to select' }))).toBe('No item in this list can be selected now.')
  })

  it('keeps the bulk rejection unsent, the button says why, and nothing speaks of 0 products', async () => {
    await waiting(1)
    fireEvent.click(box('Lamp 1'))
    fireEvent.click(screen.getByRole('button', { name: 'Reject selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject 1 product' })
    press('6')
    app.bulks.push(bulk('b17', bert, ['1']))
    await act(() => app.refresh())
    await within(dialog).findByText('Nothing is selected any more. Your explanation stays here.')
    expect(screen.getByRole('dialog', { name: 'Reject selected' }).textContent).not.toMatch(/0 products/)
    const send = within(dialog).getByRole('button', { name: 'Reject selected' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(send.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Nothing is selected any more/)
    fireEvent.click(send)
    expect(app.sent('bulkDecisions/start')).toEqual([])
  })
})

describe('a held bulk decision', () => {
  it('is still there after a reload, and its author undoes it with a click or a key', async () => {
    await waiting(3, [bulk('b3', me, ['1', '2'])])
    await status('2 products are about to be approved')
    app.answers['bulkDecisions/undo'] = ({ id }) => ({ ...app.bulks.splice(0, 1)[0], id, status: 'undone' })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone. Nothing was decided.')
    expect(app.sent('bulkDecisions/undo')).toEqual([{ id: 'b3' }])
    await waitFor(() => expect(screen.queryByText('Deciding')).toBeNull())
    // Its products are selected again.
    expect(screen.getByText('2 selected')).toBeDefined()
    app.bulks.push(bulk('b4', me, ['3']))
    await act(() => app.refresh())
    await status('1 product is about to be approved')
    press('u')
    await waitFor(() => expect(app.sent('bulkDecisions/undo')).toEqual([{ id: 'b3' }, { id: 'b4' }]))
  })

  it('is undone by the key only if it is the newest', async () => {
    await waiting(3, [bulk('older', me, ['1'])])
    await status('1 product is about to be approved')
    app.bulks.unshift(bulk('newer', me, ['2', '3']))
    await act(() => app.refresh())
    await status('2 products are about to be approved')
    app.answers['bulkDecisions/undo'] = ({ id }) => ({ ...app.bulks.find((one) => one.id === id), status: 'undone' })
    press('u')
    await screen.findByText('Undone. Nothing was decided.')
    expect(app.sent('bulkDecisions/undo')).toEqual([{ id: 'newer' }])
  })

  it('of a colleague shows their name, cannot be undone here, and blocks its products', async () => {
    await waiting(2, [bulk('b5', bert, ['1'])])
    await status('Bert is deciding on 1 product')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    press('j')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    const approve = screen.getByRole('button', { name: 'Approve' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/^Bert is deciding on this in bulk/)).toBeDefined()
    press('a')
    press('r')
    press('u')
    expect(app.calls.filter(({ path }) => /approve|reject|undo/.test(path))).toEqual([])
  })

  it('makes the next product after a decision skip its products', async () => {
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
    { id: '2', title: 'Lamp 2', code: 'already-decided', message: 'Bert has since rejected this.' },
    { id: '3', title: 'Lamp 3', code: 'not-found', message: 'Product not found!' },
  ]

  it('shows its author the result of each product, with links to the refused ones', async () => {
    await waiting(3, [bulk('b7', me, ['1', '2', '3'], { status: 'done', results })])
    await status('1 approved, 2 refused.')
    fireEvent.click(screen.getByRole('button', { name: 'Show results' }))
    const dialog = await screen.findByRole('dialog', { name: 'Results by product' })
    expect(within(dialog).getByText('Bert has since rejected this.')).toBeDefined()
    expect(within(dialog).getByRole('link', { name: 'Lamp 2' }).getAttribute('href')).toBe('/admin/products/2')
    expect(within(dialog).queryByRole('link', { name: 'Lamp 3' })).toBeNull()
    expect(within(dialog).queryByText(/^They changed after you opened them/)).toBeNull()
    const bar = screen.getByText('1 approved, 2 refused.').parentElement
    app.answers['bulkDecisions/dismiss'] = ({ id }) => ({ ...app.bulks.splice(0, 1), id })
    fireEvent.click(within(bar ?? dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('1 approved, 2 refused.')).toBeNull())
    // The server knows, so it is gone on every device.
    expect(app.sent('bulkDecisions/dismiss')).toEqual([{ id: 'b7' }])
  })

  it('hides earlier ones that refused nothing, and takes them along when it is closed', async () => {
    const done = (id: string, at: number) => bulk(id, me, ['1'], { status: 'done', results: results.slice(at, at + 1) })
    await waiting(3, [done('b22', 0), done('b23', 1), done('b24', 0)])
    await status('1 approved.')
    // A refusal can still be read.
    const names = { name: 'Show results' }
    expect(screen.getAllByRole('button', names)).toHaveLength(2)
    await status('0 approved, 1 refused.')
    app.answers['bulkDecisions/dismiss'] = ({ id }) =>
      app.bulks.splice(
        app.bulks.findIndex((one) => one.id === id),
        1,
      )
    fireEvent.click(within(screen.getByText('1 approved.').parentElement as HTMLElement).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.getAllByRole('button', names)).toHaveLength(1))
    expect(screen.queryByText('1 approved.')).toBeNull()
    await waitFor(() => expect(app.sent('bulkDecisions/dismiss')).toEqual([{ id: 'b22' }, { id: 'b24' }]))
  })

  it('explains what helps where all refused products had changed', async () => {
    await waiting(2, [bulk('b18', me, ['1', '2'], { status: 'done', results: results.slice(0, 2) })])
    await status('1 approved, 1 refused.')
    fireEvent.click(screen.getByRole('button', { name: 'Show results' }))
    const dialog = await screen.findByRole('dialog', { name: 'Results by product' })
    expect(within(dialog).getByText(/^They changed after you opened them/)).toBeDefined()
  })

  it('of a colleague is not shown to other admins', async () => {
    await waiting(3, [bulk('b8', bert, ['1', '2', '3'], { status: 'done', results })])
    await waitFor(() => expect(app.sent('bulkDecisions/list').length).toBeGreaterThan(1))
    expect(screen.queryByText(/approved, 2 refused/)).toBeNull()
  })
})
