import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { TimelineEntry } from '#contract/products.ts'
import { product, renderApp } from '#web/testing/render-app.tsx'

const moment = '2026-11-20T10:00:00.000Z'
const entry = (id: string, kind: TimelineEntry['kind'], before: TimelineEntry['before'] = null): TimelineEntry => ({
  // A second apart, as one transaction would be one happening.
  id,
  kind,
  at: `2026-11-20T10:00:0${id}.000Z`,
  by: 'Ada',
  byAdmin: true,
  fields: [],
  reason: null,
  before,
  after: null,
})

const part = (name: string) => within(screen.getByRole('heading', { level: 2, name }).closest('section') ?? document.body)

describe('product details', () => {
  it('show a take-down as such, in the timeline and among the attempts', async () => {
    const app = await renderApp('/admin/product-approval', [product('1', { status: 'rejected' })])
    app.answers['products/timeline'] = () => ({
      rows: [entry('3', 'product.reject', { status: 'approved' }), entry('2', 'product.reject', { status: 'pending' })],
      next: null,
    })
    const attempt = { number: 1, submittedAt: moment, decision: 'rejected', decidedAt: moment, decidedBy: 'Ada' }
    app.answers['products/attempts'] = () => [
      { ...attempt, takenDown: false, rejectionReason: 'Blurred.', code: 'image_quality', fields: [] },
      { ...attempt, takenDown: true, decidedAt: '2026-11-20T11:00:00.000Z', rejectionReason: 'Reported.', code: 'other', fields: [] },
    ]
    await app.go('/admin/products/1')
    await screen.findByRole('heading', { level: 1, name: 'Lamp 1' })
    const timeline = part('Timeline')
    await timeline.findByText('Taken down')
    expect(timeline.getAllByText('Rejected')).toHaveLength(1)
    const attempts = part('Attempts')
    expect(attempts.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      expect.stringContaining('Taken down by Ada'),
      expect.stringContaining('Rejected by Ada'),
    ])
  })

  it('do not restore a product whose seller has closed their account, and say why', async () => {
    const app = await renderApp('/admin/products/1', [product('1', { status: 'archived', sellerClosed: true })])
    await screen.findByRole('heading', { level: 1, name: 'Lamp 1' })
    const restore = screen.getByRole('button', { name: 'Restore' })
    expect(restore.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('The seller has closed the account, so this cannot go on sale.').id).toBe(
      restore.getAttribute('aria-describedby'),
    )
    fireEvent.click(restore)
    expect(app.sent('products/restore')).toEqual([])
    expect(screen.getByRole('button', { name: 'Take down' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('begin with the fresh answer: a change from before they were opened is not marked as unread', async () => {
    const shelf = [product('1')]
    const app = await renderApp('/admin/product-approval?product=1', shelf)
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    shelf[0] = product('1', { title: 'Lamp 1, mended', version: 2 })
    let answer = () => {}
    app.answers['products/get'] = () => new Promise((resolve) => (answer = () => resolve(shelf[0])))
    await app.stale()
    await app.go('/admin/products/1')
    await screen.findByRole('heading', { level: 1, name: 'Lamp 1' })
    await act(async () => answer())
    await screen.findByRole('heading', { level: 1, name: 'Lamp 1, mended' })
    expect(screen.queryByText(/changed this/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    await screen.findByText('“Lamp 1, mended” was approved.')
    expect(app.sent('products/approve')).toEqual([{ id: '1', status: 'pending', version: 2 }])
  })

  it('keep the focus after a move, and after its undo can be decided again without being read again', async () => {
    const shelf = [product('1')]
    const app = await renderApp('/admin/products/1', shelf)
    await screen.findByRole('heading', { level: 1, name: 'Lamp 1' })
    const becomes = (now: (typeof shelf)[number]) => () => {
      shelf[0] = now
      return now
    }
    app.answers['products/approve'] = becomes(product('1', { status: 'approved' }))
    app.answers['products/undo'] = becomes(product('1', { version: 2 }))
    const approve = () => screen.findByRole('button', { name: 'Approve' })
    const button = await approve()
    button.focus()
    fireEvent.click(button)
    await screen.findByRole('button', { name: 'Take down' })
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Take down' }))).toBe(true)
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
    expect((await approve()).getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByText(/changed this/)).toBeNull()
  })
})
