import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { NewSavedView, SavedView, SavedViewEdit } from '#domain/saved-view.ts'
import { product, Refused, renderApp, sally } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const view = (id: string, change: Partial<SavedView> = {}): SavedView => ({
  id,
  list: '/admin/products',
  name: `View ${id}`,
  query: 'status=draft',
  shared: false,
  isOwn: true,
  ...change,
})

/** Opens the app with a server that stores views. */
async function openAt(address: string, views: SavedView[] = [], user?: typeof sally) {
  const shelf = [product('1', { status: 'approved' })]
  const list = () => ({ rows: shelf, next: null, total: 1 })
  app = await renderApp(address, shelf, {
    ...(user && { user }),
    answers: {
      'products/catalogue': list,
      'products/list': list,
      'savedViews/list': () => views.map((one) => ({ ...one })),
      'savedViews/create': (input) => {
        if (views.length >= limits.savedView.keptMax) throw new Refused(409, 'too-many-views', 'You have reached the limit of saved views.')
        const made = { ...(input as NewSavedView), id: 'new', isOwn: true }
        views.push(made)
        return made
      },
      'savedViews/edit': (input) => {
        const { id, expected, change } = input as SavedViewEdit
        const now = views.find((one) => one.id === id)
        if (!now || now.name !== expected.name || now.query !== expected.query) throw new Refused(409, 'stale-version', 'It has changed.')
        return { ...Object.assign(now, change) }
      },
      'savedViews/delete': ({ id }) => {
        views.splice(
          views.findIndex((one) => one.id === id),
          1,
        )
        return {}
      },
    },
  })
  await screen.findByText('Lamp 1')
}

const link = (name: string) => within(screen.getByRole('navigation', { name: 'Main' })).findByRole('link', { name })
const choose = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  fireEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}
const items = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  const found = await screen.findAllByRole('menuitem', { hidden: true })
  return found.flatMap((item) => (item.textContent?.match(/view|“/) ? [[item.textContent, item.hasAttribute('aria-disabled')]] : []))
}

describe('saved views', () => {
  it('stand below their list, lead only to it, and the one on screen is marked', async () => {
    await openAt('/admin/products?status=draft&pages=2', [
      view('1'),
      view('2', { query: 'status=draft&sort=price' }),
      view('3', { query: 'evil=//x.example&status=nothing&search=a%26b', shared: true }),
    ])
    expect((await link('View 1')).getAttribute('aria-current')).toBe('page')
    expect((await link('View 2')).getAttribute('aria-current')).toBeNull()
    const shared = await link('View 3, shared with all admins')
    expect(shared.getAttribute('href')).toBe('/admin/products?search=a%26b')
    fireEvent.click(await link('View 2'))
    await waitFor(() => expect(app.address()).toBe('/admin/products?sort=price&status=draft'))
    await waitFor(async () => expect((await link('View 2')).getAttribute('aria-current')).toBe('page'))
    expect((await link('View 1')).getAttribute('aria-current')).toBeNull()
  })

  it('are in the menu of their list, where each applies itself and the one on screen is marked', async () => {
    await openAt('/admin/products?status=draft', [
      view('1'),
      view('2', { query: 'sort=price', shared: true }),
      view('3', { list: '/admin/orders' }),
    ])
    await link('View 1')
    fireEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    const shown = await screen.findAllByRole('menuitemradio', { hidden: true })
    expect(shown.map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([
      ['View 1', 'true'],
      ['View 2, shared with all admins', 'false'],
    ])
    fireEvent.click(shown[1] as HTMLElement)
    await waitFor(() => expect(app.address()).toBe('/admin/products?sort=price'))
  })

  it('are saved with filters, order and columns under a name, shared on request', async () => {
    await openAt('/admin/products?status=approved&sort=-stock&pages=2')
    await choose('Save view…')
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Most in stock' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Share with all admins' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
    await screen.findByText('View “Most in stock” saved.')
    expect(app.sent('savedViews/create')).toEqual([
      { list: '/admin/products', name: 'Most in stock', query: 'hide=none&sort=-stock&status=approved', shared: true },
    ])
    const made = await link('Most in stock, shared with all admins')
    expect(made.getAttribute('href')).toBe('/admin/products?hide=none&sort=-stock&status=approved')
    // Its columns are in the address now, so that it is the view on screen.
    await waitFor(() => expect(made.getAttribute('aria-current')).toBe('page'))
  })

  it('need something to save, and a full list of views says so beside the name', async () => {
    // A parameter that the list does not know filters nothing.
    await openAt('/admin/products?colour=red')
    expect(await items()).toEqual([['Save view…', true]])
    app.close()
    await openAt(
      '/admin/products?search=lamp',
      Array.from({ length: limits.savedView.keptMax }, (_, at) => view(String(at))),
    )
    await choose('Save view…')
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'One more' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
    await screen.findByText('You have reached the limit of saved views.')
  })

  it('of one list have different names', async () => {
    await openAt('/admin/products?status=draft', [view('1', { query: 'status=pending' }), view('2', { list: '/admin/orders' })])
    await choose('Save view…')
    const name = await screen.findByLabelText(/^Name/)
    for (const [typed, isTaken] of [
      ['view 1 ', true],
      ['View 2', false],
    ] as const) {
      fireEvent.change(name, { target: { value: typed } })
      fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
      const said = await screen.findByText(isTaken ? /^Another view of this list has this name/ : 'View “View 2” saved.')
      expect(said).toBeDefined()
    }
    expect(app.sent('savedViews/create')).toHaveLength(1)
  })

  it('take the present state on request, which can be undone', async () => {
    await openAt('/admin/products?hide=none&status=draft', [view('1', { query: 'hide=none&status=draft' })])
    await link('View 1')
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'rejected' } })
    await waitFor(() => expect(app.address()).toBe('/admin/products?hide=none&status=rejected'))
    await choose('Update “View 1”')
    await waitFor(async () => expect((await link('View 1')).getAttribute('aria-current')).toBe('page'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
    await waitFor(() =>
      expect((app.sent('savedViews/edit') as SavedViewEdit[]).map(({ expected, change }) => [expected.query, change.query])).toEqual([
        ['hide=none&status=draft', 'hide=none&status=rejected'],
        ['hide=none&status=rejected', 'hide=none&status=draft'],
      ]),
    )
  })

  it('are renamed, made private by their owner alone, and deleted after a question', async () => {
    await openAt('/admin/products?status=draft', [view('1', { shared: true, isOwn: false })])
    await link('View 1, shared with all admins')
    expect(await items()).toEqual([
      ['Save view…', true],
      ['Rename “View 1”…', false],
      ['Make “View 1” private', true],
      ['Delete “View 1”…', false],
    ])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Rename “View 1”…', hidden: true }))
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Drafts' } })
    fireEvent.click(screen.getByRole('button', { name: 'Rename view' }))
    await link('Drafts, shared with all admins')
    await choose('Delete “Drafts”…')
    expect(await screen.findByText(/It disappears for all admins/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Delete view' }))
    await screen.findByText('View “Drafts” deleted.')
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Drafts/ })).toBeNull())
  })

  /** An admin types a new name for a shared view, which another admin renames meanwhile. */
  async function openWhileRenamed() {
    const views = [view('1', { shared: true })]
    await openAt('/admin/products?status=draft', views)
    await link('View 1, shared with all admins')
    await choose('Rename “View 1”…')
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Mine' } })
    Object.assign(views[0] ?? {}, { name: 'Theirs' })
    return views
  }

  it('that another admin changed meanwhile are not overwritten: the person is told, and the next try is about the present state', async () => {
    await openWhileRenamed()
    fireEvent.click(screen.getByRole('button', { name: 'Rename view' }))
    await screen.findByText('It has changed.')
    await link('Theirs, shared with all admins')
    fireEvent.click(screen.getByRole('button', { name: 'Rename view' }))
    await link('Mine, shared with all admins')
  })

  it('are not renamed over a name that another admin gave them while the new one was typed, even if it is known by then', async () => {
    const views = await openWhileRenamed()
    await app.refresh()
    await link('Theirs, shared with all admins')
    fireEvent.click(screen.getByRole('button', { name: 'Rename view' }))
    await screen.findByText('It has changed.')
    expect(views[0]?.name).toBe('Theirs')
  })

  it('do not take a state over one that another admin stored since, and are no longer meant after the plain list', async () => {
    const views = [view('1', { shared: true })]
    await openAt('/admin/products?status=draft', views)
    await link('View 1, shared with all admins')
    Object.assign(views[0] ?? {}, { query: 'status=approved' })
    await app.refresh()
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'rejected' } })
    await waitFor(() => expect(app.address()).toBe('/admin/products?status=rejected'))
    await choose('Update “View 1”')
    await screen.findByText('It has changed.')
    expect(views[0]?.query).toBe('status=approved')
    // The next try is about the view as it is.
    await choose('Update “View 1”')
    await waitFor(() => expect(views[0]?.query).toContain('status=rejected'))
    await app.go('/admin/products')
    await app.go('/admin/products?status=archived')
    expect((await items()).map(([name]) => name)).toEqual(['Save view…'])
  })

  it('beyond the first five are folded in the sidebar, except the one on screen', async () => {
    const many = Array.from({ length: 8 }, (_, at) => view(String(at), { query: `search=${at}` }))
    await openAt('/admin/products?search=6', many)
    await link('View 6')
    const shown = () => within(screen.getByRole('list', { name: 'Views of Products' })).getAllByRole('link')
    expect(shown().map(({ textContent }) => textContent)).toEqual([0, 1, 2, 3, 4, 6].map((at) => `View ${at}`))
    fireEvent.click(screen.getByRole('button', { name: '2 more' }))
    expect(shown()).toHaveLength(8)
    fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
    expect(shown()).toHaveLength(6)
  })

  it('are all in one list, which the sidebar opens, to rename, share and delete them on any screen', async () => {
    await openAt('/admin/products', [view('1'), view('2', { list: '/admin/orders', name: 'To ship', query: 'lineStatus=open' })])
    fireEvent.click(await screen.findByRole('button', { name: 'All saved views' }))
    const all = within(await screen.findByRole('dialog', { name: 'All saved views' }))
    expect(all.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Products', 'Orders'])
    fireEvent.click(all.getByRole('button', { name: 'Actions for “To ship”' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Share “To ship” with all admins', hidden: true }))
    await all.findByText('Shared by you')
    fireEvent.click(all.getByRole('button', { name: 'Actions for “To ship”' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete “To ship”…', hidden: true }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(all.queryByText('To ship')).toBeNull())
    fireEvent.click(all.getByRole('link', { name: 'View 1' }), { ctrlKey: true })
    expect(screen.getByRole('dialog', { name: 'All saved views' })).toBeDefined()
    fireEvent.click(all.getByRole('link', { name: 'View 1' }))
    await waitFor(() => expect(app.address()).toBe('/admin/products?status=draft'))
    expect(screen.queryByRole('dialog', { name: 'All saved views' })).toBeNull()
  })

  it('of a seller cannot be shared', async () => {
    await openAt('/seller/products?status=draft', [view('1', { list: '/seller/products' })], sally)
    await link('View 1')
    expect(await items()).toEqual([
      ['Save view…', true],
      ['Rename “View 1”…', false],
      ['Delete “View 1”…', false],
    ])
  })
})

describe('the columns of a list', () => {
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
  const column = async (name: string) => {
    const found = screen.queryByRole('menuitemcheckbox', { name, hidden: true })
    if (!found) fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    return found ?? (await screen.findByRole('menuitemcheckbox', { name, hidden: true }))
  }

  it('are hidden one by one, in the address but not in the file or the call, and stay so when the list is opened again', async () => {
    await openAt('/admin/products?status=approved')
    expect(heads()).toEqual(['Select all shown', 'Product', 'Seller', 'Price', 'Stock', 'Status', 'Created'])
    fireEvent.click(await column('Stock'))
    await waitFor(() => expect(heads()).not.toContain('Stock'))
    expect((await column('Stock')).getAttribute('aria-checked')).toBe('false')
    fireEvent.click(await column('Seller'))
    await waitFor(() => expect(app.address()).toBe('/admin/products?hide=seller.stock&status=approved'))
    expect(heads()).toEqual(['Select all shown', 'Product', 'Price', 'Status', 'Created'])
    expect(screen.getAllByRole('row')[1]?.querySelectorAll('td')).toHaveLength(5)
    expect(new Set(app.sent('products/catalogue').map((input) => JSON.stringify(input)))).toEqual(new Set(['{"status":"approved"}']))
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/products/export.csv?status=approved')
    // The same list from the sidebar, without anything in its address.
    fireEvent.click(await link('Products'))
    await waitFor(() => expect(app.address()).toBe('/admin/products'))
    expect(heads()).toEqual(['Select all shown', 'Product', 'Price', 'Status', 'Created'])
  })

  it('of a view are its own: what cannot be hidden stays, and what the address hides is hidden', async () => {
    await openAt('/admin/products?hide=status.title.price.unknown')
    expect(heads()).toEqual(['Select all shown', 'Product', 'Seller', 'Stock', 'Status', 'Created'])
  })
})
