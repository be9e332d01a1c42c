import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ada, product, refuses, renderApp, sally } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
/** What the server finds in one test. */
let hits: Record<string, unknown[]> = {}
afterEach(() => {
  vi.restoreAllMocks()
  hits = {}
})

const seller = { id: 'sally', name: 'Sally', shopName: '', avatar: null }
const foundProduct = (id: string, title: string, status = 'approved') => ({ id, title, sku: null, status, seller, cover: null })
const lamps = [foundProduct('1', 'Lamp 1', 'pending'), foundProduct('3', 'Lamp 3', 'archived'), foundProduct('2', 'A blue lamp')]
const person = {
  ...sally,
  shopName: 'Bright lamps',
  avatar: null,
  emailVerified: true,
  isSupport: false,
  suspensionReason: null,
  status: 'active',
}
const order = {
  id: 'o1',
  number: '1001',
  buyerName: 'Lamia',
  placedAt: sally.createdAt,
  paymentStatus: 'paid',
  counts: { open: 1, shipped: 0, delivered: 0, cancelled: 0 },
}
const chat = { id: 'c1', name: 'Sally', shopName: 'Bright lamps', avatar: null, status: 'open' }
const nothing = { products: [], people: [], orders: [], chats: [] }
const everything = { products: lamps, people: [person], orders: [order], chats: [chat] }

type As = { user?: typeof sally; at?: string }
async function openApp({ user, at = user ? '/seller/products' : '/admin/dashboard' }: As = {}): Promise<void> {
  const answers = {
    'search/find': () => ({ ...nothing, more: [], ...hits }),
    'search/named': ({ ids }: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(everything).map(([kind, rows]) => [kind, rows.filter(({ id }) => (ids as string[]).includes(id))])),
  }
  app = await renderApp(at, [product('1'), product('2')], { answers, ...(user && { user }) })
}
async function openPalette(as: As = {}): Promise<void> {
  await openApp(as)
  await openIt()
}
async function openIt(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await field()
}

const dialog = () => screen.findByRole('dialog', { name: 'Search' })
const field = async () => within(await dialog()).findByRole('combobox', { name: 'Search' })
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const press = async (key: string) => fireEvent.keyDown(await field(), { key })
const options = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent
const found = (text: string) => screen.findByRole('option', { name: new RegExp(text) })
/** Types a text, and waits for the option that it should find. */
async function find(text: string, option: string) {
  await type(text)
  return await found(option)
}
/** The server answers the search only when the returned function is called. */
function answersLater(): (answer: object) => Promise<void> {
  let answer = (_: object) => {}
  app.answers['search/find'] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  return (content) => act(async () => answer({ ...nothing, more: [], ...content }))
}

describe('the palette', () => {
  it('shows an admin pages, then hits with kind and status, actions on the person, and searches of lists', async () => {
    hits = everything
    await openPalette()
    await find('orders', 'A blue lamp')
    expect(options()).toEqual([
      'OrdersPage',
      'Import ordersPage',
      'Lamp 1Product · SallyPending',
      'Lamp 3Product · SallyArchived',
      'A blue lampProduct · SallyApproved',
      'Bright lamps · SallyPerson · sally@example.comActive',
      'Order 1001Order · LamiaPaid',
      'Bright lamps · SallyChatOpen',
      'Suspend Bright lampsAction',
      'Message Bright lampsAction',
      'Search products for “orders”List',
      'Search people for “orders”List',
      'Search orders for “orders”List',
      'Search chats for “orders”List',
      'Search history for “orders”List',
    ])
    expect(screen.getByText('6 shown')).toBeDefined()
    // The seller's picture stands beside their name, as everywhere.
    expect(screen.getByText('A blue lamp').closest('[role=option]')?.querySelector('[data-initials=S]')).not.toBeNull()
  })

  it.each([
    ['a shop whose name begins with the text before its products', 'bright', /^Bright lamps · Sally/],
    ['the order with exactly this number first', '1001', /^Order 1001/],
    ['products first otherwise', 'lamp', /^Lamp 1/],
  ])('shows %s', async (_, text, first) => {
    hits = everything
    await openPalette()
    await find(text, 'A blue lamp')
    expect(options()[0]).toMatch(first)
  })

  it.each([
    ['A blue lamp', '/admin/products/2'],
    ['Bright lamps · Sally Person', '/admin/users/sally'],
    ['Order 1001', '/admin/orders/o1'],
    ['Bright lamps · Sally Chat', '/admin/chat/c1'],
  ])('opens the hit: %s', async (name, address) => {
    hits = everything
    await openPalette()
    fireEvent.click(await find('lamp', name))
    await waitFor(() => expect(app.address()).toBe(address))
  })

  it('opens with Enter what the arrow keys chose, which wrap around; Home and End go to the ends', async () => {
    hits = { products: lamps }
    await openPalette()
    await find('lamp', 'A blue lamp')
    await press('ArrowUp')
    expect(chosen()).toBe('Search history for “lamp”List')
    await press('Home')
    expect(chosen()).toBe('Lamp 1Product · SallyPending')
    await press('End')
    expect(chosen()).toBe('Search history for “lamp”List')
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    await waitFor(() => expect(app.address()).toBe('/admin/products/3'))
  })

  it('goes from one saved view to the next with the arrows, also where both have the same address', async () => {
    await openApp()
    const view = (id: string, name: string) => ({ id, name, list: '/admin/products', query: 'status=draft', shared: false, isOwn: true })
    app.answers['savedViews/list'] = () => [view('v1', 'Twin one'), view('v2', 'Twin two')]
    await act(() => app.refresh())
    await openIt()
    await find('twin', 'Twin two')
    expect(chosen()).toMatch(/Twin one/)
    await press('ArrowDown')
    expect(chosen()).toMatch(/Twin two/)
    await press('ArrowDown')
    expect(chosen()).not.toMatch(/Twin/)
    await press('ArrowUp')
    expect(chosen()).toMatch(/Twin two/)
  })

  it('opens nothing when the field loses the focus', async () => {
    hits = { products: lamps }
    await openPalette()
    await find('lamp', 'A blue lamp')
    fireEvent.blur(await field())
    expect(app.address()).toBe('/admin/dashboard')
    expect(chosen()).toBe('Lamp 1Product · SallyPending')
  })

  it('offers a seller their pages and own hits, and nothing of an admin', async () => {
    hits = { products: [foundProduct('2', 'A blue lamp')], orders: [order] }
    await openPalette({ user: sally })
    expect(options()).toEqual([
      ...['Products', 'Add product', 'Import products', 'Orders', 'Profile', 'Notifications', 'Chat'].map((page) => `${page}Page`),
      ...['Dark themeActionCtrl ⇧ L', 'System themeAction', 'Toggle sidebarActionCtrl B', 'Sign outAction'],
    ])
    await find('blue', 'A blue lamp')
    expect(options().slice(0, 2)).toEqual(['A blue lampProductApproved', 'Order 1001Order · LamiaPaid'])
    await press('Enter')
    await waitFor(() => expect(app.address()).toBe('/seller/products/2'))
    expect(app.sent('search/find')).toEqual([{ search: 'blue' }])
  })

  it('asks at once for the first key, and then for the last text when that is answered; an old answer never replaces a newer one', async () => {
    await openPalette()
    const answer = answersLater()
    await type('l')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(1))
    const box = await field()
    for (const value of ['la', 'lam']) fireEvent.change(box, { target: { value } })
    await answer({ products: [foundProduct('9', 'Ladder')] })
    await waitFor(() => expect(app.sent('search/find')).toEqual([{ search: 'l' }, { search: 'lam' }]))
    expect(options().join()).not.toContain('Ladder')
    await answer({ products: lamps })
    await found('A blue lamp')
  })

  it('does not let a slow answer delay the next text', async () => {
    await openPalette()
    answersLater()
    await type('l')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(1))
    await type('lam')
    await waitFor(() => expect(app.sent('search/find')).toEqual([{ search: 'l' }, { search: 'lam' }]))
  })

  it('keeps the former hits until the next answer, and Enter waits for it', async () => {
    hits = { products: lamps }
    await openPalette()
    await find('lamp', 'A blue lamp')
    const answer = answersLater()
    await type('lamps')
    expect(options()).toContain('Lamp 1Product · SallyPending')
    expect(screen.getByText('Searching…')).toBeDefined()
    await press('Enter')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(2))
    expect(app.address()).toBe('/admin/dashboard')
    await answer({ products: [foundProduct('2', 'Lamps in blue')] })
    await waitFor(() => expect(app.address()).toBe('/admin/products/2'))
  })

  it('an early Enter after a verb waits too, and opens the dialog', async () => {
    await openPalette()
    const answer = answersLater()
    await type('Suspend sal')
    await press('Enter')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(1))
    await answer({ people: [person] })
    expect(await screen.findByRole('dialog', { name: /Suspend/ })).toBeDefined()
  })

  it('an early Enter carries out no action that the person has not seen', async () => {
    await openPalette()
    const answer = answersLater()
    await type('Reactivate sal')
    await press('Enter')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(1))
    await answer({ people: [{ ...person, status: 'suspended' }] })
    await found('Reactivate Bright lamps')
    expect(app.sent('users/reactivate')).toEqual([])
    await press('Enter')
    await waitFor(() => expect(app.sent('users/reactivate')).toHaveLength(1))
  })

  it('Enter does not open what came into the place of a chosen option', async () => {
    hits = { products: lamps }
    await openPalette()
    await find('lam', 'A blue lamp')
    const answer = answersLater()
    await type('lamp')
    await press('ArrowDown')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(2))
    await answer({ products: [foundProduct('9', 'Lampshade')] })
    await found('Lampshade')
    await press('Enter')
    expect(app.address()).toBe('/admin/dashboard')
    await press('Enter')
    await waitFor(() => expect(app.address()).toBe('/admin/products/9'))
  })

  it('forgets an early Enter once the text changes', async () => {
    await openPalette()
    const answer = answersLater()
    await type('lam')
    await press('Enter')
    await type('lamp')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(2))
    await answer({ products: lamps })
    await found('A blue lamp')
    expect(app.address()).toBe('/admin/dashboard')
  })

  it('forgets an early Enter once it is closed', async () => {
    await openPalette()
    const answer = answersLater()
    await type('lamp')
    await press('Enter')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(1))
    act(() => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Search' }).close())
    await answer({ products: lamps })
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
    expect(app.address()).toBe('/admin/dashboard')
  })

  it('stays open after an early Enter if nothing is found, and says so', async () => {
    await openPalette({ user: sally })
    const answer = answersLater()
    await type('samovar')
    await press('Enter')
    await waitFor(() => expect(app.sent('search/find')).toHaveLength(1))
    await answer({})
    expect(await screen.findByText('No product or order found for “samovar”.')).toBeDefined()
    expect(app.address()).toBe('/seller/products')
  })

  it('opens a page found by its name, and a chosen search, at once with Enter', async () => {
    await openPalette()
    answersLater()
    await type('product approval')
    await press('Enter')
    await waitFor(() => expect(app.address()).toBe('/admin/product-approval'))
    await openIt()
    await type('lamp')
    await press('ArrowUp')
    await press('Enter')
    await waitFor(() => expect(app.address()).toBe('/admin/history?search=lamp'))
  })

  it('leads to the catalogue, searched for what was typed, and says that there are more products than are shown', async () => {
    await openPalette()
    app.answers['search/find'] = () => ({ ...nothing, products: [foundProduct('2', 'A blue lamp')], more: ['products'] })
    fireEvent.click(await find('lamp', 'Search products for “lamp”'))
    await waitFor(() => expect(app.address()).toBe('/admin/products?search=lamp'))
    await openIt()
    await type('lamp')
    expect(await screen.findByText('1 shown. Type more to find others.')).toBeDefined()
  })

  it('finds a page or an action by another word for it, after what bears that name, and then says of nothing that it is missing', async () => {
    hits = { products: [foundProduct('9', 'Queue barrier')] }
    await openPalette()
    await find('queue', 'Queue barrier')
    expect(options().slice(0, 2)).toEqual(['Queue barrierProduct · SallyApproved', 'Product approvalPage'])
    hits = {}
    await type('log out')
    await waitFor(() => expect(options()[0]).toBe('Sign outAction'))
    expect(screen.queryByText(/^No product/)).toBeNull()
    // Two letters begin many words.
    await type('qu')
    await screen.findByText('No product, person, order or chat found for “qu”.')
    expect(options()).not.toContain('Product approvalPage')
  })

  it('waits with an early Enter for what may bear the typed name, although another word for a page fits', async () => {
    await openPalette()
    const answer = answersLater()
    await type('queue')
    await press('Enter')
    expect(app.address()).toBe('/admin/dashboard')
    await answer({ products: [foundProduct('9', 'Queue barrier')] })
    await waitFor(() => expect(app.address()).toBe('/admin/products/9'))
  })

  it.each(['#1001', 'Order 1001', 'order #1001'])(
    'searches “%s” as it was typed, and shows the order of this number first',
    async (typed) => {
      hits = everything
      await openPalette()
      await find(typed, 'A blue lamp')
      expect(app.sent('search/find')).toEqual([{ search: typed }])
      expect(options()[0]).toMatch(/^Order 1001/)
    },
  )

  it('asks nothing for spaces', async () => {
    await openPalette()
    await type('   ')
    expect(options()).toContain('DashboardPage')
    expect(app.sent('search/find')).toEqual([])
  })

  it('says why the search failed, and tries again', async () => {
    await openPalette()
    app.answers['search/find'] = refuses(503, 'unavailable', 'Not now.')
    await type('lamp')
    expect(await screen.findByText('Not now.')).toBeDefined()
    app.answers['search/find'] = () => ({ ...nothing, more: [], products: lamps })
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Try again' }))
    await found('A blue lamp')
  })

  it('says so without a network, and still leads to pages and actions', async () => {
    await openPalette({ user: sally })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    app.answers['search/find'] = refuses(503, 'offline', 'You are offline.')
    await type('orders')
    expect(await screen.findByText('You are offline.')).toBeDefined()
    expect(options()).toContain('OrdersPage')
    await find('dark', 'Dark theme')
  })
})

describe('actions of the palette', () => {
  it('changes the theme and the sidebar, by the keys shown beside them, too', async () => {
    await openPalette()
    fireEvent.click(await find('dark th', 'Dark theme'))
    const shown = () => document.documentElement.getAttribute('data-theme')
    expect(shown()).toBe('dark')
    fireEvent.keyDown(document.body, { key: 'L', ctrlKey: true, shiftKey: true })
    expect(shown()).toBe('light')
    const sidebar = () => screen.queryByRole('complementary', { name: 'Sidebar' })
    expect(sidebar()).not.toBeNull()
    fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true })
    expect(sidebar()).toBeNull()
    await openIt()
    fireEvent.click(await find('sidebar', 'Toggle sidebar'))
    expect(sidebar()).not.toBeNull()
  })

  it('invites a person on any screen', async () => {
    await openPalette()
    fireEvent.click(await find('invite', 'Invite a person'))
    await screen.findByRole('dialog', { name: /^Invite/ })
    expect(app.address()).toBe('/admin/dashboard')
  })

  it('suspends the person who is named after the verb, in the dialog of the people', async () => {
    hits = everything
    await openPalette()
    fireEvent.click(await find('suspend', 'Suspend …'))
    expect(screen.getByText('Type a name, a shop or an email address.')).toBeDefined()
    await find('Suspend bright', 'Suspend Bright lamps')
    expect(app.sent('search/find').at(-1)).toEqual({ search: 'bright' })
    expect(options()[0]).toBe('Suspend Bright lampsAction')
    await press('Enter')
    await screen.findByRole('dialog', { name: 'Suspend Sally' })
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
  })

  it('reactivates a suspended person at once, and offers them no message', async () => {
    hits = { people: [{ ...person, status: 'suspended' }] }
    await openPalette()
    app.answers['users/reactivate'] = () => person
    await find('sally', 'Reactivate Bright lamps')
    expect(options().filter((text) => text?.endsWith('Action'))).toEqual(['Reactivate Bright lampsAction'])
    fireEvent.click(await found('Reactivate Bright lamps'))
    await waitFor(() => expect(app.sent('users/reactivate')).toEqual([{ id: 'sally' }]))
  })

  it('after a verb lists people alone, says if it is possible with none of them, and leads to the list of people', async () => {
    hits = { ...everything, people: [{ ...person, status: 'suspended' }] }
    await openPalette()
    await type('Suspend bright')
    await screen.findByText('None of these people can be suspended.')
    expect(options()).toEqual(['Bright lamps · SallyPerson · sally@example.comSuspended', 'Search people for “bright”List'])
    hits = { products: lamps }
    await type('Message samovar')
    await screen.findByText('No product, person, order or chat found for “samovar”.')
    expect(options()).toEqual(['Search people for “samovar”List'])
  })

  it('does not offer an admin to suspend themselves or the support admin', async () => {
    hits = { people: [{ ...person, ...ada, shopName: '' }] }
    await openPalette()
    await find('ada', 'ada@example.com')
    expect(options().filter((text) => text?.endsWith('Action'))).toEqual([])
    hits = { people: [{ ...person, role: 'admin', isSupport: true }] }
    await find('sal', 'Message Bright lamps')
    expect(options().join()).not.toContain('Suspend')
  })
})

describe('recent items', () => {
  it('come first in the empty field: what was opened anywhere, the newest first, as it is now, but not what is on screen', async () => {
    await openPalette({ user: sally })
    fireEvent.click(await found('Notifications'))
    await app.go('/seller/products/edit/1')
    await app.go('/seller/orders/o1')
    await app.go('/seller/products/2')
    await openIt()
    await found('Order 1001')
    expect(options().slice(0, 4)).toEqual(['Order 1001Order · LamiaPaid', 'Lamp 1ProductPending', 'NotificationsPage', 'ProductsPage'])
    expect(app.sent('search/named').at(-1)).toEqual({ ids: ['o1', '1'] })
  })

  it('are forgotten once they are not found any more, so that others take their place', async () => {
    await openApp({ user: sally })
    await app.go('/seller/orders/gone')
    await app.go('/seller/orders/o1')
    await app.go('/seller/products')
    await openIt()
    await found('Order 1001')
    fireEvent.keyDown(await field(), { key: 'Escape' })
    fireEvent(await dialog(), new Event('close'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull())
    await openIt()
    await waitFor(() => expect(app.sent('search/named')).toEqual([{ ids: ['o1', 'gone'] }, { ids: ['o1'] }]))
  })

  it('belong to one person, are no more than eight, and cost no question at a sign-out', async () => {
    await openApp({ user: sally })
    for (let at = 0; at < 12; at += 1) await app.go(`/seller/orders/o${at}`)
    await app.go('/seller/products')
    await openIt()
    await waitFor(() => expect(app.sent('search/named')).toEqual([{ ids: [11, 10, 9, 8, 7, 6, 5, 4].map((at) => `o${at}`) }]))
    expect(Object.keys(localStorage).filter((key) => key.includes('recent'))).toEqual(['backstall-unsaved:sally:recent'])
    await app.go('/logout')
    expect(screen.queryByText(/product form/)).toBeNull()
  })
})
