import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Product } from '#domain/product.ts'
import { product, renderApp, request, sally } from '#web/testing/render-app.tsx'

// After the test app, which replaces `fetch` before any of this is loaded.
const { queries } = await import('#web/platform/queries/queries.ts')
const { rpc } = await import('#web/platform/rpc/rpc.ts')

let app: Awaited<ReturnType<typeof renderApp>>

const later = '2030-01-01T00:00:00.000Z'
const row = () => screen.getByText(/^Lamp 1/).closest('tr') as HTMLElement
const never = () => new Promise(() => {})

/** Renders the list of a seller. */
async function savedList(shelf: Product[], answers: Parameters<typeof renderApp>[2] & object) {
  app = await renderApp('/seller/products', shelf, { user: sally, ...answers })
  await screen.findByText('Lamp 1')
}

describe('a change that a seller saved is on the list at once, before the list is refetched,', () => {
  it('with its new title, price and stock', async () => {
    const edited = (change: object) => ({
      ...product('1', { status: 'approved' }),
      ...change,
      updated_at: later,
      applied: ['price'],
      waiting: [],
    })
    await savedList([product('1', { status: 'approved' })], { answers: { 'products/edit': ({ change }) => edited(change as object) } })
    expect(row().textContent).toContain('€19.90')
    fireEvent.click(within(row()).getByRole('link', { name: 'Edit' }))
    await screen.findByLabelText(/^Title/)
    fireEvent.input(screen.getByLabelText(/^Price/), { target: { value: '25' } })
    fireEvent.input(screen.getByLabelText(/^Stock/), { target: { value: '77' } })
    app.answers['products/list'] = never
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('searchbox', { name: 'Search' })
    expect(row().textContent).toContain('€25.00')
    expect(row().textContent).toContain('77')
    expect(row().textContent).not.toContain('€19.90')
  })

  it('with the status that a move gave it', async () => {
    await savedList([product('1', { status: 'approved' })], {})
    app.answers['products/list'] = never
    fireEvent.click(within(row()).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(row().textContent).toContain('Archived'))
  })

  it('until the server answers with a later state', async () => {
    const shelf = [product('1', { status: 'approved' })]
    await savedList(shelf, {})
    fireEvent.click(within(row()).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(row().textContent).toContain('Archived'))
    Object.assign(shelf[0] ?? {}, { title: 'Lamp 1 of brass', status: 'approved', updatedAt: later })
    await act(() => app.refresh())
    await waitFor(() => expect(row().textContent).toContain('Lamp 1 of brass'))
    expect(row().textContent).toContain('Approved')
  })
})

describe('a product that a seller added or deleted is on or off the list from its first render:', () => {
  it('a new product is the first row', async () => {
    const made = (input: object) => product('2', { images: [], ...input, status: 'draft', created_at: later })
    await savedList([product('1')], { answers: { 'products/create': made } })
    await app.go('/seller/products/add')
    fireEvent.input(await screen.findByLabelText(/^Title/), { target: { value: 'Lamp 2' } })
    app.answers['products/list'] = never
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByRole('searchbox', { name: 'Search' })
    const [, ...rows] = screen.getAllByRole('row')
    expect(rows.map(({ textContent }) => /Lamp \d/.exec(textContent ?? '')?.[0])).toEqual(['Lamp 2', 'Lamp 1'])
  })

  it('a product that the loaded pages did not contain does not come first', async () => {
    const old = product('9', { title: 'Lamp 9', created_at: '2020-01-01T00:00:00.000Z' })
    const shelf = [product('1', { created_at: later })]
    await savedList([...shelf, old], { answers: { 'products/list': () => ({ rows: shelf, next: 'more' }) } })
    app.answers['products/list'] = never
    await app.go('/seller/products/9')
    await screen.findByRole('heading', { level: 1, name: 'Lamp 9' })
    await app.go('/seller/products')
    await screen.findByText('Lamp 1')
    expect(screen.queryByText('Lamp 9')).toBeNull()
  })

  it('a deleted product is gone, even when it was deleted on its own page', async () => {
    await savedList([product('1', { status: 'draft' }), product('2', { status: 'draft' })], { answers: { 'products/delete': () => ({}) } })
    await app.go('/seller/products/1')
    app.answers['products/list'] = never
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete product' }))
    await screen.findByText('Lamp 2')
    expect(screen.queryByText('Lamp 1')).toBeNull()
  })
})

describe('a product that an admin decided in product details', () => {
  const decided = async (address: string, answers = {}) => {
    app = await renderApp(address, [product('1'), product('2')], { answers })
    await screen.findAllByText('Lamp 1')
    await app.go('/admin/products/1')
    for (const call of ['products/queue', 'products/waiting']) app.answers[call] = never
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await screen.findByText('“Lamp 1” was approved.')
    await app.go(address)
    await screen.findAllByText('Lamp 2')
    expect(screen.queryByText('Lamp 1')).toBeNull()
  }

  it('no longer waits on the dashboard or in its count, before these are refetched', async () => {
    const answers = { 'sales/today': never, 'sales/signUps': never, 'history/list': never, 'sales/figures': never }
    await decided('/admin/dashboard', answers)
    expect(within(screen.getByRole('main')).getByRole('link', { name: /^1\s/ }).getAttribute('href')).toBe('/admin/product-approval')
  })

  it('no longer waits in the queue', async () => {
    await decided('/admin/product-approval')
    expect(screen.getByText('1 product awaiting review')).toBeDefined()
  })
})

describe('an edit request', () => {
  const asked = () => request('1', { title: 'Lamp 1' }, { title: 'Better lamp 1' }, { payload: { title: 'Better lamp 1' } })
  const onSale = () => product('1', { status: 'approved', editRequestId: 'request-1' })

  it('that is accepted is live in the product queue at once', async () => {
    const requests = [asked()]
    app = await renderApp('/admin/product-approval?status=approved', [onSale()], { requests })
    await screen.findByText('Lamp 1')
    await app.go('/admin/product-approval?status=approved&product=1')
    await screen.findByRole('heading', { level: 2, name: 'Lamp 1' })
    await app.go('/admin/edit-requests?request=request-1')
    const approve = await screen.findByRole('button', { name: 'Approve' })
    app.answers['editRequests/approve'] = () => ({
      ...asked(),
      status: 'approved',
      decisions: [{ field: 'title', accepted: true, code: null, rejectionReason: null }],
      product: { ...asked().product, title: 'Better lamp 1', version: 2 },
    })
    for (const call of ['products/queue', 'products/get']) app.answers[call] = never
    fireEvent.click(approve)
    await screen.findByText('The change to “Lamp 1” was approved.')
    await app.go('/admin/product-approval?status=approved')
    await screen.findByText('Better lamp 1')
  })

  it('that is withdrawn by its seller no longer waits, before any list is refetched', async () => {
    app = await renderApp('/seller/products/1', [onSale()], { user: sally, requests: [asked()] })
    await screen.findByRole('heading', { name: 'Change in review' })
    for (const call of ['editRequests/list', 'editRequests/get', 'products/get']) app.answers[call] = never
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw change' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw change' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Change in review' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Withdraw change' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'Lamp 1' })).toBeDefined()
  })
})

it('a product that was assigned leaves the page of its former owner', async () => {
  const answers = {
    'users/get': ({ id }: Record<string, unknown>) => ({
      ...sally,
      id,
      name: String(id),
      emailVerified: true,
      suspensionReason: null,
      suspendedAt: null,
      suspendedBy: null,
      unarchived: 0,
      products: { draft: 0, pending: 2, approved: 0, rejected: 0, archived: 0 },
      editRequests: 0,
      openLines: 0,
      invitations: 0,
      apiKeys: [],
      sessions: 1,
    }),
    'users/devices': () => [],
    'history/list': () => ({ rows: [], next: null }),
  }
  app = await renderApp('/admin/users/sally', [product('1'), product('2')], { answers })
  await screen.findByText('Lamp 1')
  app.answers['products/list'] = never
  act(() => {
    queries.setQueryData(rpc.products.get.queryKey({ input: { id: '1' } }), product('1', { seller_id: 'mona' }))
  })
  await waitFor(() => expect(screen.queryByText('Lamp 1')).toBeNull())
  expect(screen.getByText('Lamp 2')).toBeDefined()
})
