import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ask, button, dialog, line, moment, openOrder, openOrders, openPage, order } from '#web/testing/orders.ts'
import { ada, Refused, refuses, sally } from '#web/testing/render-app.tsx'
import buttonCss from '#web/ui/Button.module.css'

const primaries = () => [...document.querySelectorAll(`main .${buttonCss.primary}`)].map(({ textContent }) => textContent)

describe('an order', () => {
  it('shows how its amounts add up, deductions with their minus sign', async () => {
    await openPage(order({ refunded: 1_000, paymentStatus: 'partly_refunded' }))
    const sums = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(sums).toEqual([
      ...['Items €40.00', 'Discount -€5.00', 'Shipping €4.90', 'Tax €0.10', 'Total €40.00'],
      ...['Paid €40.00', 'Refunded -€10.00', 'Paid and not refunded €30.00'],
    ])
  })

  it('shows its seller what remains sold and what was cancelled, in the list and on its page', async () => {
    const half = order({ lines: [line('1'), line('2', { status: 'cancelled', discount: 100 })] })
    await openOrder('/seller/orders', half, sally)
    const row = await screen.findByRole('row', { name: /Order 1001/ })
    within(row).getByText('€19.00 cancelled')
    expect(row.textContent).toContain('€16.00€19.00 cancelled')
    fireEvent.click(within(row).getByRole('link', { name: 'Order 1001' }))
    await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
    const sums = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(sums).toEqual(['Items €40.00', 'Discount -€5.00', 'Cancelled -€19.00', 'Your items €16.00'])
  })

  it('names one amount to a seller from whom nothing is deducted', async () => {
    await openPage(order({ lines: [line('1'), line('2')], discount: 0 }), sally)
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Your items'])
  })

  it('whose lines were all cancelled before payment is cancelled, and no payment of its shipping is expected', async () => {
    const counts = { open: 0, shipped: 0, delivered: 0, cancelled: 2 }
    const lines = [line('1', { status: 'cancelled' }), line('2', { status: 'cancelled' })]
    await openPage(order({ paymentStatus: 'unpaid', paid: 0, due: 0, paidAt: null, counts, lines }))
    const head = (await screen.findByRole('heading', { level: 1, name: 'Order 1001' })).closest('header')
    expect(head?.textContent).toContain('Cancelled')
    expect(screen.queryByText('Unpaid')).toBeNull()
    const due = screen.getByText('Amount due')
    expect(due.nextElementSibling?.textContent).toBe('€0.00')
    expect(button('Record payment').title).toBe('All lines are cancelled: there is nothing to pay for.')
  })

  it('is shipped once however often people click, with only the ticked lines', async () => {
    const { answers, sent } = await openPage(order())
    answers['orders/ship'] = ({ lines }) => ({ lines: (lines as string[]).map((id) => line(id, { status: 'shipped' })) })
    const asked = await ask('Ship')
    fireEvent.click(asked.getByRole('checkbox', { name: /Lamp 2/ }))
    fireEvent.change(asked.getByLabelText('Carrier'), { target: { value: 'Post' } })
    for (const _ of [1, 2]) fireEvent.click(asked.getByRole('button', { name: 'Ship 1 line' }))
    await screen.findByText('One line is on its way.')
    expect(sent('orders/ship')).toEqual([{ id: 'o1', lines: ['1'], carrier: 'Post', tracking: '' }])
  })

  it.each([
    ['unpaid', 'This order is not paid yet.'],
    ['paid', undefined],
    ['partly_refunded', undefined],
    ['refunded', 'This order was refunded in full.'],
  ] as const)('that is %s says in the question before shipping: %s', async (paymentStatus, warning) => {
    await openPage(order({ paymentStatus }), sally)
    const asked = await ask('Ship')
    expect(asked.queryByText(/^This order/)?.textContent).toBe(warning)
  })

  it('that is not paid has one primary button: the payment for admins, shipping for sellers, who see no payment', async () => {
    const unpaid = order({ paymentStatus: 'unpaid', paid: 0, due: 4_000, paidAt: null })
    await openPage(unpaid)
    expect(primaries()).toEqual(['Record payment of €40.00'])
    cleanup()
    await openPage(unpaid, sally)
    expect(primaries()).toEqual(['Ship'])
  })

  it('that was refunded in full offers an admin to cancel its open lines first, without asking for another refund', async () => {
    await openPage(order({ paymentStatus: 'refunded', refunded: 4_000 }))
    expect(primaries()).toEqual(['Cancel lines'])
    fireEvent.click(button('Cancel lines'))
    within(await dialog('Cancel lines')).getByText(/The payment was already refunded in full\.$/)
  })

  const never = () => new Promise(() => {})
  const written = async (user?: typeof sally) => {
    const [list, one] = user ? ['/seller/orders', '/seller/orders/o1'] : ['/admin/orders', '/admin/orders/o1']
    const { answers, go } = await openOrder(list, order(), user)
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
    fireEvent.click((await ask('Ship')).getByRole('button', { name: 'Ship 2 lines' }))
    await screen.findByText('2 lines are on their way.')
    expect(within(screen.getByRole('main')).getByRole('row', { name: /Lamp 1/ }).textContent).toContain('Shipped')
    await back()
    expect((await screen.findByRole('row', { name: /Order 1001/ })).textContent).toContain('2 of 2 shipped')
    expect(screen.getByRole('link', { name: /^Orders/ }).textContent).not.toContain('2')
  })

  it('that was refunded shows as refunded in the list before that is refetched', async () => {
    const { answers, back } = await written()
    answers['orders/refund'] = () => order({ refunded: 4_000, paymentStatus: 'refunded' })
    fireEvent.click((await ask('Refund')).getByRole('button', { name: /^Refund/ }))
    await screen.findByText('€40.00 is refunded.')
    await back()
    expect((await screen.findByRole('row', { name: /Order 1001/ })).textContent).toContain('Refunded')
  })

  it('of two sellers has no line ticked when an admin wants to cancel it, and the button counts those that are', async () => {
    const robs = { seller_id: 'rob', seller: rob }
    await openPage(order({ lines: [line('1'), line('2', robs), line('3', { status: 'shipped' })] }))
    const asked = await ask('Cancel lines')
    expect(asked.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false])
    expect(asked.getByRole('button', { name: 'Cancel lines' })).toBeTruthy()
    fireEvent.click(asked.getByRole('checkbox', { name: /Lamp 2/ }))
    expect(asked.getByRole('button', { name: 'Cancel 1 line' })).toBeTruthy()
  })

  it.each([
    ['open', ['Ship Lamp 1', 'Ship Lamp 2']],
    ['delivered', ['Ship', 'Ship Lamp 2']],
  ] as const)('of two sellers is shipped seller by seller: with the line of one %s', async (status, names) => {
    const lines = [line('1', { status }), line('2', { seller_id: 'rob', seller: rob })]
    await openPage(order({ lines }))
    await screen.findByRole('button', { name: 'Ship Lamp 2' })
    const ships = screen.getAllByRole('button', { name: /^Ship/ })
    expect(ships.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual(names)
  })

  it('of one line has one button to ship it', async () => {
    await openPage(order({ lines: [line('1')] }))
    expect(await screen.findAllByRole('button', { name: /^Ship/ })).toHaveLength(1)
  })

  it.each([
    ['Ship', 1, 'carrier'],
    ['Ship', 2, 'lines'],
    ['Cancel lines', 1, 'reason'],
    ['Cancel lines', 2, 'lines'],
  ])('asks people who press “%s”, if %i of its lines are open, for “%s” first', async (open, count, field) => {
    await openPage(order({ lines: [line('1'), line('2')].slice(0, count) }))
    fireEvent.click(button(open))
    await dialog(open)
    expect(document.activeElement?.getAttribute('name')).toBe(field)
  })

  it('is not shipped by the Enter that opened the dialog and is held down', async () => {
    await openPage(order({ lines: [line('1')] }), sally)
    fireEvent.click(button('Ship'))
    const carrier = within(await dialog('Ship')).getByLabelText('Carrier')
    // False: the browser does not go on to send the form.
    expect(fireEvent.keyDown(carrier, { key: 'Enter', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(carrier, { key: 'Enter' })).toBe(true)
  })

  it('is not shipped without a line', async () => {
    const { sent } = await openPage(order({ lines: [line('1')] }), sally)
    const asked = await ask('Ship')
    fireEvent.click(asked.getByRole('checkbox', { name: /Lamp 1/ }))
    fireEvent.click(asked.getByRole('button', { name: 'Ship' }))
    await asked.findByText('Select at least one line.')
    expect(sent('orders/ship')).toEqual([])
  })

  it('shows its current state to a person who was too late, and why nothing happened', async () => {
    const stored = order()
    const { answers } = await openPage(stored)
    answers['orders/cancel'] = () => {
      stored.lines = [line('1', { status: 'shipped', shippedAt: moment }), line('2')]
      throw new Refused(409, 'wrong-status', 'The status does not allow this any more. Open it again.', { fresh: stored })
    }
    const asked = await ask('Cancel lines')
    for (const name of [/Lamp 1/, /Lamp 2/]) fireEvent.click(asked.getByRole('checkbox', { name }))
    fireEvent.click(asked.getByRole('button', { name: 'Cancel 2 lines' }))
    await asked.findByText(/does not allow this any more/)
    await waitFor(() => expect(asked.queryByRole('checkbox', { name: /Lamp 1/ })).toBeNull())
    expect(asked.getByRole('checkbox', { name: /Lamp 2/ })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('row', { name: /Lamp 1/ }).textContent).toContain('Shipped')
  })

  it('gives the reason for a disabled button, also on a click', async () => {
    await openPage(order({ paymentStatus: 'unpaid', paid: 0, due: 4_000, paidAt: null }))
    for (const [name, why] of [
      ['Mark as delivered', 'Nothing is on its way.'],
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

  it('shows its seller no payment, nothing to cancel, and not the buyer’s e-mail address', async () => {
    await openPage(order(), sally)
    for (const name of ['Cancel lines', 'Refund', 'Erase data']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByText('bianca@example.com')).toBeNull()
    expect(screen.getAllByText('Ringstraße 1').length).toBeGreaterThan(0)
    expect(button('Ship').getAttribute('aria-disabled')).toBeNull()
  })

  it('tells its seller who can cancel lines, with a link to support, until nothing is left to cancel', async () => {
    const stored = order({ lines: [line('1')] })
    const { answers } = await openPage(stored, sally)
    const said = await screen.findByText(/^Only an administrator can cancel lines\./)
    expect(within(said).getByRole('link', { name: 'Ask support' }).getAttribute('href')).toBe('/chat')
    answers['orders/ship'] = () => Object.assign(stored, { lines: [line('1', { status: 'shipped' })] })
    fireEvent.click((await ask('Ship')).getByRole('button', { name: 'Ship 1 line' }))
    await waitFor(() => expect(screen.queryByText(/^Only an administrator can cancel lines\./)).toBeNull())
  })

  const rob = { id: 'rob', name: 'Rob', shopName: 'Rugs & co', avatar: null }

  it('shows an admin its lines below their sellers, each with a subtotal, and ships those of one seller together', async () => {
    const robs = { seller_id: 'rob', seller: rob, unitPrice: 300 }
    const { sent } = await openPage(
      order({ lines: [line('1'), line('2', robs), line('3'), line('4', robs), line('5', { ...robs, status: 'cancelled' })] }),
    )
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
    const { answers, sent } = await openPage(stored)
    answers['orders/refund'] = ({ amount }) => Object.assign(stored, { refunded: Number(amount), paymentStatus: 'partly_refunded' })
    expect(button('Mark as delivered: Lamp 2')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /(Ship|delivered:) Lamp 3/ })).toBeNull()
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

  it('lets its seller correct carrier and tracking number of all lines of one shipment', async () => {
    const parcel = { status: 'shipped', carrier: 'Post', tracking: 'AT1', shippedAt: moment } as const
    const lines = [line('1', parcel), line('2', parcel), line('3', { ...parcel, tracking: 'AT7' }), line('4')]
    const { answers, sent } = await openPage(order({ lines }), sally)
    answers['orders/correctShipment'] = () => ({ lines: lines.slice(0, 2).map((each) => ({ ...each, tracking: 'AT2' })) })
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for Lamp 1' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Correct shipment' }))
    const asked = within(await dialog('Correct shipment'))
    expect(asked.getByLabelText<HTMLInputElement>('Carrier').value).toBe('Post')
    fireEvent.change(asked.getByLabelText('Tracking number'), { target: { value: 'AT2' } })
    fireEvent.click(asked.getByRole('button', { name: 'Correct 2 lines' }))
    await screen.findByText('The shipment details of 2 lines were corrected.')
    expect(sent('orders/correctShipment')).toEqual([{ id: 'o1', lines: ['1', '2'], carrier: 'Post', tracking: 'AT2' }])
    expect(screen.queryByRole('button', { name: 'Actions for Lamp 4' })).toBeNull()
  })

  it.each([
    ['that came from a file as shipped, without a time or tracking number', {}, 'Correct 1 line'],
    ['that came with one tracking number', { carrier: 'Post', tracking: 'AT1' }, 'Correct 2 lines'],
    ['that were shipped at once, also of another seller', { shippedAt: moment }, 'Correct 3 lines'],
  ])('with lines %s offers an admin those of one shipment to correct', async (_, about, submit) => {
    const shipped = { status: 'shipped', ...about } as const
    const lines = [line('1', shipped), line('2', shipped), line('3', { ...shipped, seller_id: 'rob', seller: rob })]
    await openPage(order({ lines }))
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for Lamp 1' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Correct shipment' }))
    expect(within(await dialog('Correct shipment')).getByRole('button', { name: submit })).toBeTruthy()
  })

  it('shows its seller no group, no menu and no refund', async () => {
    await openPage(order(), sally)
    expect(button('Ship Lamp 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    expect(screen.queryByText('Subtotal')).toBeNull()
  })

  it.each([
    ['/seller/orders', sally],
    ['/admin/orders', ada],
  ])('that is foreign or unknown is not found, with a link to %s', async (list, user) => {
    const notFound = refuses(404, 'not-found', 'Order not found.')
    await openOrders(`${list}/foreign`, { user, answers: { 'orders/getOwn': notFound, 'orders/get': notFound } })
    await screen.findByText('Order not found')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order')
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe(list)
  })

  it('is erased only after a dialog stated what is erased, what stays, and what is concerned', async () => {
    const { answers, sent } = await openPage(order())
    answers['orders/buyer'] = () => ({ orders: 3, messages: 12, files: 1, open: 1 })
    answers['orders/eraseBuyer'] = () => ({ orders: 0, messages: 12, files: 0 })
    const asked = await ask('Erase data', 'Erase this buyer’s data')
    await asked.findByText('This affects 3 orders, 12 messages, and one file.')
    expect(asked.getByText(/amounts and dates stay/)).toBeTruthy()
    expect(asked.getByText('One of the orders has lines to ship or cancel first.')).toBeTruthy()
    const erase = () => screen.getByRole('button', { name: 'Erase for good' })
    expect(erase().getAttribute('title')).toBe('One of the orders has lines to ship or cancel first.')
    await act(async () => fireEvent.click(erase()))
    expect(sent('orders/eraseBuyer')).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
    answers['orders/buyer'] = () => ({ orders: 0, messages: 0, files: 0, open: 0 })
    fireEvent.click(button('Erase data'))
    await screen.findByText(/^No orders, messages or files of this buyer are left/)
    await waitFor(() => expect(erase().getAttribute('title')).toBeNull())
    await act(async () => fireEvent.click(erase()))
    await screen.findByText('The buyer’s data was erased: 12 messages.')
    expect(sent('orders/eraseBuyer')).toEqual([{ email: 'bianca@example.com' }])
  })

  it.each([
    ['AT', 'Austria'],
    ['AA', 'AA'],
    ['Österreich', 'Österreich'],
  ])('to the country %s names %s in its address', async (country, name) => {
    const to = { line1: '', line2: '', postalCode: '', city: 'Wien', region: '', country }
    await openPage(order({ shippingAddress: to }))
    expect([...document.querySelectorAll('address')].map(({ textContent }) => textContent)).toEqual(Array(2).fill(`BiancaWien${name}`))
  })

  it('has the region of its address on the line of the town, on the page and on the slip', async () => {
    const to = { line1: '9 Elm St', line2: '', postalCode: '97214', city: 'Portland', region: 'OR', country: '' }
    await openPage(order({ shippingAddress: to }))
    expect(screen.getAllByText('97214 Portland, OR')).toHaveLength(2)
  })

  it('is sent to the recipient of its address, and still names the buyer on the page', async () => {
    const to = { recipient: 'Gerda', line1: '9 Elm St', line2: '', postalCode: '', city: 'Portland', region: '', country: '' }
    await openPage(order({ shippingAddress: to }))
    expect([...document.querySelectorAll('address')].map(({ textContent }) => textContent)).toEqual(Array(2).fill('Gerda9 Elm StPortland'))
    const buyer = screen.getByRole('heading', { name: 'Buyer' }).closest('section')
    expect(buyer?.textContent).toContain('BiancaShip toGerda')
  })

  it('is printed as a packing slip with addresses and lines, without prices and cancelled lines', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await openPage(order({ lines: [line('1'), line('2', { status: 'cancelled' })] }))
    fireEvent.click(button('Packing slip'))
    expect(print).toHaveBeenCalledOnce()
    const slip = document.querySelector('article[aria-label="Packing slip"]')?.textContent ?? ''
    for (const text of ['Order 1001', 'Bianca', 'Ringstraße 1', '1010 Wien', 'Sold by Sally', 'Lamp 1']) expect(slip).toContain(text)
    for (const text of ['Lamp 2', '€', 'bianca@example.com']) expect(slip).not.toContain(text)
    // Repeats on every sheet.
    expect(document.querySelector('article[aria-label="Packing slip"] thead')?.textContent).toMatch(/^Order 1001Sold by Sally/)
  })

  it.each([
    ['the rest of it marks what the first parcel contained', { status: 'open' }, ['Shipped', '']],
    ['the slip printed again is to be ticked like the first', { status: 'delivered' }, ['', '']],
  ] as const)('shipped in parts: %s', async (_, second, shown) => {
    await openPage(order({ lines: [line('1', { status: 'shipped' }), line('2', second)] }))
    const rows = [...document.querySelectorAll('article[aria-label="Packing slip"] tbody tr')]
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(shown)
  })

  it('is printed by its seller with their shop and its address, from which the parcel is sent', async () => {
    await openPage(order(), sally)
    const slip = document.querySelector('article[aria-label="Packing slip"]')
    const heads = [...(slip?.querySelectorAll('h2') ?? [])]
    expect(heads.map((head) => [head.textContent, head.nextElementSibling?.textContent])).toEqual([
      ['Ship to', 'BiancaRingstraße 11010 Wien'],
      ['From', 'Sally’s lampsHafenweg 220457 Hamburg'],
    ])
  })
})
