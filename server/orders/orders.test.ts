import { describe, expect, test, vi } from 'vitest'
import type { Program } from '#domain/by.ts'
import type { NewOrder } from '#domain/order.ts'
import { cancelLines } from '#server/orders/cancel-lines.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import { shipLines } from '#server/orders/ship-lines.ts'
import { orderOf } from '#server/testing/orders.ts'
import { addApiKey, addProduct } from '#server/testing/things.ts'
import { openWorld } from '#server/testing/world.ts'

const { app, seller, rival, suspended, admin, secondAdmin, person, caller } = await openWorld()
const shop = { kind: 'key', id: await addApiKey(app, admin.id), name: 'Shop' } as const

const lamp = async (sellerId = seller.id, stock: number | null = 3) => {
  const { id } = await addProduct(app, sellerId, 'approved')
  await app.sql`update products set stock = ${stock} where id = ${id}`
  return id
}
const stockOf = async (id: string) => (await app.sql<{ stock: number | null }[]>`select stock from products where id = ${id}`)[0]?.stock
const place = async (products: Parameters<typeof orderOf>[0], about: Partial<NewOrder> = {}) =>
  (await placeOrder(app, shop, orderOf(products, about))).order
const ordersCount = async () => (await app.sql<{ count: number }[]>`select count(*)::int as count from orders`)[0]?.count
const entries = (orderId: string) =>
  app.sql`select kind, amount, units from sales_entries where order_id = ${orderId} order by id`.then((rows) =>
    rows.map(({ kind, amount, units }) => [kind, amount, units]),
  )

describe('an order arrives', () => {
  test('with its number, its exact sums, each line as it was sold, and its stock is taken', async () => {
    const [mine, theirs] = [await lamp(), await lamp(rival.id)]
    const lines = [{ product_id: mine, quantity: 2, unitPrice: 1_001 }, theirs]
    const order = await place(lines, { shipping: 490, tax: 200, discount: 100 })
    expect(order).toMatchObject({
      ...{ number: expect.stringMatching(/^\d{4,}$/), paymentStatus: 'unpaid', items: 3_002, shipping: 490, tax: 200, discount: 100 },
      ...{ total: 3_592, due: 3_592, paid: 0, refunded: 0, units: 3, source: 'shop', externalId: null, buyerName: 'Bianca' },
      ...{ buyerEmail: 'bianca@example.com', counts: { open: 2, shipped: 0, delivered: 0, cancelled: 0 }, refunds: [], erasedAt: null },
      shippingAddress: { line1: 'Ringstraße 1', line2: '', postalCode: '', city: 'Wien', region: '', country: '' },
      lines: [
        { product_id: mine, title: 'Brass lamp', unitPrice: 1_001, quantity: 2, discount: 67, seller_id: seller.id, sellerName: 'Sela' },
        { product_id: theirs, quantity: 1, discount: 33, seller_id: rival.id, status: 'open', sellerStatus: 'active' },
      ],
    })
    expect([await stockOf(mine), await stockOf(theirs)]).toEqual([1, 2])
    expect(await caller(admin).orders.get({ id: order.id })).toEqual(order)
  })

  test('a seller sees his own lines and amounts alone, and nothing that tells of the others', async () => {
    const [mine, theirs] = [await lamp(), await lamp(rival.id)]
    await app.sql`update products set title = 'Secret rug' where id = ${theirs}`
    const order = await place([mine, { product_id: theirs, quantity: 3, unitPrice: 7_777 }], { shipping: 4_321, discount: 1_234 })
    const own = await caller(seller).orders.getOwn({ id: order.id })
    expect(own).toMatchObject({ items: 1_000, units: 1, counts: { open: 1 }, buyerName: 'Bianca', shippingAddress: { city: 'Wien' } })
    expect(own.lines.map(({ product_id }) => product_id)).toEqual([mine])
    const { rows } = await caller(seller).orders.listOwn({ search: order.number })
    expect(rows).toMatchObject([{ id: order.id, items: 1_000, units: 1 }])
    await shipLines(app, admin, { id: order.id, lines: [order.lines[1]?.id ?? ''], carrier: 'Secret post', tracking: '' })
    const timeline = await caller(seller).orders.timeline({ id: order.id })
    expect(timeline.rows.map(({ kind }) => kind)).toEqual(['order.placed'])
    const told = JSON.stringify([own, rows, timeline]).replace(/[0-9a-f-]{36}/g, (one) => (one === theirs || one === rival.id ? one : ''))
    for (const secret of [theirs, rival.id, 'Secret', 'bianca@', String(order.total), '7777', '4321', '1234'])
      expect(told).not.toContain(secret)
    expect((await caller(seller).orders.listOwn({ search: 'Secret rug' })).rows).toEqual([])
  })

  test('a seller reads what of his own was cancelled, less its discount, and nothing of what others lost', async () => {
    const [one, two, theirs] = [await lamp(), await lamp(), await lamp(rival.id)]
    const order = await place([one, two, { product_id: theirs, quantity: 1, unitPrice: 1_000 }], { discount: 300 })
    const cancelled = async () => {
      const { rows } = await caller(seller).orders.listOwn({ search: order.number })
      return [rows[0]?.cancelled, (await caller(seller).orders.getOwn({ id: order.id })).cancelled]
    }
    const [first = '', second = '', other = ''] = order.lines.map(({ id }) => id)
    await caller(admin).orders.cancel({ id: order.id, lines: [other] })
    expect(await cancelled()).toEqual([0, 0])
    await caller(admin).orders.cancel({ id: order.id, lines: [first] })
    expect(await cancelled()).toEqual([900, 900])
    await caller(admin).orders.cancel({ id: order.id, lines: [second] })
    expect(await cancelled()).toEqual([1_800, 1_800])
    expect(await caller(seller).orders.getOwn({ id: order.id })).toMatchObject({ items: 2_000, discount: 200 })
  })

  test('an order without a line of his is to a seller as one that never was', async () => {
    const { id } = await place([await lamp(rival.id)])
    for (const one of [id, 'nothing'])
      await expect(caller(seller).orders.getOwn({ id: one })).rejects.toMatchObject({ code: 'not-found', message: 'Order not found.' })
    expect(JSON.stringify(await caller(seller).orders.listOwn({}))).not.toContain(id)
  })
})

describe('an order is refused as a whole, and nothing of it stays', () => {
  const refused = async (order: NewOrder, expected: object, by: Program = shop) => {
    const before = [await ordersCount(), ...(await app.sql`select count(*) from events`)]
    await expect(placeOrder(app, by, order)).rejects.toMatchObject(expected)
    expect([await ordersCount(), ...(await app.sql`select count(*) from events`)]).toEqual(before)
  }

  test('where its amounts do not add up', async () => {
    const id = await lamp()
    await refused(orderOf([id], { total: 999 }), { code: 'wrong-total', field: 'total' })
    await refused(orderOf([id], { discount: 1_001, total: 0 }), { code: 'wrong-total', field: 'discount' })
    const much = orderOf([{ product_id: id, unitPrice: Number.MAX_SAFE_INTEGER, quantity: 1 }], { total: 1 })
    await refused({ ...much, shipping: 1 }, { code: 'amount-too-high', field: 'total' })
    await refused(
      { ...much, lines: much.lines.map((line) => ({ ...line, quantity: 2 })) },
      {
        code: 'amount-too-high',
        field: 'lines',
      },
    )
  })

  test('in another currency, or from the future', async () => {
    const id = await lamp()
    await refused(orderOf([id], { currency: 'USD' }), { code: 'wrong-currency', field: 'currency' })
    await refused(orderOf([id], { placedAt: '2999-01-01T00:00:00.000Z' }), { code: 'invalid-argument', field: 'placedAt' })
  })

  test.each(['draft', 'pending', 'rejected', 'archived'] as const)('with a line of a product that is %s', async (status) => {
    const { id } = await addProduct(app, seller.id, status)
    await refused(orderOf([await lamp(), id]), { code: 'not-on-sale', field: 'lines.1.product_id' })
  })

  test('with a line of an unknown product, or of a suspended seller', async () => {
    await refused(orderOf(['nothing']), { code: 'not-on-sale', field: 'lines.0.product_id', message: 'Product not found!' })
    await refused(orderOf([await lamp(suspended.id)]), { code: 'not-on-sale', field: 'lines.0.product_id' })
  })

  test('with more than there is, also in two lines of one product; what has no number of pieces never runs out', async () => {
    const id = await lamp(seller.id, 3)
    await refused(orderOf([{ product_id: id, quantity: 4 }]), { code: 'out-of-stock', field: 'lines.0.quantity', detail: { stock: 3 } })
    const twice = [
      { product_id: id, quantity: 2 },
      { product_id: id, quantity: 2 },
    ]
    await refused(orderOf(twice), { code: 'out-of-stock', field: 'lines.1.quantity' })
    expect(await stockOf(id)).toBe(3)
    const endless = await lamp(seller.id, null)
    await place([{ product_id: endless, quantity: 1_000 }])
    expect(await stockOf(endless)).toBe(null)
  })

  test('with a key that is revoked, from the moment on, also in the middle of a burst', async () => {
    const id = await lamp(seller.id, 500)
    const key = { ...shop, id: await addApiKey(app, admin.id) }
    const burst = Array.from({ length: 20 }, (_, at) =>
      at === 5 ? caller(admin).apiKeys.revoke({ id: key.id }) : placeOrder(app, key, orderOf([id])),
    )
    const told = await Promise.allSettled(burst)
    const refusals = told.filter((one) => one.status === 'rejected').map((one) => one.reason)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'wrong-api-key' })
    expect(await stockOf(id)).toBe(500 - (19 - refusals.length))
    await refused(orderOf([id]), { code: 'wrong-api-key' }, key)
  })

  test('by anybody but an admin or a program', async () => {
    await expect(placeOrder(app, seller, orderOf([await lamp()]))).rejects.toMatchObject({ code: 'not-allowed' })
  })
})

describe('under one external id', () => {
  test('the same order twice at once is one order, and both are answered with it', async () => {
    const id = await lamp(seller.id, 100)
    const order = orderOf([id], { externalId: 'W-1' })
    const placed = await Promise.all(Array.from({ length: 8 }, () => placeOrder(app, shop, order)))
    expect(new Set(placed.map((one) => one.order.id)).size).toBe(1)
    expect(placed.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await stockOf(id)).toBe(99)
  })

  test('another order is refused, and the same id of another source is another order', async () => {
    const id = await lamp()
    const first = await place([id], { externalId: 'W-2' })
    const other = orderOf([{ product_id: id, quantity: 2 }], { externalId: 'W-2' })
    await expect(placeOrder(app, shop, other)).rejects.toMatchObject({ code: 'order-conflict', field: 'externalId' })
    expect((await place([id], { externalId: 'W-2', source: 'market' })).id).not.toBe(first.id)
  })
})

test('the last piece is sold once, however many want it at the same moment', async () => {
  const [one, other] = [await lamp(seller.id, 1), await lamp(rival.id, 1)]
  const tried = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => placeOrder(app, shop, orderOf(at % 2 ? [one, other] : [other, one]))),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const told of tried) if (told.status === 'rejected') expect(told.reason).toMatchObject({ code: 'out-of-stock' })
  expect([await stockOf(one), await stockOf(other)]).toEqual([0, 0])
})

describe('lines', () => {
  test('are shipped and delivered by their seller, who cannot touch another’s', async () => {
    const order = await place([await lamp(), await lamp(rival.id)])
    const [mine = '', theirs = ''] = order.lines.map(({ id }) => id)
    const shipped = await caller(seller).orders.ship({ id: order.id, lines: [mine], carrier: 'Post', tracking: 'AT1' })
    expect(shipped.lines).toMatchObject([{ id: mine, status: 'shipped', carrier: 'Post', tracking: 'AT1', shippedAt: expect.any(String) }])
    for (const lines of [[theirs], ['nothing']]) {
      const refusal = caller(seller).orders.ship({ id: order.id, lines })
      await expect(refusal).rejects.toMatchObject({ code: 'not-found', message: 'Order not found.' })
    }
    await caller(seller).orders.deliver({ id: order.id, lines: [mine] })
    expect(await caller(admin).orders.get({ id: order.id })).toMatchObject({
      counts: { open: 1, shipped: 0, delivered: 1, cancelled: 0 },
      lines: [{ status: 'delivered' }, { status: 'open' }],
    })
    expect(await caller(seller).orders.getOwn({ id: order.id })).toMatchObject({ counts: { open: 0, delivered: 1 } })
  })

  test('move together or not at all', async () => {
    const order = await place([await lamp(), await lamp()])
    const [one = '', other = ''] = order.lines.map(({ id }) => id)
    await shipLines(app, seller, { id: order.id, lines: [one], carrier: '', tracking: '' })
    const both = { id: order.id, lines: [other, one] }
    await expect(caller(seller).orders.ship(both)).rejects.toMatchObject({ code: 'wrong-status', data: { field: 'lines.1' } })
    expect((await caller(admin).orders.get({ id: order.id })).counts).toMatchObject({ open: 1, shipped: 1 })
    await expect(caller(seller).orders.deliver(both)).rejects.toMatchObject({ code: 'wrong-status', data: { field: 'lines.0' } })
  })

  test('that are cancelled give their stock back, once; shipped ones cannot be cancelled', async () => {
    const id = await lamp(seller.id, 5)
    const order = await place([
      { product_id: id, quantity: 3 },
      { product_id: id, quantity: 1 },
    ])
    const [three = '', one = ''] = order.lines.map((line) => line.id)
    await caller(admin).orders.cancel({ id: order.id, lines: [three], reason: 'Broken in the store.' })
    expect(await stockOf(id)).toBe(4)
    await expect(caller(admin).orders.cancel({ id: order.id, lines: [three] })).rejects.toMatchObject({ code: 'wrong-status' })
    await shipLines(app, admin, { id: order.id, lines: [one], carrier: '', tracking: '' })
    await expect(caller(admin).orders.cancel({ id: order.id, lines: [one] })).rejects.toMatchObject({ code: 'wrong-status' })
    expect(await stockOf(id)).toBe(4)
  })

  test('that are shipped and cancelled at the same moment are one of the two', async () => {
    const id = await lamp(seller.id, 50)
    for (let round = 0; round < 8; round += 1) {
      const order = await place([id])
      const lines = order.lines.map((line) => line.id)
      const before = (await stockOf(id)) ?? 0
      const tried = await Promise.allSettled([
        caller(seller).orders.ship({ id: order.id, lines }),
        caller(admin).orders.cancel({ id: order.id, lines }),
      ])
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const [line] = (await caller(admin).orders.get({ id: order.id })).lines
      expect(line?.status).toBe(tried[0].status === 'fulfilled' ? 'shipped' : 'cancelled')
      expect(await stockOf(id)).toBe(before + (line?.status === 'cancelled' ? 1 : 0))
    }
  })

  test('of a seller who was suspended meanwhile are shipped by an admin, not by him', async () => {
    const order = await place([await lamp(rival.id)])
    const lines = order.lines.map(({ id }) => id)
    await caller(admin).users.suspend({ id: rival.id, reason: 'Sold counterfeits.' })
    await expect(caller(rival).orders.ship({ id: order.id, lines })).rejects.toMatchObject({ code: 'account-suspended' })
    await caller(admin).orders.ship({ id: order.id, lines })
    await caller(admin).users.reactivate({ id: rival.id })
    expect((await caller(admin).orders.get({ id: order.id })).counts.shipped).toBe(1)
  })
})

describe('money', () => {
  test('an order is paid once, for all that is due, and the ledger has its lines, shipping and tax on that day', async () => {
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

  test('what was cancelled before is not due; what is cancelled after it leaves the sales of that day by an entry of its own', async () => {
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

  test('refunds never exceed what was paid, also two at once', async () => {
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

  test('a refund that saw less refunded than there is now gives nothing back', async () => {
    const order = await place([await lamp()])
    await caller(admin).orders.pay({ id: order.id })
    const once = { id: order.id, amount: 100, refunded: 0 }
    await caller(admin).orders.refund(once)
    const message = '€1.00 was refunded meanwhile. Look at the order again before you refund more.'
    await expect(caller(admin).orders.refund(once)).rejects.toMatchObject({ code: 'stale-version', message })
    await expect(caller(admin).orders.refund({ ...once, amount: 0 })).rejects.toMatchObject({ code: 'invalid-argument' })
    expect((await caller(admin).orders.get({ id: order.id })).refunded).toBe(100)
  })

  test('a payment of what was due before a line was cancelled is not recorded over less', async () => {
    const order = await place([await lamp(), await lamp()])
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[0]?.id ?? ''] })
    await expect(caller(admin).orders.pay({ id: order.id, amount: order.due })).rejects.toMatchObject({
      ...{ code: 'wrong-total', message: '€10.00 is due by now, not €20.00. Look at the order again.' },
      data: { field: 'amount', fresh: { due: 1_000, paymentStatus: 'unpaid' } },
    })
    expect(await caller(admin).orders.pay({ id: order.id, amount: 1_000 })).toMatchObject({ paid: 1_000 })
  })

  test('nothing is paid before it was placed, so that no day that is gone gets sales of today', async () => {
    const early = { code: 'invalid-argument', field: 'paidAt', message: 'It cannot be paid before it was placed.' }
    const { id, placedAt } = await place([await lamp()])
    await expect(recordPayment(app, shop, { id, paidAt: '1999-01-01T00:00:00Z' })).rejects.toMatchObject(early)
    expect(await entries(id)).toEqual([['placed-line', 0, 1]])
    await expect(place([await lamp()], { paidAt: '1999-01-01T00:00:00Z' })).rejects.toMatchObject(early)
    // The clock of a storefront may be a little behind.
    const paidAt = new Date(Date.parse(placedAt) - 60_000).toISOString()
    expect(await recordPayment(app, shop, { id, paidAt })).toMatchObject({ paymentStatus: 'paid', paidAt: placedAt })
    expect(await place([await lamp()], { paidAt })).toMatchObject({ paymentStatus: 'paid', paid: 1_000 })
    const before = { placedAt: '2024-01-01T10:00:00.000Z', paidAt: '2024-01-02T10:00:00.000Z' }
    expect(await place([await lamp()], before)).toMatchObject({ ...before, paymentStatus: 'paid' })
  })

  test('an order that was paid as it arrived may arrive once more long afterwards', async () => {
    const [about, now] = [{ externalId: 'paid-once', paidAt: new Date().toISOString() }, Date.now()]
    const order = orderOf([await lamp()], about)
    const { id } = (await placeOrder(app, shop, order)).order
    vi.setSystemTime(now + 86_400_000)
    const again = await placeOrder(app, shop, order).finally(() => vi.useRealTimers())
    expect([again.order.id, again.repeated]).toEqual([id, true])
  })

  test('past entries of the ledger cannot be changed', async () => {
    await expect(app.sql`update sales_entries set amount = 0`).rejects.toThrow('append-only')
    await expect(app.sql`delete from sales_entries`).rejects.toThrow('append-only')
  })
})

describe('buyers', () => {
  const buyerEmail = 'Ben@example.com'
  test('are erased in all their orders, whose amounts stay', async () => {
    const order = await place([await lamp()], { buyerName: 'Ben Ongoing', buyerEmail, externalId: 'B-1' })
    const lines = order.lines.map(({ id }) => id)
    expect(await caller(admin).orders.buyer({ email: 'ben@EXAMPLE.com' })).toEqual({ orders: 1, open: 1 })
    await expect(caller(admin).orders.eraseBuyer({ email: buyerEmail })).rejects.toMatchObject({ code: 'open-orders' })
    await caller(seller).orders.ship({ id: order.id, lines, carrier: 'Post', tracking: 'TRACK-BEN' })
    expect(await caller(admin).orders.eraseBuyer({ email: buyerEmail })).toEqual({ orders: 1 })
    const fresh = await caller(admin).orders.get({ id: order.id })
    expect(fresh).toMatchObject({
      buyerName: 'Erased buyer',
      buyerEmail: null,
      shippingAddress: null,
      total: 1_000,
      erasedAt: expect.any(String),
    })
    expect((await caller(admin).orders.list({ search: 'Ongoing' })).rows).toEqual([])
    expect((await caller(admin).orders.list({ search: order.number })).rows).toMatchObject([{ id: order.id }])
    const log = await caller(admin).history.list({ search: order.number })
    const told = JSON.stringify([fresh, log, await caller(seller).orders.getOwn({ id: order.id })])
    for (const secret of ['Ongoing', 'ben@', 'Ringstra', 'TRACK-BEN']) expect(told.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(log.rows[0]).toMatchObject({ kind: 'order.erased', description: `The buyer of Order ${order.number} was erased.` })
    expect(await caller(admin).orders.eraseBuyer({ email: buyerEmail })).toEqual({ orders: 0 })
  })

  test('who order again in the moment they are erased keep the address it is sent to', async () => {
    const about = { buyerName: 'Nora', buyerEmail: 'nora@example.com' }
    const old = await place([await lamp()], about)
    await caller(seller).orders.ship({ id: old.id, lines: old.lines.map(({ id }) => id) })
    const holder = await app.sql.reserve()
    await holder`begin`
    await holder`select from orders where id = ${old.id} for update`
    const erasing = caller(admin)
      .orders.eraseBuyer({ email: about.buyerEmail })
      .catch((error: unknown) => error)
    const waiting = () => app.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%order_buyers%'`
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
    const fresh = await place([await lamp()], about)
    await holder`rollback`
    holder.release()
    expect(await erasing).toMatchObject({ code: 'open-orders' })
    // All of it or nothing: the old one waits until the new one is sent.
    for (const { id } of [old, fresh]) expect(await caller(admin).orders.get({ id })).toMatchObject({ ...about, erasedAt: null })
  })
})

test('the seller is told of a new order once, with a way to it; a rival hears nothing', async () => {
  const order = await place([await lamp(), await lamp()])
  const told = async (person: typeof seller) =>
    (await caller(person).notifications.list({ type: 'info' })).rows.filter(({ link }) => link === `/seller/orders/${order.id}`)
  await expect
    .poll(() => told(seller))
    .toMatchObject([{ message: `Order ${order.number} is waiting to be shipped.`, type: 'info', status: null }])
  expect(await told(rival)).toEqual([])
})

test('a seller is told once of what an admin or a program cancelled of his, and where that is; a rival hears nothing', async () => {
  const order = await place([await lamp(), await lamp(), await lamp(), await lamp(rival.id)])
  const [first = '', second = '', third = ''] = order.lines.map(({ id }) => id)
  const told = async (person: typeof seller) =>
    (await caller(person).notifications.list({ type: 'info' })).rows
      .filter(({ link, message }) => link === `/seller/orders/${order.id}` && message.includes('cancelled'))
      .map(({ message, reason }) => ({ message, reason }))
  await caller(admin).orders.cancel({ id: order.id, lines: [first, second], reason: 'Out of print.' })
  await cancelLines(app, shop, { id: order.id, lines: [third], reason: '' })
  const message = `1 × Brass lamp of order ${order.number} was cancelled. Do not ship it.`
  await expect.poll(() => told(seller)).toEqual(Array(3).fill({ message, reason: null }))
  expect(await told(rival)).toEqual([])
})

test('lists are narrowed by payment, lines, seller, day and search, newest or oldest first, page by page', async () => {
  const paul = await person('Paul')
  const id = await lamp(paul.id, 100)
  const day = (at: string) => place([id], { placedAt: at, buyerName: 'Paged Paula', buyerEmail: 'paula@example.com' })
  // Vienna is an hour ahead in winter: the first is of the 2nd of January there.
  const placed = [await day('2026-01-01T23:30:00.000Z'), await day('2026-01-02T12:00:00.000Z'), await day('2026-01-03T22:59:00.000Z')]
  const ids = placed.map((order) => order.id)
  const [first, second, third] = ids
  const found = async (filters: object) => (await caller(admin).orders.list({ search: 'paula', ...filters })).rows.map((row) => row.id)
  expect(await found({})).toEqual([third, second, first])
  expect(await found({ from: '2026-01-02', to: '2026-01-02' })).toEqual([second, first])
  for (const field of ['from', 'to'])
    await expect(found({ [field]: '0000-01-01' })).rejects.toMatchObject({ code: 'invalid-argument', data: { field } })
  await caller(admin).orders.pay({ id: second ?? '' })
  await caller(paul).orders.ship({ id: first ?? '', lines: placed[0]?.lines.map((line) => line.id) ?? [] })
  expect(await found({ paymentStatus: 'paid' })).toEqual([second])
  expect(await found({ lineStatus: 'shipped' })).toEqual([first])
  expect(await found({ seller_id: paul.id, lineStatus: 'open', paymentStatus: 'unpaid' })).toEqual([third])
  expect(await found({ seller_id: seller.id })).toEqual([])
  const page = await caller(admin).orders.list({ search: 'paula', limit: 2 })
  const rest = await caller(admin).orders.list({ search: 'paula', limit: 2, cursor: page.next ?? '' })
  expect([...page.rows, ...rest.rows].map((row) => row.id)).toEqual([third, second, first])
  expect(rest.next).toBe(null)
  const oldest = await caller(admin).orders.list({ search: 'paula', sort: 'oldest', limit: 2 })
  const younger = await caller(admin).orders.list({ search: 'paula', sort: 'oldest', limit: 2, cursor: oldest.next ?? '' })
  expect([...oldest.rows, ...younger.rows].map((row) => row.id)).toEqual(ids)
  expect(younger.next).toBe(null)
  expect((await caller(paul).orders.listOwn({ sort: 'oldest' })).rows.map((row) => row.id)).toEqual(ids)
  const own = await caller(paul).orders.listOwn({ lineStatus: 'shipped', from: '2026-01-02', to: '2026-01-02' })
  expect(own.rows.map((row) => row.id)).toEqual([first])
  await expect(caller(admin).orders.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-argument' })
})
