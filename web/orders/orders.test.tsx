import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AdminOrderLine, Order, SellerOrder } from '#domain/order.ts'
import { Refused, renderApp, sally, sallyAsSeller } from '#web/testing/render-app.tsx'

// Imported after the test app, which replaces the network before any of this loads.
const { queries } = await import('#web/platform/queries/queries.ts')

// Renders whole screens, possibly on busy machines.
vi.setConfig({ testTimeout: 20_000 })
let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.close())

const moment = '2026-11-20T10:00:00.000Z'
const line = (id: string, change: Partial<AdminOrderLine> = {}): AdminOrderLine => ({
  ...{ id, product_id: `product-${id}`, title: `Lamp ${id}`, sku: null, unitPrice: 1_000, quantity: 2, discount: 0, status: 'open' },
  ...{ carrier: '', tracking: '', shippedAt: null, deliveredAt: null, cancelledAt: null, cover: null },
  ...{ seller_id: 'sally', seller: sallyAsSeller, sellerStatus: 'active' },
  ...change,
})

const order = (change: Partial<Order> = {}): Order => ({
  ...{ id: 'o1', number: '1001', buyerName: 'Bianca', buyerEmail: 'bianca@example.com', paymentStatus: 'paid', placedAt: moment },
  ...{ units: 4, counts: { open: 2, shipped: 0, delivered: 0, cancelled: 0 }, items: 4_000, discount: 500, shipping: 490, tax: 10 },
  ...{ total: 4_000, paid: 4_000, refunded: 0, due: 0, source: 'shop', externalId: 'A-1', paidAt: moment, erasedAt: null },
  shippingAddress: { line1: 'Ringstraße 1', line2: '', postalCode: '1010', city: 'Wien', region: '', country: '' },
  ...{ lines: [line('1'), line('2')], refunds: [] },
  ...change,
})

/** The order as Sally sees it. */
function ofSally(whole: Order): SellerOrder {
  const { buyerEmail, shipping, tax, total, paid, refunded, due, source, externalId, paidAt, refunds, ...rest } = whole
  const lines = whole.lines.map(({ seller_id, seller, sellerStatus, ...own }) => own)
  const cancelled = lines.filter(({ status }) => status === 'cancelled')
  return {
    ...rest,
    lines,
    cancelled: cancelled.reduce((sum, { unitPrice, quantity, discount }) => sum + unitPrice * quantity - discount, 0),
  }
}

const answersFor = (one: Order) => ({
  'orders/list': () => ({ rows: [one], next: null }),
  'orders/listOwn': () => ({ rows: [ofSally(one)], next: null }),
  'orders/get': () => ({ ...one }),
  'orders/getOwn': () => ofSally(one),
  'orders/timeline': () => ({ rows: [] }),
  'orders/unshipped': () => ({ lines: one.counts.open, orders: 1, unpaid: 0 }),
})

const openAt = async (address: string, one: Order, user?: typeof sally) => {
  app = await renderApp(address, [], { answers: answersFor(one), ...(user && { user }) })
  return app
}
const button = (name: string) => screen.getByRole('button', { name })
const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('the list of orders', () => {
  it('shows an admin number, buyer, total, payment and shipped lines, and beside the link how many lines wait', async () => {
    await openAt('/admin/orders', order({ counts: { open: 1, shipped: 1, delivered: 1, cancelled: 1 } }))
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    for (const text of ['bianca@example.com', '€40.00', 'Paid', '2 of 3 shipped', '1 delivered, 1 cancelled'])
      expect(row.textContent).toContain(text)
    expect(screen.getByRole('link', { name: 'Orders, 1 to ship' })).toBeTruthy()
  })

  it('shows sellers the sum of their own lines, but neither the buyer’s e-mail address nor the total', async () => {
    await openAt('/seller/orders', order(), sally)
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    expect(row.textContent).toContain('€35.00')
    expect(row.textContent).not.toContain('bianca@example.com')
    expect(row.textContent).not.toContain('€40.00')
    expect(screen.queryByText('Seller')).toBeNull()
  })

  it('asks for the total of a search that comes without it', async () => {
    const { answers, sent } = await openAt('/admin/orders?search=lamp&sort=oldest', order())
    answers['orders/list'] = () => ({ rows: [order()], next: 'further' })
    answers['orders/count'] = () => ({ total: 1_000 })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Payment' }), { target: { value: 'paid' } })
    await screen.findByText('999+ orders')
    expect(sent('orders/count')).toEqual([{ search: 'lamp', paymentStatus: 'paid' }])
  })

  it('keeps a range chosen by its name in the address, sends its days, and names it as a filter that is on', async () => {
    const { sent, address } = await openAt('/admin/orders', order())
    fireEvent.click(await screen.findByRole('button', { name: 'Placed: Any day' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Yesterday' }))
    await screen.findByRole('button', { name: 'Remove filter Placed: Yesterday' })
    expect(address()).toBe('/admin/orders?range=yesterday')
    await waitFor(() => expect(sent('orders/list').at(-1)).toMatchObject({ from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }))
    const { from, to, range } = sent('orders/list').at(-1) ?? {}
    expect([from, range]).toEqual([to, undefined])
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(`/api/orders/export.csv?from=${from}&to=${from}`)
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Placed: Yesterday' }))
    await waitFor(() => expect(address()).toBe('/admin/orders'))
  })

  it('sends the filters to the server, keeps them in the address, and offers to clear them where nothing matches', async () => {
    const { answers, sent } = await openAt('/admin/orders?pages=2', order())
    answers['orders/list'] = () => ({ rows: [], next: null })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Payment' }), { target: { value: 'refunded' } })
    await screen.findByText('Nothing matches')
    expect(sent('orders/list').at(-1)).toEqual({ paymentStatus: 'refunded' })
    fireEvent.click(button('Clear filters'))
    await screen.findByRole('row', { name: /Order 1001/ })
  })

  it('sorts oldest first on request, and exports a file with the same filters', async () => {
    const { sent } = await openAt('/admin/orders?paymentStatus=paid&pages=2', order())
    fireEvent.click(await screen.findByRole('button', { name: 'Placed' }))
    await waitFor(() => expect(sent('orders/list').at(-1)).toEqual({ paymentStatus: 'paid', sort: 'oldest' }))
    expect(screen.getByRole('columnheader', { name: 'Placed' }).getAttribute('aria-sort')).toBe('ascending')
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/orders/export.csv?paymentStatus=paid')
  })

  it('names the product it is filtered by, applies the filter to list and file, and can clear it', async () => {
    const answers = { ...answersFor(order()), 'products/get': () => ({ id: 'lamp', title: 'Brass lamp' }) }
    app = await renderApp('/admin/orders?product_id=lamp', [], { answers })
    await screen.findByText('Product: Brass lamp')
    expect(app.sent('orders/list')).toEqual([{ product_id: 'lamp' }])
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/orders/export.csv?product_id=lamp')
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Product: Brass lamp' }))
    await waitFor(() => expect(app.sent('orders/list').at(-1)).toEqual({}))
    expect(screen.queryByText('Product: Brass lamp')).toBeNull()
  })

  it('keeps the filters while a search is being typed', async () => {
    const { sent } = await openAt('/admin/orders', order())
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search' }), { target: { value: 'bianca' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Payment' }), { target: { value: 'unpaid' } })
    await waitFor(() => expect(sent('orders/list').at(-1)).toEqual({ search: 'bianca', paymentStatus: 'unpaid' }))
  })

  it('shows the same filters again when people return from one of its orders', async () => {
    await openAt('/admin/orders?paymentStatus=paid&sort=oldest', order())
    fireEvent.click(await screen.findByRole('link', { name: /1001/ }))
    fireEvent.click(await screen.findByRole('link', { name: 'All orders' }))
    await waitFor(() => expect(app.address()).toBe('/admin/orders?paymentStatus=paid&sort=oldest'))
  })

  it('explains an empty list, and keeps its filters', async () => {
    app = await renderApp('/seller/orders', [], { user: sally, answers: { 'orders/listOwn': () => ({ rows: [], next: null }) } })
    await screen.findByText('No orders yet')
    expect(screen.getByRole('searchbox')).toBeDefined()
  })
})

describe('an order', () => {
  it('shows how its amounts add up, deductions with their minus sign', async () => {
    await openAt('/admin/orders/o1', order({ refunded: 1_000, paymentStatus: 'partly_refunded' }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    const sums = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(sums).toEqual([
      ...['Items €40.00', 'Discount -€5.00', 'Shipping €4.90', 'Tax €0.10', 'Total €40.00'],
      ...['Paid €40.00', 'Refunded -€10.00', 'Paid and not refunded €30.00'],
    ])
  })

  it('shows its seller what remains sold and what was cancelled, in the list and on its page', async () => {
    const half = order({ lines: [line('1'), line('2', { status: 'cancelled', discount: 100 })] })
    await openAt('/seller/orders', half, sally)
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    within(row).getByText('€19.00 cancelled')
    expect(row.textContent).toContain('€16.00€19.00 cancelled')
    fireEvent.click(within(row).getByRole('link', { name: 'Order 1001' }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    const sums = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(sums).toEqual(['Items €40.00', 'Discount -€5.00', 'Cancelled -€19.00', 'Your items €16.00'])
  })

  it('whose lines were all cancelled before payment is cancelled, and no payment of its shipping is expected', async () => {
    const counts = { open: 0, shipped: 0, delivered: 0, cancelled: 2 }
    const lines = [line('1', { status: 'cancelled' }), line('2', { status: 'cancelled' })]
    await openAt('/admin/orders/o1', order({ paymentStatus: 'unpaid', paid: 0, due: 0, paidAt: null, counts, lines }))
    const head = (await screen.findByRole('heading', { level: 1, name: 'Order 1001' })).closest('header')
    expect(head?.textContent).toContain('Cancelled')
    expect(screen.queryByText('Unpaid')).toBeNull()
    const due = screen.getByText('To be paid')
    expect(due.nextElementSibling?.textContent).toBe('€0.00')
    expect(button('Record payment').title).toBe('All lines are cancelled: there is nothing to pay for.')
  })

  it('is shipped once however often people click, with only the ticked lines', async () => {
    const { answers, sent } = await openAt('/admin/orders/o1', order())
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    answers['orders/ship'] = ({ lines }) => ({ lines: (lines as string[]).map((id) => line(id, { status: 'shipped' })) })
    fireEvent.click(button('Ship'))
    const asked = within(await dialog('Ship'))
    fireEvent.click(asked.getByRole('checkbox', { name: /Lamp 2/ }))
    fireEvent.change(asked.getByLabelText('Carrier'), { target: { value: 'Post' } })
    for (const _ of [1, 2]) fireEvent.click(asked.getByRole('button', { name: 'Ship 1 line' }))
    await screen.findByText('One line is on its way.')
    expect(sent('orders/ship')).toEqual([{ id: 'o1', lines: ['1'], carrier: 'Post', tracking: '' }])
  })

  const never = () => new Promise(() => {})
  const written = async (user?: typeof sally) => {
    const [list, one] = user ? ['/seller/orders', '/seller/orders/o1'] : ['/admin/orders', '/admin/orders/o1']
    const { answers, go } = await openAt(list, order(), user)
    await screen.findByRole('row', { name: /Order 1001/ })
    await go(one)
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    for (const call of ['list', 'listOwn', 'get', 'getOwn', 'unshipped']) answers[`orders/${call}`] = never
    return { answers, back: () => go(list) }
  }

  it.each([
    ['an admin', undefined],
    ['its seller', sally],
  ] as const)('that %s shipped shows as shipped in the list and the count before these are refetched', async (_, user) => {
    const { answers, back } = await written(user)
    answers['orders/ship'] = ({ lines }) => ({ lines: (lines as string[]).map((id) => line(id, { status: 'shipped' })) })
    fireEvent.click(button('Ship'))
    fireEvent.click(within(await dialog('Ship')).getByRole('button', { name: 'Ship 2 lines' }))
    await screen.findByText('2 lines are on their way.')
    expect(within(screen.getByRole('main')).getByRole('row', { name: /Lamp 1/ }).textContent).toContain('Shipped')
    await back()
    expect((await screen.findByRole('row', { name: /Order 1001/ })).textContent).toContain('2 of 2 shipped')
    expect(screen.getByRole('link', { name: /^Orders/ }).textContent).not.toContain('2')
  })

  it('that was refunded shows as refunded in the list before that is refetched', async () => {
    const { answers, back } = await written()
    answers['orders/refund'] = () => order({ refunded: 4_000, paymentStatus: 'refunded' })
    fireEvent.click(button('Refund'))
    fireEvent.click(within(await dialog('Refund')).getByRole('button', { name: /^Refund/ }))
    await screen.findByText('€40.00 is refunded.')
    await back()
    expect((await screen.findByRole('row', { name: /Order 1001/ })).textContent).toContain('Refunded')
  })

  it.each([
    ['ship', 'Ship', [false, false], 'Ship'],
    ['cancel', 'Cancel lines', [false, false], 'Cancel lines'],
  ])(
    'of two sellers, when an admin wants to %s it, has the lines ticked that are surely meant, and the button counts them',
    async (_, open, ticked, submit) => {
      const robs = { seller_id: 'rob', seller: { id: 'rob', name: 'Rob', shopName: '', avatar: null } }
      await openAt('/admin/orders/o1', order({ lines: [line('1'), line('2', robs), line('3', { status: 'shipped' })] }))
      await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
      fireEvent.click(button(open))
      const asked = within(await dialog(open))
      expect(asked.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual(ticked)
      expect(asked.getByRole('button', { name: new RegExp(`^${submit}$`) })).toBeTruthy()
      fireEvent.click(asked.getByRole('checkbox', { name: /Lamp 2/ }))
      expect(asked.getByRole('button', { name: new RegExp(`^${open.split(' ')[0]} 1 line$`) })).toBeTruthy()
    },
  )

  it('is not shipped without a line', async () => {
    const { sent } = await openAt('/seller/orders/o1', order({ lines: [line('1')] }), sally)
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Ship'))
    const asked = within(await dialog('Ship'))
    fireEvent.click(asked.getByRole('checkbox', { name: /Lamp 1/ }))
    fireEvent.click(asked.getByRole('button', { name: 'Ship' }))
    await asked.findByText('Select at least one line.')
    expect(sent('orders/ship')).toEqual([])
  })

  it('shows its current state to a person who was too late, and why nothing happened', async () => {
    const stored = order()
    const { answers } = await openAt('/admin/orders/o1', stored)
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    answers['orders/cancel'] = () => {
      stored.lines = [line('1', { status: 'shipped', shippedAt: moment }), line('2')]
      throw new Refused(409, 'wrong-status', 'The status does not allow this any more. Open it again.', { fresh: stored })
    }
    fireEvent.click(button('Cancel lines'))
    const asked = within(await dialog('Cancel lines'))
    for (const name of [/Lamp 1/, /Lamp 2/]) fireEvent.click(asked.getByRole('checkbox', { name }))
    fireEvent.click(asked.getByRole('button', { name: 'Cancel 2 lines' }))
    await asked.findByText(/does not allow this any more/)
    await waitFor(() => expect(asked.queryByRole('checkbox', { name: /Lamp 1/ })).toBeNull())
    expect(asked.getByRole('checkbox', { name: /Lamp 2/ })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('row', { name: /Lamp 1/ }).textContent).toContain('Shipped')
  })

  it('gives the reason for a disabled button, also on a click', async () => {
    await openAt('/admin/orders/o1', order({ paymentStatus: 'unpaid', paid: 0, due: 4_000, paidAt: null }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    for (const [name, why] of [
      ['Deliver', 'Nothing is on its way.'],
      ['Refund', 'Only what was paid can be refunded.'],
    ] as const) {
      expect(button(name).getAttribute('aria-disabled')).toBe('true')
      expect(button(name).title).toBe(why)
      fireEvent.click(button(name))
      await waitFor(() => expect(screen.getAllByText(why).length).toBeGreaterThan(1))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    expect(button('Record payment of €40.00').getAttribute('aria-disabled')).toBeNull()
  })

  it('is refunded in full unless people type less, never more, and sends the amount refunded before as expected', async () => {
    const stored = order({ refunded: 500, paymentStatus: 'partly_refunded' })
    const { answers, sent } = await openAt('/admin/orders/o1', stored)
    answers['orders/refund'] = ({ amount }) => Object.assign(stored, { refunded: 500 + Number(amount) })
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Refund'))
    const asked = within(await dialog('Refund'))
    const amount = asked.getByLabelText<HTMLInputElement>(/^Amount/)
    expect(amount.value).toBe('35.00')
    // The button shows the amount of the refund.
    expect(asked.getByRole('button', { name: 'Refund €35.00' })).toBeTruthy()
    const submit = () => fireEvent.click(asked.getByRole('button', { name: /^Refund/ }))
    fireEvent.input(amount, { target: { value: '35.01' } })
    expect(asked.getByRole('button', { name: 'Refund' })).toBeTruthy()
    submit()
    await asked.findByText('This is more than what was paid and not refunded yet.')
    fireEvent.input(amount, { target: { value: '12,50' } })
    expect(asked.getByRole('button', { name: 'Refund €12.50' })).toBeTruthy()
    submit()
    await screen.findByText('€12.50 is refunded.')
    expect(sent('orders/refund')).toEqual([{ id: 'o1', amount: 1_250, reason: '', refunded: 500 }])
  })

  /** An order with a refund of 10.00 typed in the dialog, and its button. */
  const refundTyped = async (stored: Order) => {
    const opened = await openAt('/admin/orders/o1', stored)
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Refund'))
    const asked = within(await dialog('Refund'))
    fireEvent.input(asked.getByLabelText(/^Amount/), { target: { value: '10' } })
    return { ...opened, asked, submit: () => fireEvent.click(asked.getByRole('button', { name: /^Refund/ })) }
  }
  const refundedOnce = { refunded: 1_000, paymentStatus: 'partly_refunded' } as const

  it('is not refunded twice by a second press after a lost answer', async () => {
    const stored = order()
    const { answers, sent, asked, submit } = await refundTyped(stored)
    answers['orders/refund'] = () => {
      Object.assign(stored, refundedOnce)
      throw new Refused(503, 'unavailable', 'Backstall cannot be reached at the moment.')
    }
    submit()
    await asked.findByText('Backstall cannot be reached at the moment.')
    await screen.findByText('Paid and not refunded')
    submit()
    await waitFor(() => expect(sent('orders/refund')).toHaveLength(2))
    expect(sent('orders/refund')).toMatchObject([{ refunded: 0 }, { refunded: 0 }])
  })

  it('is refunded with the state it had when the dialog opened, even if a colleague refunded meanwhile', async () => {
    const stored = order()
    const { answers, sent, asked, submit } = await refundTyped(stored)
    answers['orders/refund'] = () => {
      throw new Refused(409, 'stale-version', '€10.00 was refunded meanwhile.')
    }
    Object.assign(stored, refundedOnce)
    await act(() => queries.invalidateQueries())
    await screen.findByText('Paid and not refunded')
    expect(asked.getByText('At most €40.00.')).toBeTruthy()
    submit()
    await asked.findByText('€10.00 was refunded meanwhile.')
    expect(sent('orders/refund')).toMatchObject([{ refunded: 0 }])
  })

  it('is paid with the amount that the dialog showed, even if less is due now', async () => {
    const stored = order({ paymentStatus: 'unpaid', paid: 0, due: 4_000, paidAt: null })
    const { answers, sent } = await openAt('/admin/orders/o1', stored)
    answers['orders/pay'] = () => {
      throw new Refused(422, 'wrong-total', 'The amount due is now €30.00, not €40.00.')
    }
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Record payment of €40.00'))
    const asked = within(await dialog('Record payment'))
    Object.assign(stored, { due: 3_000 })
    await act(() => queries.invalidateQueries())
    await screen.findByText('Cancelled before payment')
    expect(asked.getByText(/The buyer paid the full amount of €40.00/)).toBeTruthy()
    fireEvent.click(asked.getByRole('button', { name: /^Record payment of €/ }))
    await asked.findByText('The amount due is now €30.00, not €40.00.')
    expect(sent('orders/pay')).toEqual([{ id: 'o1', amount: 4_000 }])
  })

  it('shows its seller no payment, nothing to cancel, and not the buyer’s e-mail address', async () => {
    await openAt('/seller/orders/o1', order(), sally)
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    for (const name of ['Cancel lines', 'Refund', 'Erase data']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByText('bianca@example.com')).toBeNull()
    expect(screen.getAllByText('Ringstraße 1').length).toBeGreaterThan(0)
    expect(button('Ship').getAttribute('aria-disabled')).toBeNull()
  })

  const rob = { id: 'rob', name: 'Rob', shopName: 'Rugs & co', avatar: null }

  it('shows an admin its lines below their sellers, each with a subtotal, and ships those of one seller together', async () => {
    const robs = { seller_id: 'rob', seller: rob, unitPrice: 300 }
    const { sent } = await openAt(
      '/admin/orders/o1',
      order({ lines: [line('1'), line('2', robs), line('3'), line('4', robs), line('5', { ...robs, status: 'cancelled' })] }),
    )
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    const rows = within(screen.getByRole('main')).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent?.match(/Lamp \d|Rugs & co|Subtotal €[\d.]+/g)?.join(' ') ?? '')).toEqual([
      ...['Subtotal €40.00', 'Lamp 1', 'Lamp 3', 'Rugs & co Subtotal €12.00', 'Lamp 2', 'Lamp 4', 'Lamp 5'],
    ])
    expect(rows[1]?.parentElement).not.toBe(rows[3]?.parentElement)
    fireEvent.click(within(rows[3] as HTMLElement).getByRole('button', { name: 'Ship 2 lines' }))
    const asked = within(await dialog('Ship'))
    expect(asked.getAllByRole<HTMLInputElement>('checkbox').map(({ value, checked }) => [value, checked])).toEqual([
      ['2', true],
      ['4', true],
    ])
    fireEvent.click(asked.getByRole('button', { name: 'Ship 2 lines' }))
    await waitFor(() => expect(sent('orders/ship')).toMatchObject([{ lines: ['2', '4'] }]))
  })

  it('is shipped and refunded line by line, with the amount of the line on the button', async () => {
    const stored = order({ lines: [line('1', { discount: 250 }), line('2', { status: 'shipped' }), line('3', { status: 'delivered' })] })
    const { answers, sent } = await openAt('/admin/orders/o1', stored)
    answers['orders/refund'] = ({ amount }) => Object.assign(stored, { refunded: Number(amount), paymentStatus: 'partly_refunded' })
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    expect(button('Deliver Lamp 2')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /(Ship|Deliver) Lamp 3/ })).toBeNull()
    fireEvent.click(button('Ship Lamp 1'))
    expect(within(await dialog('Ship')).getAllByRole('checkbox')).toHaveLength(1)
    fireEvent.click(within(await dialog('Ship')).getByRole('button', { name: 'Cancel' }))
    fireEvent.click(button('Actions for Lamp 1'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Refund €17.50' }))
    const asked = within(await dialog('Refund'))
    expect(asked.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('2 × Lamp 1')
    fireEvent.click(asked.getByRole('button', { name: 'Refund €17.50' }))
    await screen.findByText('€17.50 is refunded.')
    expect(sent('orders/refund')).toEqual([{ id: 'o1', amount: 1_750, reason: '2 × Lamp 1', refunded: 0 }])
  })

  it('refunds for a line no more than is left, and nothing for one that was cancelled before payment', async () => {
    const lines = [line('1'), line('2', { status: 'cancelled', cancelledAt: '2026-11-19T10:00:00.000Z' })]
    await openAt('/admin/orders/o1', order({ lines, refunded: 3_500, paymentStatus: 'partly_refunded' }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Actions for Lamp 1'))
    expect((await screen.findByRole('menuitem', { name: 'Refund €5.00' })).getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(button('Actions for Lamp 2'))
    const refused = await screen.findByRole('menuitem', { name: 'Refund €20.00' })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(refused)
    await waitFor(() => expect(screen.getAllByText('This line was cancelled before payment.').length).toBeGreaterThan(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows its seller no group, no menu and no refund', async () => {
    await openAt('/seller/orders/o1', order(), sally)
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    expect(button('Ship Lamp 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    expect(screen.queryByText('Subtotal')).toBeNull()
  })

  it('that is foreign or unknown is not found, with a link to the list', async () => {
    const notFound = () => {
      throw new Refused(404, 'not-found', 'Order not found.')
    }
    app = await renderApp('/seller/orders/foreign', [], { user: sally, answers: { 'orders/getOwn': notFound } })
    await screen.findByText('Order not found.')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order')
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/seller/orders')
  })

  it('is erased only after a dialog stated what is erased, what stays, and how many orders are concerned', async () => {
    const { answers, sent } = await openAt('/admin/orders/o1', order())
    answers['orders/buyer'] = () => ({ orders: 3, open: 1 })
    answers['orders/eraseBuyer'] = () => ({ orders: 3 })
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Erase data'))
    const asked = within(await dialog('Erase this buyer’s data'))
    await asked.findByText('This affects 3 orders.')
    expect(asked.getByText(/amounts and dates stay/)).toBeTruthy()
    expect(asked.getByText('One of them has lines to ship or cancel first.')).toBeTruthy()
    expect(sent('orders/eraseBuyer')).toEqual([])
    await act(async () => fireEvent.click(asked.getByRole('button', { name: 'Erase for good' })))
    await screen.findByText('The buyer’s data was erased from 3 orders.')
    expect(sent('orders/eraseBuyer')).toEqual([{ email: 'bianca@example.com' }])
  })

  it.each([
    ['AT', 'Austria'],
    ['AA', 'AA'],
    ['Österreich', 'Österreich'],
  ])('to the country %s names %s in its address', async (country, name) => {
    const to = { line1: '', line2: '', postalCode: '', city: 'Wien', region: '', country }
    await openAt('/admin/orders/o1', order({ shippingAddress: to }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    expect([...document.querySelectorAll('address')].map(({ textContent }) => textContent)).toEqual(Array(2).fill(`BiancaWien${name}`))
  })

  it('is printed as a packing slip with addresses and lines, without prices and cancelled lines', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await openAt('/admin/orders/o1', order({ lines: [line('1'), line('2', { status: 'cancelled' })] }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    fireEvent.click(button('Packing slip'))
    expect(print).toHaveBeenCalledOnce()
    const slip = document.querySelector('article[aria-label="Packing slip"]')?.textContent ?? ''
    for (const text of ['Order 1001', 'Bianca', 'Ringstraße 1', '1010 Wien', 'Sold by Sally', 'Lamp 1']) expect(slip).toContain(text)
    for (const text of ['Lamp 2', '€', 'bianca@example.com']) expect(slip).not.toContain(text)
    // Repeats on every sheet.
    expect(document.querySelector('article[aria-label="Packing slip"] thead')?.textContent).toMatch(/^Order 1001Sold by Sally/)
  })
})

describe('shipping many orders at once', () => {
  it('asks for a carrier and a tracking number each, which can be pasted as a column, shows a result per order, and failures stay selected', async () => {
    const whole = (id: string, number: string) => order({ id, number, lines: [line(`${id}-1`), line(`${id}-2`)] })
    const [one, two] = [whole('o1', '1001'), whole('o2', '1002')]
    app = await renderApp('/admin/orders', [], {
      answers: {
        ...answersFor(one),
        'orders/list': () => ({ rows: [one, two], next: null, total: 1000 }),
        'orders/get': ({ id }) => (id === 'o2' ? two : one),
        'orders/ship': ({ id }) => {
          if (id === 'o2') throw new Refused(409, 'wrong-status', 'Somebody was faster.')
          return { lines: one.lines.map((each) => ({ ...each, status: 'shipped' })) }
        },
      },
    })
    await screen.findByText('999+ orders')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(button('Ship'))
    const box = await dialog('Ship')
    await within(box).findByRole('button', { name: 'Ship 4 lines' })
    fireEvent.change(within(box).getByLabelText('Carrier'), { target: { value: 'Post' } })
    // A copied column, with a number more than there are orders.
    const column = { clipboardData: { getData: () => 'AT1\r\nAT2 \nAT3\n' } }
    fireEvent.paste(within(box).getByLabelText('Tracking number, Order 1001'), column)
    fireEvent.click(within(box).getByRole('button', { name: 'Ship 4 lines' }))
    await within(box).findByText(/Somebody was faster/)
    expect(app.sent('orders/ship')).toEqual([
      { id: 'o1', lines: ['o1-1', 'o1-2'], carrier: 'Post', tracking: 'AT1' },
      { id: 'o2', lines: ['o2-1', 'o2-2'], carrier: 'Post', tracking: 'AT2' },
    ])
    expect((screen.getByRole('checkbox', { name: 'Select Order 1002', hidden: true }) as HTMLInputElement).checked).toBe(true)
    expect((screen.getByRole('checkbox', { name: 'Select Order 1001', hidden: true }) as HTMLInputElement).checked).toBe(false)
  })

  it('names an order that cannot be loaded, ships the others, and leaves it selected', async () => {
    const [one, two] = [order({ id: 'o1', number: '1001', lines: [line('1')] }), order({ id: 'o2', number: '1002' })]
    app = await renderApp('/admin/orders', [], {
      answers: {
        ...answersFor(one),
        'orders/list': () => ({ rows: [one, two], next: null, total: 2 }),
        'orders/get': ({ id }) => {
          if (id === 'o2') throw new Refused(404, 'not-found', 'This no longer exists.')
          return one
        },
        'orders/ship': () => ({ lines: one.lines.map((each) => ({ ...each, status: 'shipped' })) }),
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(button('Ship'))
    const box = await dialog('Ship')
    await within(box).findByText('Order 1002')
    fireEvent.click(within(box).getByRole('button', { name: 'Ship 1 line' }))
    await screen.findByText('One line is on its way.')
    expect(within(box).getByText(/This no longer exists/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Order 1002', hidden: true }).checked).toBe(true)
  })
})
