import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { product, Refused, renderApp, sally } from '#web/testing/render-app.tsx'

// Renders whole screens, possibly on busy machines.
vi.setConfig({ testTimeout: 40_000 })
let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const shelf = [product('1'), product('2', { status: 'approved', title: 'A blue lamp' }), product('3', { status: 'archived' })]
const person = {
  ...sally,
  shopName: 'Bright lamps',
  avatar: null,
  emailVerified: true,
  isSupport: false,
  suspensionReason: null,
  status: 'suspended',
}
const order = {
  ...{
    id: 'o1',
    number: '1001',
    buyerName: 'Lamia',
    buyerEmail: 'l@example.com',
    paymentStatus: 'paid',
    placedAt: sally.createdAt,
    units: 1,
  },
  ...{ counts: { open: 1, shipped: 0, delivered: 0, cancelled: 0 }, items: 1, discount: 0, shipping: 0, tax: 0, total: 1, paid: 1 },
  ...{ refunded: 0, due: 0, source: 'shop', externalId: 'A-1', paidAt: null, erasedAt: null, cancelled: 0 },
}
const answers = {
  'users/list': () => ({ rows: [person], next: null }),
  'orders/list': () => ({ rows: [order], next: null }),
  'orders/listOwn': () => ({ rows: [order], next: null }),
}

async function openPalette(as: { user?: typeof sally } = {}): Promise<void> {
  app = await renderApp(as.user ? '/seller/products' : '/admin/dashboard', shelf, { answers: { ...answers, ...otherwise }, ...as })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await field()
}
/** Answers of the server that differ in one test. */
let otherwise: Record<string, (input: Record<string, unknown>) => unknown> = {}
afterEach(() => {
  otherwise = {}
})

const dialog = () => screen.findByRole('dialog', { name: 'Search' })
const field = async () => within(await dialog()).findByRole('combobox', { name: 'Search' })
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const options = () =>
  within(screen.getByRole('listbox', { name: 'Found' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const found = (text: string) => screen.findByRole('option', { name: new RegExp(text) })

describe('the palette', () => {
  it('finds for an admin products of every status by a part of the title, people and orders, the best first', async () => {
    await openPalette()
    await type('lam')
    await found('A blue lamp')
    expect(options()).toEqual([
      'Lamp 1Product · SallyPending',
      'Lamp 3Product · SallyArchived',
      'A blue lampProduct · SallyApproved',
      'Bright lamps · SallyPerson · sally@example.comSuspended',
      'Order 1001Order · LamiaPaid',
      'Search pending products for “lam”',
      'Search people for “lam”',
      'Search orders for “lam”',
    ])
    expect(screen.getByText('5 shown')).toBeDefined()
  })

  it('shows a shop before its products when its name begins with the text', async () => {
    await openPalette()
    await type('bright')
    await found('Bright lamps · Sally')
    expect(options()[0]).toMatch(/^Bright lamps · Sally/)
    expect(options()[1]).toMatch(/^Lamp 1/)
  })

  it.each([
    ['A blue lamp', '/admin/products/2'],
    ['Bright lamps · Sally Person', '/admin/users/sally'],
    ['Order 1001', '/admin/orders/o1'],
  ])('opens the hit: %s', async (name, address) => {
    await openPalette()
    await type('lamp')
    fireEvent.click(await found(name))
    await waitFor(() => expect(app.address()).toBe(address))
  })

  it('opens with Enter what the arrow keys chose, which wrap around at the end of the list', async () => {
    await openPalette()
    await type('lamp')
    await found('A blue lamp')
    const box = await field()
    fireEvent.keyDown(box, { key: 'ArrowUp' })
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Search orders for “lamp”')
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(app.address()).toBe('/admin/products/3'))
  })

  it('moves to the first and the last option with Home and End', async () => {
    await openPalette()
    await type('lamp')
    await found('A blue lamp')
    const box = await field()
    fireEvent.keyDown(box, { key: 'End' })
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Search orders for “lamp”')
    fireEvent.keyDown(box, { key: 'Home' })
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Lamp 1Product · SallyPending')
  })

  it('opens nothing when the field loses the focus', async () => {
    await openPalette()
    await type('lamp')
    await found('A blue lamp')
    fireEvent.blur(await field())
    expect(app.address()).toBe('/admin/dashboard')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Lamp 1Product · SallyPending')
  })

  it('finds for a seller only their own products and orders', async () => {
    await openPalette({ user: sally })
    await type('blue')
    fireEvent.click(await found('A blue lamp'))
    await waitFor(() => expect(app.address()).toBe('/seller/products/2'))
    expect(app.sent('products/list')).toContainEqual({ search: 'blue', limit: 10 })
    expect(app.sent('users/list')).toEqual([])
    expect(app.sent('products/queue')).toEqual([])
    expect(app.sent('orders/list')).toEqual([])
  })

  it('asks the server once for the last typed text, and never for one that is too short', async () => {
    await openPalette({ user: sally })
    await type('la')
    expect(screen.getByText('Type 3 characters to find products and orders.')).toBeDefined()
    const box = await field()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const value of ['lam', 'lamp', 'lamp 1']) {
      fireEvent.change(box, { target: { value } })
      act(() => vi.advanceTimersByTime(150))
    }
    expect(screen.getByText('Searching…')).toBeDefined()
    act(() => vi.advanceTimersByTime(100))
    vi.useRealTimers()
    await found('Lamp 1')
    expect(app.sent('orders/listOwn')).toEqual([{ search: 'lamp 1', limit: 10 }])
  })

  it('keeps the former hits that still match while it asks again', async () => {
    await openPalette({ user: sally })
    await type('lamp')
    await found('A blue lamp')
    app.answers['products/list'] = () => new Promise(() => {})
    await type('lamp 1')
    expect(options()).toEqual(['Lamp 1ProductPending', 'Search products for “lamp 1”', 'Search orders for “lamp 1”'])
    expect(screen.getByText('Searching…')).toBeDefined()
  })

  it('opens the first hit, not a search, as soon as it is found after an early Enter', async () => {
    await openPalette()
    await type('lamp')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    expect(screen.getByText('Searching…')).toBeDefined()
    await waitFor(() => expect(app.address()).toBe('/admin/products/1'))
  })

  it('stays open after an early Enter if nothing is found', async () => {
    otherwise = { 'products/list': () => ({ rows: [], next: null }), 'orders/listOwn': () => ({ rows: [], next: null }) }
    await openPalette({ user: sally })
    await type('samovar')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    expect(await screen.findByText('No product or order found for “samovar”.')).toBeDefined()
    expect(app.address()).toBe('/seller/products')
  })

  it('forgets an early Enter once the text changes', async () => {
    await openPalette({ user: sally })
    await type('lam')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await type('lamp')
    await found('A blue lamp')
    expect(app.address()).toBe('/seller/products')
  })

  it('forgets an early Enter once it is closed', async () => {
    await openPalette({ user: sally })
    let answer = (_: unknown) => {}
    app.answers['orders/listOwn'] = () => new Promise((resolve) => (answer = resolve))
    await type('lamp')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(app.sent('orders/listOwn')).toHaveLength(1))
    act(() => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Search' }).close())
    await act(async () => answer({ rows: [order], next: null }))
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
    expect(app.address()).toBe('/seller/products')
  })

  it('opens a page found by its name, and a chosen search, at once with Enter', async () => {
    await openPalette()
    app.answers['orders/list'] = () => new Promise(() => {})
    await type('product approval')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(app.address()).toBe('/admin/product-approval'))
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await type('lamp')
    fireEvent.keyDown(await field(), { key: 'ArrowUp' })
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(app.address()).toBe('/admin/orders?search=lamp'))
  })

  it('offers an admin the search of each status that has more products than are shown, and says that there are more', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => product(`${at}`, { title: 'Lamp', status: 'approved' }))
    otherwise = { 'products/queue': (input) => ({ rows: input.status === 'approved' ? rows : [], next: null }) }
    await openPalette()
    await type('lamp')
    fireEvent.click(await found('Search approved products for “lamp”'))
    await waitFor(() => expect(app.address()).toBe('/admin/product-approval?search=lamp&status=approved'))
  })

  it('says that there are more hits than are shown', async () => {
    otherwise = { 'orders/listOwn': () => ({ rows: [order], next: 'further' }) }
    await openPalette({ user: sally })
    await type('lamp')
    expect(await screen.findByText('4 shown, there are more')).toBeDefined()
  })

  it('shows the order with the typed number first, even if a page of others comes before it', async () => {
    const others = Array.from({ length: 10 }, (_, at) => ({ ...order, id: `other-${at}`, number: `${at}1001` }))
    otherwise = {
      'orders/listOwn': ({ number }) => (number === '1001' ? { rows: [order], next: null } : { rows: others, next: 'further' }),
    }
    await openPalette({ user: sally })
    await type('1001')
    await found('Order 1001')
    expect(options()[0]).toBe('Order 1001Order · LamiaPaid')
  })

  it('shows people whose name begins with the text first', async () => {
    const named = (name: string) => ({ ...person, id: name, name, shopName: '', email: `${name}@example.com` })
    const rows = [...['Bing', 'Ding', 'King', 'Ming', 'Singh'].map(named), named('Ingrid')]
    otherwise = { 'users/list': () => ({ rows, next: null }) }
    await openPalette()
    await type('ing')
    await found('Ingrid')
    expect(options().filter((text) => text?.includes('Person'))[0]).toMatch(/^Ingrid/)
  })

  it('says when nothing was found', async () => {
    otherwise = { 'products/list': () => ({ rows: [], next: null }), 'orders/listOwn': () => ({ rows: [], next: null }) }
    await openPalette({ user: sally })
    await type('samovar')
    expect(await screen.findByText('No product or order found for “samovar”.')).toBeDefined()
  })

  it('says why the search failed, and tries again', async () => {
    otherwise = {
      'orders/listOwn': () => {
        throw new Refused(503, 'unavailable', 'Not now.')
      },
    }
    await openPalette({ user: sally })
    await type('lamp')
    expect(await screen.findByText('Not now.')).toBeDefined()
    app.answers['orders/listOwn'] = answers['orders/listOwn']
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Try again' }))
    await found('A blue lamp')
  })

  it('says so without a network, and still leads to the pages', async () => {
    await openPalette({ user: sally })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    app.answers['products/list'] = () => {
      throw new Refused(503, 'offline', 'You are offline.')
    }
    await type('orders')
    expect(await screen.findByText('You are offline.')).toBeDefined()
    expect(options()).toContain('Orders')
  })
})
