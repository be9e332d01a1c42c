import { describe, expect, test } from 'vitest'
import { byteOrderMark } from '#domain/csv.ts'
import { sweepBuyers } from '#server/buyers/retain-buyers.ts'
import { exportOrders } from '#server/orders/export-orders.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { addApiKey, addProduct } from '#server/testing/fixtures.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, seller, rival, admin, person, caller } = await openTestApp()
const { ask } = await openTestServer(app)
const storefront = { kind: 'key', id: await addApiKey(app, admin.id), name: 'Shop' } as const
const lamp = async (sellerId = seller.id) => (await addProduct(app, sellerId, 'approved')).id
const place = (...asked: Parameters<typeof orderOf>) => placeOrder(app, storefront, orderOf(...asked))

describe('orders as CSV', () => {
  test('are the orders of the list, one row per line, and a spreadsheet runs no formula of them', async () => {
    const product = await lamp()
    await app.sql`update products set title = '=1+1' where id = ${product}`
    const order = await place([{ product_id: product, quantity: 2, unitPrice: 1_050 }, await lamp(rival.id)], {
      buyerName: '+Formula',
      externalId: 'X-1',
      shipping: 490,
      discount: 100,
    })
    await place([await lamp(rival.id)])
    const response = await ask(`/api/orders/export.csv?search=${order.number}`, { as: admin })
    expect(response.headers.get('content-disposition')).toContain('orders.csv')
    expect(response.text.startsWith(byteOrderMark) || response.text.startsWith('number')).toBe(true)
    const rows = response.text.replace(byteOrderMark, '').trim().split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^number,source,externalId,placedAt,paymentStatus,paidAt,buyerName,buyerEmail,recipient,line1,/)
    expect(rows[1]).toContain(`'+Formula,bianca@example.com,,Ringstraße 1,`)
    expect(rows[1]).toContain(`${product},,'=1+1,2,10.50,0.68,open,,,${seller.id},Sela,,31.00,4.90,0.00,1.00,34.90,0.00,0.00,EUR`)
    expect(rows[2]).toContain(rival.id)
  })

  test("have only a seller's own lines and amounts", async () => {
    const mine = await lamp()
    const theirs = await lamp(rival.id)
    await place([mine, { product_id: theirs, unitPrice: 77_777 }], { shipping: 4_321 })
    const response = await ask('/api/orders/export.csv', { as: seller })
    expect(response.text).toContain(mine)
    for (const secret of [theirs, rival.id, '777.77', '43.21,', 'bianca@example.com', 'total', 'sellerName', 'sellerShop'])
      expect(response.text).not.toContain(secret)
    const foreign = await ask(`/api/orders/export.csv?seller_id=${rival.id}`, { as: seller })
    expect(foreign.text).not.toContain(theirs)
  })

  test('end when the admin is suspended', async () => {
    const gone = await person('Gone', { role: 'admin' })
    const lines = exportOrders(app, gone, {})
    expect((await lines.next()).value).toMatch(/^number/)
    await caller(admin).users.suspend({ id: gone.id, reason: 'Left.' })
    await expect(lines.next()).rejects.toMatchObject({ code: 'account-suspended' })
  })

  test('refuse an invalid filter', async () => {
    const response = await ask('/api/orders/export.csv?from=yesterday', { as: admin })
    expect([response.status, response.json?.field]).toEqual([400, 'from'])
  })
})

test('everything about one buyer is exported as one file, without data of other buyers', async () => {
  const order = await place([await lamp()], { buyerName: 'Clara', buyerEmail: 'clara@example.com' })
  const response = await ask('/api/orders/buyer.json?email=CLARA@example.com', { as: admin })
  expect(response.json).toMatchObject({
    email: 'clara@example.com',
    orders: [{ id: order.id, buyerName: 'Clara', lines: [{ quantity: 1 }] }],
  })
  expect(response.text).not.toContain('bianca')
})

test('buyers are erased when the retention ends, but orders still to be shipped keep their address', async () => {
  const placedAt = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString()
  const old = await place([await lamp()], { placedAt })
  const open = await place([await lamp()], { placedAt })
  const young = await place([await lamp()])
  for (const order of [old, young]) await caller(seller).orders.ship({ id: order.id, lines: order.lines.map(({ id }) => id) })
  await sweepBuyers(app)
  expect(await caller(admin).orders.get({ id: old.id })).toMatchObject({ buyerName: 'Bianca' })
  // Refused with the numbers until the admin confirms them.
  const { edit } = caller(admin).settings
  const change = { buyerRetentionDays: 30 }
  const asked = { code: 'count-unconfirmed', status: 409, data: { field: 'change.buyerRetentionDays', orders: 1, buyers: 1 } }
  for (const erasing of [undefined, 0]) await expect(edit({ change, erasing })).rejects.toMatchObject(asked)
  await sweepBuyers(app)
  expect(await caller(admin).orders.get({ id: old.id })).toMatchObject({ buyerName: 'Bianca' })
  expect((await caller(admin).settings.get()).buyerRetentionDays).toBe(0)
  // A retention that is longer, switched off, or erases no buyer needs no confirmation.
  for (const buyerRetentionDays of [50, 60, 45, 0, 50]) await edit({ change: { buyerRetentionDays } })
  await expect(edit({ change: { ...change, marketplaceName: 'Bazaar' } })).rejects.toMatchObject(asked)
  expect((await caller(admin).settings.get()).marketplaceName).toBe('Backstall')
  expect(await edit({ change, erasing: 1 })).toMatchObject(change)
  await sweepBuyers(app)
  // All buyers of orders that old have been erased, so the same retention needs no confirmation.
  for (const buyerRetentionDays of [0, 30]) await edit({ change: { buyerRetentionDays } })
  expect(await caller(admin).orders.get({ id: old.id })).toMatchObject({ buyerName: 'Erased buyer', buyerEmail: null, total: 1_000 })
  for (const order of [open, young]) expect(await caller(admin).orders.get({ id: order.id })).toMatchObject({ buyerName: 'Bianca' })
  const { rows } = await caller(admin).history.list({ search: old.number, limit: 1 })
  expect(rows).toMatchObject([{ kind: 'order.erased', user: null }])
})

test('an admin sees how many lines a seller has to ship before suspending them', async () => {
  const leaving = await person('Lea')
  const order = await place([await lamp(leaving.id)])
  expect(await caller(admin).users.get({ id: leaving.id })).toMatchObject({ openLines: 1 })
  await caller(admin).orders.cancel({ id: order.id, lines: order.lines.map(({ id }) => id) })
  expect(await caller(admin).users.get({ id: leaving.id })).toMatchObject({ openLines: 0 })
})
