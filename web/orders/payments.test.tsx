import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Order } from '#domain/order.ts'
import { ask, button, dialog, line, openPage, order } from '#web/testing/orders.ts'
import { Refused, refuses } from '#web/testing/render-app.tsx'

// Imported after the test app, which replaces the network before any of this loads.
const { owedOf } = await import('#web/orders/refundable.ts')
const { queries } = await import('#web/platform/queries/queries.ts')

describe('an order', () => {
  it('is refunded in full unless people type less, never more, and sends the amount refunded before as expected', async () => {
    const stored = order({ refunded: 500, paymentStatus: 'partly_refunded' })
    const { answers, sent } = await openPage(stored)
    answers['orders/refund'] = ({ amount }) => Object.assign(stored, { refunded: 500 + Number(amount) })
    const asked = await ask('Refund')
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
    const opened = await openPage(stored)
    const asked = await ask('Refund')
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
    answers['orders/refund'] = refuses(409, 'stale-version', '€10.00 was refunded meanwhile.')
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
    const { answers, sent } = await openPage(stored)
    answers['orders/pay'] = refuses(422, 'wrong-total', 'The amount due is now €30.00, not €40.00.')
    const asked = await ask('Record payment of €40.00', 'Record payment')
    Object.assign(stored, { due: 3_000 })
    await act(() => queries.invalidateQueries())
    await screen.findByText('Cancelled before payment')
    expect(asked.getByText(/The buyer paid the full amount of €40.00/)).toBeTruthy()
    fireEvent.click(asked.getByRole('button', { name: /^Record payment of €/ }))
    await asked.findByText('The amount due is now €30.00, not €40.00.')
    expect(sent('orders/pay')).toEqual([{ id: 'o1', amount: 4_000 }])
  })

  it('refunds for a line no more than is left, and nothing for one that was cancelled before payment', async () => {
    const lines = [line('1'), line('2', { status: 'cancelled', cancelledAt: '2026-11-19T10:00:00.000Z' })]
    await openPage(order({ lines, refunded: 3_500, paymentStatus: 'partly_refunded' }))
    fireEvent.click(button('Actions for Lamp 1'))
    expect((await screen.findByRole('menuitem', { name: 'Refund €5.00' })).getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(button('Actions for Lamp 2'))
    const refused = await screen.findByRole('menuitem', { name: 'Refund €20.00' })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(refused)
    await waitFor(() => expect(screen.getAllByText('This line was cancelled before payment.').length).toBeGreaterThan(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  const later = { status: 'cancelled', cancelledAt: '2026-11-21T10:00:00.000Z' } as const
  const before = { status: 'cancelled', cancelledAt: '2026-11-19T10:00:00.000Z' } as const
  const some = { open: 1, shipped: 0, delivered: 0, cancelled: 1 }
  const none = { open: 0, shipped: 0, delivered: 0, cancelled: 2 }

  it('says what was paid for cancelled lines and is not refunded yet, and fills it in', async () => {
    await openPage(order({ lines: [line('1'), line('2', later)], counts: some }))
    expect(screen.getByText('€20.00 was paid for cancelled lines and is not refunded yet.')).toBeTruthy()
    const asked = await ask('Refund')
    expect(asked.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('20.00')
  })

  it('says what to refund of an order that was cancelled completely, shipping included', async () => {
    await openPage(order({ lines: [line('1', later), line('2', later)], counts: none }))
    expect(screen.getByText('Everything is cancelled, and €40.00 of the payment is not refunded yet.')).toBeTruthy()
  })

  const shadeRefund = { id: 'r1', amount: 2_000, reason: '2 × Shade', createdAt: later.cancelledAt, by: null }

  it.each<[string, Partial<Order>, number]>([
    ['nothing was cancelled', {}, 0],
    ['a line was cancelled before payment', { lines: [line('1'), line('2', before)], counts: some, paid: 2_000 }, 0],
    ['a line was cancelled after it', { lines: [line('1'), line('2', later)], counts: some }, 2_000],
    ['a part of that is refunded', { lines: [line('1'), line('2', later)], counts: some, refunded: 500 }, 1_500],
    ['more than that is refunded', { lines: [line('1'), line('2', later)], counts: some, refunded: 2_500 }, 0],
    ['all was cancelled, with shipping', { lines: [line('1', later), line('2', later)], counts: none }, 4_000],
    ['the rest was cancelled after payment', { lines: [line('1', before), line('2', later)], counts: none, paid: 2_000 }, 2_000],
    ['a payment dated back was less by the cancelled line', { lines: [line('1'), line('2', later)], counts: some, paid: 2_000 }, 0],
    [
      'the other line was refunded under its name',
      { lines: [line('1', { title: 'Shade' }), line('2', later)], counts: some, refunded: 2_000, refunds: [shadeRefund] },
      2_000,
    ],
    ['nothing was paid', { lines: [line('1', later), line('2', later)], counts: none, paid: 0, paidAt: null }, 0],
  ])('owes the buyer: %s', (_, change, owed) => expect(owedOf(order(change))).toBe(owed))

  it('warns of earlier refunds, and fills in no amount for a line that was refunded under its name', async () => {
    const refunds = [
      { id: 'r1', amount: 2_000, reason: '2 × Lamp 1', createdAt: '2026-11-21T10:00:00.000Z', by: 'Ada' },
      { id: 'r2', amount: 100, reason: '', createdAt: '2026-11-21T11:00:00.000Z', by: null },
    ]
    await openPage(order({ refunds, refunded: 2_100, paymentStatus: 'partly_refunded' }))
    fireEvent.click(button('Actions for Lamp 2'))
    await screen.findByRole('menuitem', { name: 'Refund €19.00' })
    fireEvent.click(button('Actions for Lamp 1'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Refund more' }))
    const asked = within(await dialog('Refund'))
    asked.getByText(/^€20.00 was already refunded for “2 × Lamp 1”/)
    asked.getByText('€1.00 was already refunded')
    expect(asked.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('')
    expect(asked.getByRole('button', { name: 'Refund' })).toBeTruthy()
  })
})
