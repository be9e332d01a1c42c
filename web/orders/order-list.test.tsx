import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answersFor, ask, button, line, listed, openOrder, openOrders, order } from '#web/testing/orders.ts'
import { Refused, refuses, sally } from '#web/testing/render-app.tsx'

describe('the list of orders', () => {
  it('shows an admin number, buyer, sellers, total, payment and shipped lines, and beside the link how many lines wait', async () => {
    await openOrder('/admin/orders', order({ counts: { open: 1, shipped: 1, delivered: 1, cancelled: 1 } }))
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    for (const text of ['bianca@example.com', 'Sally', '€40.00', 'Paid', '2 of 3 shipped', '1 delivered, 1 cancelled'])
      expect(row.textContent).toContain(text)
    expect(screen.getByRole('link', { name: 'Orders, 1 to ship' })).toBeTruthy()
  })

  it('says of an order of which all lines were delivered only that', async () => {
    await openOrder('/seller/orders', order({ counts: { open: 0, shipped: 0, delivered: 2, cancelled: 1 } }), sally)
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    expect(row.textContent).toContain('2 of 2 delivered1 cancelled')
    expect(row.textContent).not.toContain('shipped')
  })

  it('shows sellers the sum of their own lines, but neither the buyer’s e-mail address nor the total', async () => {
    await openOrder('/seller/orders', order(), sally)
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    expect(row.textContent).toContain('€35.00')
    expect(row.textContent).not.toContain('bianca@example.com')
    expect(row.textContent).not.toContain('€40.00')
    expect(screen.queryByText('Seller')).toBeNull()
  })

  it('shows sellers what was bought in each order, and how many other lines of theirs it has', async () => {
    await openOrder(
      '/seller/orders',
      order({
        lines: [line('1', { title: 'Brass lamp' }), line('2'), line('3')],
        counts: { open: 2, shipped: 1, delivered: 0, cancelled: 1 },
      }),
      sally,
    )
    expect((await screen.findByTitle('Brass lamp')).parentElement?.textContent).toBe('Brass lamp+ 2 more')
    expect(screen.getByTitle('Brass lamp').dir).toBe('auto')
  })

  it('asks for the total of a search that comes without it', async () => {
    const { answers, sent } = await openOrder('/admin/orders?search=lamp&sort=oldest', order())
    answers['orders/list'] = () => ({ rows: [listed(order())], next: 'further' })
    answers['orders/count'] = () => ({ total: 1_000 })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Payment' }), { target: { value: 'paid' } })
    await screen.findByText('999+ orders')
    expect(sent('orders/count')).toEqual([{ search: 'lamp', paymentStatus: 'paid' }])
  })

  it('keeps a range chosen by its name in the address, sends its days, and names it as a filter that is on', async () => {
    const { sent, address } = await openOrder('/admin/orders', order())
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
    const { answers, sent } = await openOrder('/admin/orders?pages=2', order())
    answers['orders/list'] = () => ({ rows: [], next: null })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Payment' }), { target: { value: 'refunded' } })
    await screen.findByText('Nothing matches')
    expect(sent('orders/list').at(-1)).toEqual({ paymentStatus: 'refunded' })
    fireEvent.click(button('Clear filters'))
    await screen.findByRole('row', { name: /Order 1001/ })
  })

  it('says to an admin what a search finds where it finds nothing, and how the orders of a product are reached', async () => {
    const none = { 'orders/list': () => ({ rows: [], next: null }), 'orders/listOwn': () => ({ rows: [], next: null }) }
    const { close } = await openOrders('/admin/orders?search=mug', { answers: none })
    await screen.findByText(/^Orders are found by number, external ID, buyer or seller\. .* choose “View orders”\.$/)
    close()
    cleanup()
    await openOrders('/seller/orders?search=mug', { user: sally, answers: none })
    await screen.findByText('Look for something else, or clear the filters.')
  })

  it('counts what is unpaid or was refunded among what a seller has to ship, unless other filters are on', async () => {
    const answers = {
      ...answersFor(order()),
      'orders/listOwn': () => ({ ...answersFor(order())['orders/listOwn'](), total: 5 }),
      'orders/unshipped': () => ({ lines: 6, orders: 5, unpaid: 2, refunded: 1 }),
    }
    await openOrders('/seller/orders?lineStatus=open', { user: sally, answers })
    await screen.findByText('5 orders, 2 unpaid, one refunded')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Payment' }), { target: { value: 'paid' } })
    await screen.findByText('5 orders')
  })

  it('says that nothing is left to ship, and leads to all orders', async () => {
    const { answers, sent } = await openOrder('/admin/orders?pages=2', order())
    answers['orders/list'] = () => ({ rows: [], next: null })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Shipping' }), { target: { value: 'open' } })
    await screen.findByText('Nothing left to ship')
    expect(sent('orders/list').at(-1)).toEqual({ lineStatus: 'open' })
    fireEvent.click(button('Show all orders'))
    await screen.findByRole('row', { name: /Order 1001/ })
  })

  it('sorts oldest first on request, and exports a file with the same filters', async () => {
    const { sent } = await openOrder('/admin/orders?paymentStatus=paid&pages=2', order())
    fireEvent.click(await screen.findByRole('button', { name: 'Placed' }))
    await waitFor(() => expect(sent('orders/list').at(-1)).toEqual({ paymentStatus: 'paid', sort: 'oldest' }))
    // It stands below the number, in the same cells.
    expect(screen.getByRole('columnheader', { name: /^Order.*Placed$/ })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Placed' }).getAttribute('aria-description')).toBe('sorted ascending')
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/orders/export.csv?paymentStatus=paid')
  })

  it('names the product it is filtered by, applies the filter to list and file, and can clear it', async () => {
    const answers = { ...answersFor(order()), 'products/get': () => ({ id: 'lamp', title: 'Brass lamp' }) }
    const app = await openOrders('/admin/orders?product_id=lamp', { answers })
    await screen.findByText('Product: Brass lamp')
    expect(app.sent('orders/list')).toEqual([{ product_id: 'lamp' }])
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/orders/export.csv?product_id=lamp')
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Product: Brass lamp' }))
    await waitFor(() => expect(app.sent('orders/list').at(-1)).toEqual({}))
    expect(screen.queryByText('Product: Brass lamp')).toBeNull()
  })

  it('keeps the filters while a search is being typed', async () => {
    const { sent } = await openOrder('/admin/orders', order())
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search' }), { target: { value: 'bianca' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Payment' }), { target: { value: 'unpaid' } })
    await waitFor(() => expect(sent('orders/list').at(-1)).toEqual({ search: 'bianca', paymentStatus: 'unpaid' }))
  })

  it('shows the same filters again when people return from one of its orders', async () => {
    const app = await openOrder('/admin/orders?paymentStatus=paid&sort=oldest', order())
    fireEvent.click(await screen.findByRole('link', { name: /1001/ }))
    fireEvent.click(await screen.findByRole('link', { name: 'All orders' }))
    await waitFor(() => expect(app.address()).toBe('/admin/orders?paymentStatus=paid&sort=oldest'))
  })

  it('explains a list without orders, which has nothing to search or export, and keeps the filters that leave none', async () => {
    const none = { answers: { 'orders/listOwn': () => ({ rows: [], next: null }) } }
    await openOrders('/seller/orders', { user: sally, ...none })
    await screen.findByText('No orders yet')
    for (const [role, name] of [
      ['searchbox', 'Search'],
      ['button', 'Views'],
      ['link', 'Export CSV'],
    ] as const)
      expect(screen.queryByRole(role, { name })).toBe(null)
    cleanup()
    await openOrders('/seller/orders?paymentStatus=paid', { user: sally, ...none })
    await screen.findByRole('button', { name: 'Clear filters' })
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Export CSV' })).toBeDefined()
  })

  it('leads an admin from an empty list to the API keys', async () => {
    await openOrders('/admin/orders', { answers: { 'orders/list': () => ({ rows: [], next: null }) } })
    expect((await screen.findByRole('link', { name: 'Create an API key' })).getAttribute('href')).toBe('/admin/settings?section=apiKeys')
  })
})

it('a seller’s orders from a node of the former version, which sends no titles, show nothing in their place', async () => {
  const answers = answersFor(order())
  const rows = answers['orders/listOwn']().rows.map(({ title, ...row }) => row)
  await openOrders('/seller/orders', { user: sally, answers: { ...answers, 'orders/listOwn': () => ({ rows, next: null }) } })
  expect((await screen.findByRole('link', { name: /1001/ })).parentElement?.children).toHaveLength(1)
})

it('the packing slips of selected orders are printed together, once all are loaded', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const orders = ['1001', '1002'].map((number) => order({ id: `o${number}`, number, lines: [line(number)] }))
  const get = ({ id }: Record<string, unknown>) => orders.find((one) => one.id === id)
  await openOrders('/admin/orders', {
    answers: { ...answersFor(order()), 'orders/list': () => ({ rows: orders.map(listed), next: null, total: 2 }), 'orders/get': get },
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  fireEvent.click(button('Print packing slips'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const slips = () => [...document.querySelectorAll('article[aria-label="Packing slip"]')].map(({ textContent }) => textContent)
  expect(slips()).toEqual([expect.stringContaining('Order 1001'), expect.stringContaining('Order 1002')])
  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(slips()).toEqual([]))
})

it('the packing slip of a shipped order is printed again from the list, and shipping says that nothing is left', async () => {
  vi.stubGlobal('print', vi.fn())
  await openOrder('/admin/orders', order({ counts: { open: 0, shipped: 1, delivered: 0, cancelled: 0 } }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Order 1001' }))
  expect(button('Ship').title).toBe('Nothing is left to ship.')
  fireEvent.click(button('Print packing slips'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
})

it('a cancelled order cannot be selected, as it has nothing to pack', async () => {
  await openOrder('/admin/orders', order({ counts: { open: 0, shipped: 0, delivered: 0, cancelled: 1 } }))
  await screen.findByRole('row', { name: /Order 1001/ })
  expect(screen.queryByRole('checkbox', { name: 'Select Order 1001' })).toBeNull()
})

it('no packing slip is printed if one order cannot be loaded, and the order is named', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const get = refuses(404, 'not-found', 'Order not found.')
  await openOrders('/admin/orders', { answers: { ...answersFor(order()), 'orders/get': get } })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  fireEvent.click(button('Print packing slips'))
  await screen.findByText('Order 1001: Order not found.')
  expect(print).not.toHaveBeenCalled()
})

describe('shipping many orders at once', () => {
  it('asks for a carrier and a tracking number each, which can be pasted as a column, shows a result per order, and failures stay selected', async () => {
    const whole = (id: string, number: string) => order({ id, number, lines: [line(`${id}-1`), line(`${id}-2`)] })
    const one = whole('o1', '1001')
    const two = whole('o2', '1002')
    const app = await openOrders('/admin/orders', {
      answers: {
        ...answersFor(one),
        'orders/list': () => ({ rows: [one, two].map(listed), next: null, total: 1000 }),
        'orders/get': ({ id }) => (id === 'o2' ? two : one),
        'orders/ship': ({ id }) => {
          if (id === 'o2') throw new Refused(409, 'wrong-status', 'Somebody was faster.')
          return { lines: one.lines.map((each) => ({ ...each, status: 'shipped' })) }
        },
      },
    })
    await screen.findByText('999+ orders')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    const box = await ask('Ship')
    await box.findByRole('button', { name: 'Ship 4 lines' })
    fireEvent.change(box.getByLabelText('Carrier'), { target: { value: 'Post' } })
    // A copied column, with a number more than there are orders.
    const column = { clipboardData: { getData: () => 'AT1\r\nAT2 \nAT3\n' } }
    fireEvent.paste(box.getByLabelText('Tracking number, Order 1001'), column)
    fireEvent.click(box.getByRole('button', { name: 'Ship 4 lines' }))
    await box.findByText(/Somebody was faster/)
    expect(app.sent('orders/ship')).toEqual([
      { id: 'o1', lines: ['o1-1', 'o1-2'], carrier: 'Post', tracking: 'AT1' },
      { id: 'o2', lines: ['o2-1', 'o2-2'], carrier: 'Post', tracking: 'AT2' },
    ])
    expect((screen.getByRole('checkbox', { name: 'Select Order 1002', hidden: true }) as HTMLInputElement).checked).toBe(true)
    expect((screen.getByRole('checkbox', { name: 'Select Order 1001', hidden: true }) as HTMLInputElement).checked).toBe(false)
  })

  it('says of each order that it is not paid or was refunded', async () => {
    const statuses = ['paid', 'unpaid', 'refunded'] as const
    const orders = statuses.map((paymentStatus) => order({ id: paymentStatus, lines: [line(paymentStatus)], paymentStatus }))
    const list = () => ({ rows: orders.map(listed), next: null, total: 3 })
    const get = ({ id }: Record<string, unknown>) => orders.find((one) => one.id === id)
    await openOrders('/admin/orders', { answers: { ...answersFor(order()), 'orders/list': list, 'orders/get': get } })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    const hints = await (await ask('Ship')).findAllByText(/^One line to /)
    expect(hints.map((hint) => hint.closest('[id]')?.textContent?.replace(/^One line to \S+/, ''))).toEqual([' ', ' Unpaid', ' Refunded'])
  })

  it('leaves the keyboard below the list if the orders leave it before the dialog closes', async () => {
    const one = order({ id: 'o1', number: '1001', lines: [line('1')] })
    let rows = [one, order({ id: 'o2', number: '1002' })].map(listed)
    await openOrders('/admin/orders', {
      answers: {
        ...answersFor(one),
        'orders/list': () => ({ rows, next: null, total: rows.length }),
        'orders/ship': () => {
          rows = rows.slice(1)
          return { lines: one.lines.map((each) => ({ ...each, status: 'shipped' })) }
        },
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Order 1001' }))
    const bar = screen.getByText('1 selected').parentElement as HTMLElement
    const focus = vi.spyOn(bar, 'focus')
    button('Ship').focus()
    const box = await ask('Ship')
    fireEvent.click(await box.findByRole('button', { name: 'Ship 1 line' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ship' })).toBeNull())
    expect(screen.queryByText('1 selected')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(bar))
    expect(focus).toHaveBeenCalledWith({ preventScroll: true })
  })

  it('names an order that cannot be loaded, ships the others, and leaves it selected', async () => {
    const one = order({ id: 'o1', number: '1001', lines: [line('1')] })
    const two = order({ id: 'o2', number: '1002' })
    await openOrders('/admin/orders', {
      answers: {
        ...answersFor(one),
        'orders/list': () => ({ rows: [one, two].map(listed), next: null, total: 2 }),
        'orders/get': ({ id }) => {
          if (id === 'o2') throw new Refused(404, 'not-found', 'This no longer exists.')
          return one
        },
        'orders/ship': () => ({ lines: one.lines.map((each) => ({ ...each, status: 'shipped' })) }),
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    const box = await ask('Ship')
    await box.findByText('Order 1002')
    fireEvent.click(box.getByRole('button', { name: 'Ship 1 line' }))
    await screen.findByText('One line is on its way.')
    expect(box.getByText(/This no longer exists/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Order 1002', hidden: true }).checked).toBe(true)
  })

  it('leaves those selected that had nothing to ship, for their packing slips', async () => {
    const one = order({ id: 'o1', number: '1001', lines: [line('1')] })
    const sent = order({ id: 'o2', number: '1002', counts: { open: 0, shipped: 1, delivered: 0, cancelled: 0 } })
    await openOrders('/admin/orders', {
      answers: {
        ...answersFor(one),
        'orders/list': () => ({ rows: [one, sent].map(listed), next: null, total: 2 }),
        'orders/ship': () => ({ lines: one.lines.map((each) => ({ ...each, status: 'shipped' })) }),
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(await (await ask('Ship')).findByRole('button', { name: 'Ship 1 line' }))
    await screen.findByText('1 selected')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Order 1002' }).checked).toBe(true)
  })

  it('is stopped while it ships: what was begun ends, and a toast tells how many are left', async () => {
    const orders = [1, 2, 3, 4, 5, 6].map((at) => order({ id: `o${at}`, number: `100${at}`, lines: [line(`o${at}-1`)] }))
    const held = Promise.withResolvers<void>()
    const app = await openOrders('/admin/orders', {
      answers: {
        ...answersFor(order()),
        'orders/list': () => ({ rows: orders.map(listed), next: null, total: 6 }),
        'orders/get': ({ id }) => orders.find((one) => one.id === id),
        'orders/ship': async () => {
          await held.promise
          return { lines: [] }
        },
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(await (await ask('Ship')).findByRole('button', { name: 'Ship 6 lines' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ship' })).toBeNull())
    held.resolve()
    await screen.findByText('2 items were not tried.')
    expect(screen.getByText('4 lines are on their way.')).toBeTruthy()
    expect(app.sent('orders/ship')).toHaveLength(4)
    expect(screen.getByText('2 selected')).toBeTruthy()
  })
})
