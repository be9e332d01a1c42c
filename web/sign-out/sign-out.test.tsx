import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ListedBulkDecision } from '#contract/bulk-decisions.ts'
import { namesOnDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { product, renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const out = () => app.sent('/api/auth/sign-out')
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const asked = () => screen.findByRole('heading', { level: 1, name: 'Sign out?' })
const queue = '/admin/product-approval'
const bulk = (by: string, change: Partial<ListedBulkDecision> = {}): ListedBulkDecision => ({
  inThisSession: by === 'ada',
  id: by,
  decision: 'approve',
  status: 'held',
  by: { id: by, name: by },
  code: null,
  rejectionReason: null,
  finishedAt: null,
  noun: 'products',
  items: ['1', '2', '3'].map((id) => ({ id, status: 'pending', version: 1 })),
  runsAt: new Date(Date.now() + 10_000).toISOString(),
  results: [],
  ...change,
})
function chooseSignOut() {
  fireEvent.click(screen.getByRole('button', { name: 'Account menu' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out', hidden: true }))
}

/** Opens the queue and chooses "Sign out". */
async function leave(prepare: () => void) {
  app = await renderApp(queue, [product('1')])
  await screen.findByText('Lamp 1')
  prepare()
  chooseSignOut()
}

describe('signing out', () => {
  it('happens at once if nothing is unsent', async () => {
    await leave(() => {
      // A bulk decision of the same admin on another device continues without this session.
      app.bulks.push(bulk('bert'), bulk('ada', { status: 'done' }), bulk('ada', { id: 'elsewhere', inThisSession: false }))
      storeOnDevice('bert', 'new-product', {})
    })
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    expect(out()).toHaveLength(1)
    expect(screen.queryByText('Sign out?')).toBeNull()
  })

  it('warns of unsaved forms and rejections, and people who stay lose nothing', async () => {
    await leave(() => {
      storeOnDevice('ada', 'product:1', {})
      storeOnDevice('ada', 'new-product', {})
      storeOnDevice('ada', 'rejection:1', {})
    })
    await asked()
    expect(items()).toEqual(['Changes in 2 product forms', '1 unfinished rejection'])
    const stay = screen.getByRole('button', { name: 'Stay' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    expect(out()).toEqual([])
    fireEvent.click(stay)
    await screen.findByText('Lamp 1')
    expect(namesOnDevice('ada')).toHaveLength(3)
    expect(out()).toEqual([])
  })

  it('warns of unsent messages and of begun ones', async () => {
    await leave(() => {
      for (const id of ['one', 'two']) storeOnDevice('ada', `unsent:${id}`, {})
      storeOnDevice('ada', 'chat:1', 'Not finished')
      // These are no work.
      for (const name of ['recent', 'columns']) storeOnDevice('ada', name, {})
    })
    await asked()
    expect(items()).toEqual(['2 messages that have not been sent yet', '1 unfinished message'])
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    expect(namesOnDevice('ada')).toEqual([])
  })

  it('warns of the remaining decisions of a bulk decision, and signs out people who confirm', async () => {
    await leave(() => {
      app.bulks.push(bulk('bert'), bulk('ada', { status: 'running', results: [{ id: '1', title: 'Lamp 1', code: null, message: null }] }))
      storeOnDevice('ada', 'rejection:1', {})
    })
    await asked()
    expect(items()).toEqual(['1 unfinished rejection', '2 items in your bulk decisions that have not been decided yet'])
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    expect(out()).toHaveLength(1)
    expect(namesOnDevice('ada')).toEqual([])
  })

  it('warns of a decision that the server has not answered yet', async () => {
    let answer = () => {}
    app = await renderApp(`${queue}?product=1`, [product('1')])
    app.answers['products/approve'] = () => new Promise((resolve) => (answer = () => resolve(product('1', { status: 'approved' }))))
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(app.sent('products/approve')).toHaveLength(1))
    chooseSignOut()
    await asked()
    expect(items()).toEqual(['1 decision that is still on its way'])
    await act(async () => answer())
  })

  it('takes people who typed the address, and then stay, to their home page', async () => {
    storeOnDevice('ada', 'rejection:1', {})
    app = await renderApp('/logout', [])
    await asked()
    fireEvent.click(screen.getByRole('button', { name: 'Stay' }))
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(out()).toEqual([])
  })
})
