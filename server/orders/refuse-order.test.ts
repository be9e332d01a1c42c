import { describe, expect, test } from 'vitest'
import type { Program } from '#domain/by.ts'
import type { NewOrder } from '#domain/order.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { addApiKey, addProduct } from '#server/testing/fixtures.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, suspended, admin, caller, storefront, lamp, stockOf, place, ordersCount } = await openStorefront()

const numbers = () => app.sql`select last_value from order_numbers`

describe('an order is refused as a whole, and nothing of it stays, nor does it use up a number', () => {
  const refused = async (order: NewOrder, expected: object, by: Program = storefront) => {
    const stored = async () => [await ordersCount(), await app.sql`select count(*) from events`, await numbers()]
    const before = await stored()
    await expect(placeOrder(app, by, order)).rejects.toMatchObject(expected)
    expect(await stored()).toEqual(before)
  }

  test('if its amounts do not add up', async () => {
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

  test('in another currency, from the future, or from the year 1; paid before it was placed', async () => {
    const id = await lamp()
    await refused(orderOf([id], { currency: 'USD' }), { code: 'wrong-currency', field: 'currency' })
    await refused(orderOf([id], { placedAt: '2999-01-01T00:00:00.000Z' }), { code: 'invalid-argument', field: 'placedAt' })
    await refused(orderOf([id], { placedAt: '0001-01-01T00:00:00.000Z' }), { code: 'invalid-argument', field: 'placedAt' })
    await refused(orderOf([id], { paidAt: '2026-01-01T00:00:00.000Z' }), { code: 'invalid-argument', field: 'paidAt' })
  })

  test.each(['draft', 'pending', 'rejected', 'archived'] as const)('with a line of a product that is %s', async (status) => {
    const { id } = await addProduct(app, seller.id, status)
    await refused(orderOf([await lamp(), id]), { code: 'not-on-sale', field: 'lines.1.product_id' })
  })

  test('with a line of an unknown product, or of a suspended seller', async () => {
    await refused(orderOf(['nothing']), { code: 'not-on-sale', field: 'lines.0.product_id', message: 'Product not found!' })
    await refused(orderOf([await lamp(suspended.id)]), { code: 'not-on-sale', field: 'lines.0.product_id' })
  })

  test('with more than the stock, even in two lines of one product; a product that does not count its stock never runs out', async () => {
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

  test('with a key that is revoked, from that moment on, even in the middle of a burst', async () => {
    const id = await lamp(seller.id, 500)
    const key = { ...storefront, id: await addApiKey(app, admin.id) }
    const burst = Array.from({ length: 20 }, (_, at) =>
      at === 5 ? caller(admin).apiKeys.revoke({ id: key.id }) : placeOrder(app, key, orderOf([id])),
    )
    const response = await Promise.allSettled(burst)
    const refusals = response.filter((one) => one.status === 'rejected').map((one) => one.reason)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'wrong-api-key' })
    expect(await stockOf(id)).toBe(500 - (19 - refusals.length))
    await refused(orderOf([id]), { code: 'wrong-api-key' }, key)
  })

  test('from a person who is not an admin', async () => {
    await expect(placeOrder(app, seller, orderOf([await lamp()]))).rejects.toMatchObject({ code: 'not-allowed' })
  })
})

describe('under one external id', () => {
  test('the same order sent several times at once is one order, which all of them are answered with', async () => {
    const id = await lamp(seller.id, 100)
    const order = orderOf([id], { externalId: 'W-1' })
    const before = await place([id])
    const placed = await Promise.all(Array.from({ length: 8 }, () => placeOrder(app, storefront, order)))
    expect(new Set(placed.map((one) => one.id)).size).toBe(1)
    expect(await stockOf(id)).toBe(98)
    expect(Number(placed[0]?.number)).toBe(Number(before.number) + 1)
    expect(Number((await place([id])).number)).toBe(Number(before.number) + 2)
  })

  test('another order is refused, and the same id of another source is another order', async () => {
    const id = await lamp()
    const first = await place([id], { externalId: 'W-2' })
    const other = orderOf([{ product_id: id, quantity: 2 }], { externalId: 'W-2' })
    await expect(placeOrder(app, storefront, other)).rejects.toMatchObject({ code: 'order-conflict', field: 'externalId' })
    expect((await place([id], { externalId: 'W-2', source: 'market' })).id).not.toBe(first.id)
  })
})
