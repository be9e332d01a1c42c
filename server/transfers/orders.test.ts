import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { importExport, writeExport } from '#server/testing/transfers.ts'

const { app, admin, caller } = await openTestApp()
const users = [{ id: 'mira', email: 'mira@example.com', displayName: 'Mira', createdAt: '2024-03-01' }]
const products = [{ id: 'lamp', title: 'Lamp', seller_id: 'mira', price: 1_000, stock: 3, status: 'approved' }]
const line = { product_id: 'lamp', quantity: 2, unitPrice: 1_000 }
const order = {
  id: 'o1',
  number: '4711',
  source: 'shop',
  externalId: 'A-1',
  buyerName: 'Bo',
  buyerEmail: 'bo@example.com',
  lines: [line, line],
  shipping: 500,
  tax: 100,
  discount: 400,
  total: 4_200,
  placedAt: '2024-05-01T10:00:00Z',
}
const figures = () => app.sql`
  select kind, count(*)::int as entries, sum(amount)::int as amount from sales_entries where order_id = 'o1' group by kind order by kind`

test('an order arrives with its lines and payments, and its part of the ledger grows with the next export', async () => {
  const paid = { ...order, paidAt: '2024-05-02T10:00:00Z', lines: [{ ...line, status: 'shipped', carrier: 'Post', tracking: 'T1' }, line] }
  const first = await importExport(app, { users, products, orders: [order] })
  expect(first.said).toEqual([])
  expect(await caller(admin).orders.get({ id: 'o1' })).toMatchObject({
    number: '4711',
    buyerName: 'Bo',
    items: 4_000,
    total: 4_200,
    paymentStatus: 'unpaid',
    due: 4_200,
    lines: [{ title: 'Lamp', discount: 200, status: 'open', seller: { name: 'Mira' } }, { status: 'open' }],
  })
  expect((await caller(admin).products.get({ id: 'lamp' })).stock).toBe(3)
  await importExport(app, { orders: [paid] })
  const paidLedger = [
    { kind: 'paid-line', entries: 2, amount: 3_600 },
    { kind: 'placed-line', entries: 2, amount: 0 },
    { kind: 'shipping', entries: 1, amount: 500 },
    { kind: 'tax', entries: 1, amount: 100 },
  ]
  expect(await figures()).toEqual(paidLedger)
  const refunded = {
    ...paid,
    paymentStatus: 'partly_refunded',
    refunds: [{ amount: 1_800, createdAt: '2024-05-04T10:00:00Z', reason: 'Broken' }],
    lines: [paid.lines[0], { ...line, status: 'cancelled', cancelledAt: '2024-05-03T10:00:00Z' }],
  }
  const folder = await writeExport({ orders: [refunded] })
  await importExport(app, folder)
  const last = [
    { kind: 'cancelled-line', entries: 1, amount: -1_800 },
    paidLedger[0],
    paidLedger[1],
    { kind: 'refund', entries: 2, amount: 0 },
    paidLedger[2],
    paidLedger[3],
  ]
  expect(await figures()).toEqual(last)
  expect((await importExport(app, folder)).progress.counts.orders).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await figures()).toEqual(last)
  expect(await caller(admin).orders.get({ id: 'o1' })).toMatchObject({
    paymentStatus: 'partly_refunded',
    refunded: 1_800,
    paid: 4_200,
    refunds: [{ reason: 'Broken' }],
  })
  expect((await caller({ ...admin, id: 'mira', role: 'seller' }).orders.listOwn({})).rows).toMatchObject([
    { id: 'o1', counts: { shipped: 1, cancelled: 1, open: 0 } },
  ])
  const changed = { ...refunded, lines: [{ ...line, quantity: 1 }, line], total: 3_200 }
  expect((await importExport(app, { orders: [changed] })).said).toEqual(['orders 1 lines not-changeable rejected'])
})

test.each([
  ['total order-sum', { total: 4_201 }],
  ['discount order-discount', { discount: 4_100, total: 500 }],
  ['lines.0.seller_id no-such-record', { lines: [{ ...line, seller_id: 'nobody' }], total: 2_200 }],
  ['lines.1.product_id no-such-record', { lines: [line, { ...line, product_id: 'gone' }] }],
  ['number order-taken', { number: '4711' }],
  ['externalId order-taken', { externalId: 'A-1' }],
  ['refunds order-refunds', { id: 'o3', refunds: [{ amount: 5 }] }],
  ['currency other-currency', { currency: 'USD' }],
  ['lines.0.unitPrice not-minor-units', { lines: [{ ...line, unitPrice: 9.5 }] }],
])('an order with %s is reported and not imported', async (why, about) => {
  const { said, progress } = await importExport(app, { orders: [{ ...order, id: 'new', number: '1', externalId: 'B', ...about }] })
  expect(said).toContain(`orders 1 ${why} rejected`)
  expect(progress.counts.orders).toMatchObject({ rejected: 1, created: 0 })
})

test('amounts in major units are read exactly, and the next order gets a number of its own', async () => {
  const major = {
    ...order,
    id: 'o9',
    number: '9000',
    externalId: 'M',
    lines: [{ ...line, unitPrice: '19.99' }],
    shipping: 5,
    tax: 0.1,
    discount: 0,
    total: 45.08,
  }
  const { said } = await importExport(
    app,
    {
      orders: [
        major,
        { ...major, id: 'o10', number: '9001', externalId: 'N', total: 45.085 },
        // More than numbers can hold exactly, in minor units.
        { ...major, id: 'o11', number: '9002', externalId: 'M', total: '99999999999999.99' },
      ],
    },
    { majorUnits: true },
  )
  expect(said).toEqual(['orders 2 total not-an-amount rejected', 'orders 3 total not-an-amount rejected'])
  expect(await caller(admin).orders.get({ id: 'o9' })).toMatchObject({ total: 4_508, items: 3_998, tax: 10 })
  const [next] = await app.sql<{ number: number }[]>`select nextval('order_numbers')::int as number`
  expect(next?.number).toBeGreaterThan(9_000)
})

test('a buyer whose data was erased here does not come back with a later import', async () => {
  const sent = {
    ...order,
    id: 'o20',
    number: '20',
    externalId: 'E',
    buyerEmail: 'erased@example.com',
    buyerName: 'Erika',
    lines: [line, line].map((each) => ({ ...each, status: 'shipped', tracking: 'T20' })),
  }
  await importExport(app, { orders: [sent] })
  await caller(admin).orders.eraseBuyer({ email: 'erased@example.com' })
  const { said } = await importExport(app, { orders: [{ ...sent, seen: true }] })
  expect(said).toEqual(['orders 1  changed-here kept'])
  const all = await app.sql`
    select b::text || l::text as text, r.record from order_buyers b join order_lines l using (order_id)
    join transferred_records r on r.id = order_id where order_id = 'o20'`
  const erased = { text: expect.not.stringMatching(/Erika|erased@|T20/), record: null }
  expect(all).toEqual([erased, erased])
})
