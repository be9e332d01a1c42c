import { describe, expect, test, vi } from 'vitest'
import { placeOrder } from '#server/orders/place-order.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, admin, secondAdmin, caller, storefront, lamp, place, entries } = await openStorefront()

describe('money', () => {
  test('an order is paid once, for all that is due, and the ledger gets its lines, shipping and tax on that day', async () => {
    const id = await lamp(seller.id, 9)
    const order = await place([{ product_id: id, quantity: 2 }, { product_id: id }], { shipping: 300, tax: 70, discount: 100 })
    const paid = await caller(admin).orders.pay({ id: order.id })
    expect(paid).toMatchObject({ paymentStatus: 'paid', paid: 3_270, due: 0, paidAt: expect.any(String) })
    await expect(caller(admin).orders.pay({ id: order.id })).rejects.toMatchObject({ code: 'wrong-status' })
    expect(await entries(order.id)).toEqual([
      ...[
        ['placed-line', 0, 2],
        ['placed-line', 0, 1],
        ['paid-line', 1_933, 2],
        ['paid-line', 967, 1],
      ],
      ...[
        ['shipping', 300, 0],
        ['tax', 70, 0],
      ],
    ])
    const log = await caller(admin).history.list({ type: 'payment', limit: 1 })
    expect(log.rows).toMatchObject([{ kind: 'order.paid', itemId: order.id, description: `Order ${order.number} was paid.`, user: 'Ada' }])
    expect((await caller(seller).orders.getOwn({ id: order.id })).paymentStatus).toBe('paid')
  })

  test('a line cancelled before the payment is not due; one cancelled later leaves the sales of that later day by an entry of its own', async () => {
    const id = await lamp(seller.id, 9)
    const order = await place([{ product_id: id, quantity: 2 }, { product_id: id }, { product_id: id }])
    const [first = '', second = ''] = order.lines.map((line) => line.id)
    await caller(admin).orders.cancel({ id: order.id, lines: [first] })
    expect(await caller(admin).orders.pay({ id: order.id })).toMatchObject({ paid: 2_000 })
    await caller(admin).orders.cancel({ id: order.id, lines: [second] })
    expect((await entries(order.id)).slice(3)).toEqual([
      ...[
        ['cancelled-line', 0, 0],
        ['paid-line', 1_000, 1],
        ['paid-line', 1_000, 1],
        ['cancelled-line', -1_000, -1],
      ],
    ])
    const all = await place([{ product_id: id }], { shipping: 490 })
    await caller(admin).orders.cancel({ id: all.id, lines: all.lines.map((line) => line.id) })
    expect(await caller(admin).orders.get({ id: all.id })).toMatchObject({ due: 0, paymentStatus: 'unpaid' })
    await expect(caller(admin).orders.pay({ id: all.id })).rejects.toMatchObject({ code: 'wrong-status' })
  })

  test('what was both cancelled and refunded is subtracted from the refunds once, in whichever order', async () => {
    const id = await lamp(seller.id, 9)
    const order = await place([{ product_id: id, quantity: 2 }, { product_id: id }])
    const [first = '', second = ''] = order.lines.map((line) => line.id)
    await caller(admin).orders.pay({ id: order.id })
    await caller(admin).orders.cancel({ id: order.id, lines: [second] })
    await caller(admin).orders.refund({ id: order.id, amount: 1_500 })
    await caller(admin).orders.cancel({ id: order.id, lines: [first] })
    await caller(admin).orders.refund({ id: order.id, amount: 1_500 })
    expect((await entries(order.id)).slice(4)).toEqual([
      ...[
        ['cancelled-line', -1_000, -1],
        ['refund', 1_500, 0],
        ['refund', -1_000, 0],
      ],
      ...[
        ['cancelled-line', -2_000, -2],
        ['refund', -500, 0],
      ],
      ...[
        ['refund', 1_500, 0],
        ['refund', -1_500, 0],
      ],
    ])
    expect(await caller(admin).orders.get({ id: order.id })).toMatchObject({
      refunded: 3_000,
      refunds: [{ amount: 1_500 }, { amount: 1_500 }],
    })
  })

  test('a line cancelled while its money is refunded is subtracted from the refunds once', async () => {
    const order = await place([await lamp()])
    await caller(admin).orders.pay({ id: order.id })
    await Promise.all([
      caller(admin).orders.refund({ id: order.id, amount: 1_000 }),
      caller(secondAdmin).orders.cancel({ id: order.id, lines: order.lines.map((line) => line.id) }),
    ])
    const refunds = (await entries(order.id)).filter(([kind]) => kind === 'refund').map(([, amount]) => amount)
    expect(refunds).toEqual([1_000, -1_000])
  })

  test('refunds never exceed what was paid, even two at once', async () => {
    const order = await place([await lamp()])
    await expect(caller(admin).orders.refund({ id: order.id, amount: 1 })).rejects.toMatchObject({ code: 'wrong-status' })
    await caller(admin).orders.pay({ id: order.id })
    const high = caller(admin).orders.refund({ id: order.id, amount: 1_001 })
    await expect(high).rejects.toMatchObject({ code: 'refund-too-high', data: { field: 'amount', refundable: 1_000 } })
    const tried = await Promise.allSettled(
      [admin, secondAdmin].map((one) => caller(one).orders.refund({ id: order.id, amount: 600, reason: 'Scratched.' })),
    )
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const fresh = await caller(admin).orders.get({ id: order.id })
    expect(fresh).toMatchObject({ refunded: 600, paymentStatus: 'partly_refunded', refunds: [{ amount: 600, reason: 'Scratched.' }] })
    expect(await caller(admin).orders.refund({ id: order.id, amount: 400, refunded: 600 })).toMatchObject({ paymentStatus: 'refunded' })
    await expect(caller(admin).orders.refund({ id: order.id, amount: 1 })).rejects.toMatchObject({ code: 'wrong-status' })
    expect((await entries(order.id)).filter(([kind]) => kind === 'refund')).toEqual([
      ['refund', 600, 0],
      ['refund', 400, 0],
    ])
  })

  test('a refund whose admin does not know of the last one gives nothing back', async () => {
    const order = await place([await lamp()])
    await caller(admin).orders.pay({ id: order.id })
    const once = { id: order.id, amount: 100, refunded: 0 }
    await caller(admin).orders.refund(once)
    const message = '€1.00 was refunded meanwhile. Check the order again before you refund more.'
    await expect(caller(admin).orders.refund(once)).rejects.toMatchObject({ code: 'stale-version', message })
    await expect(caller(admin).orders.refund({ ...once, amount: 0 })).rejects.toMatchObject({ code: 'invalid-argument' })
    expect((await caller(admin).orders.get({ id: order.id })).refunded).toBe(100)
  })

  test('a payment of the amount due before a line was cancelled is not recorded for the lower amount', async () => {
    const order = await place([await lamp(), await lamp()])
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[0]?.id ?? ''] })
    await expect(caller(admin).orders.pay({ id: order.id, amount: order.due })).rejects.toMatchObject({
      code: 'wrong-total',
      message: 'The amount due is now €10.00, not €20.00. Check the order again.',
      data: { field: 'amount', fresh: { due: 1_000, paymentStatus: 'unpaid' } },
    })
    expect(await caller(admin).orders.pay({ id: order.id, amount: 1_000 })).toMatchObject({ paid: 1_000 })
  })

  test('an order cannot be paid before it was placed, so that past days get no sales of today', async () => {
    const early = { code: 'invalid-argument', field: 'paidAt', message: 'It cannot be paid before it was placed.' }
    const { id, placedAt } = await place([await lamp()])
    await expect(recordPayment(app, storefront, { id, paidAt: '1999-01-01T00:00:00Z' })).rejects.toMatchObject(early)
    expect(await entries(id)).toEqual([['placed-line', 0, 1]])
    await expect(place([await lamp()], { paidAt: '1999-01-01T00:00:00Z' })).rejects.toMatchObject(early)
    // The clock of a storefront may be a little behind.
    const paidAt = new Date(Date.parse(placedAt) - 60_000).toISOString()
    expect(await recordPayment(app, storefront, { id, paidAt })).toMatchObject({ paymentStatus: 'paid', paidAt: placedAt })
    expect(await place([await lamp()], { paidAt })).toMatchObject({ paymentStatus: 'paid', paid: 1_000 })
    const before = { placedAt: '2024-01-01T10:00:00.000Z', paidAt: '2024-01-02T10:00:00.000Z' }
    expect(await place([await lamp()], before)).toMatchObject({ ...before, paymentStatus: 'paid' })
  })

  test('an order that was paid when it arrived may arrive again long afterwards', async () => {
    const about = { externalId: 'paid-once', paidAt: new Date().toISOString() }
    const now = Date.now()
    const order = orderOf([await lamp()], about)
    const { id } = await placeOrder(app, storefront, order)
    vi.setSystemTime(now + 86_400_000)
    const again = await placeOrder(app, storefront, order).finally(() => vi.useRealTimers())
    expect(again.id).toBe(id)
  })

  test('entries of the ledger cannot be changed', async () => {
    await expect(app.sql`update sales_entries set amount = 0`).rejects.toThrow('append-only')
    await expect(app.sql`delete from sales_entries`).rejects.toThrow('append-only')
  })
})
