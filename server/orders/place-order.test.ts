import { describe, expect, test } from 'vitest'
import { placeOrder } from '#server/orders/place-order.ts'
import { shipLines } from '#server/orders/ship-lines.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, rival, admin, caller, storefront, lamp, stockOf, place } = await openStorefront()

describe('an order arrives', () => {
  test('with the recipient of its parcel; with another one it is another order', async () => {
    const lines = [await lamp()]
    const shippingAddress = { recipient: 'Gerda', line1: 'Ringstraße 1', line2: '', postalCode: '', city: 'Wien', region: '', country: '' }
    const order = await place(lines, { externalId: 'gift', shippingAddress })
    expect(order.shippingAddress).toEqual(shippingAddress)
    expect(await place(lines, { externalId: 'gift', shippingAddress })).toMatchObject({ id: order.id })
    await expect(place(lines, { externalId: 'gift', shippingAddress: { ...shippingAddress, recipient: 'Otto' } })).rejects.toMatchObject({
      code: 'order-conflict',
    })
  })

  test('with a number, exact sums and each line as it was sold, and its stock is taken', async () => {
    const mine = await lamp()
    const theirs = await lamp(rival.id)
    const lines = [{ product_id: mine, quantity: 2, unitPrice: 1_001 }, theirs]
    const order = await place(lines, { shipping: 490, tax: 200, discount: 100 })
    expect(order).toMatchObject({
      number: expect.stringMatching(/^\d{4,}$/),
      paymentStatus: 'unpaid',
      items: 3_002,
      shipping: 490,
      tax: 200,
      discount: 100,
      total: 3_592,
      due: 3_592,
      paid: 0,
      refunded: 0,
      units: 3,
      source: 'shop',
      externalId: null,
      buyerName: 'Bianca',
      buyerEmail: 'bianca@example.com',
      counts: { open: 2, shipped: 0, delivered: 0, cancelled: 0 },
      refunds: [],
      erasedAt: null,
      shippingAddress: { line1: 'Ringstraße 1', line2: '', postalCode: '', city: 'Wien', region: '', country: '' },
      lines: [
        {
          product_id: mine,
          title: 'Brass lamp',
          unitPrice: 1_001,
          quantity: 2,
          discount: 67,
          seller_id: seller.id,
          seller: { name: 'Sela' },
        },
        { product_id: theirs, quantity: 1, discount: 33, seller_id: rival.id, status: 'open', sellerStatus: 'active' },
      ],
    })
    expect([await stockOf(mine), await stockOf(theirs)]).toEqual([1, 2])
    expect(await caller(admin).orders.get({ id: order.id })).toEqual(order)
  })

  test('sellers see their own lines and amounts only, and nothing that reveals the others', async () => {
    const mine = await lamp()
    const theirs = await lamp(rival.id)
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
    const json = JSON.stringify([own, rows, timeline]).replace(/[0-9a-f-]{36}/g, (one) => (one === theirs || one === rival.id ? one : ''))
    for (const secret of [theirs, rival.id, 'Secret', 'bianca@', String(order.total), '7777', '4321', '1234'])
      expect(json).not.toContain(secret)
    expect((await caller(seller).orders.listOwn({ search: 'Secret rug' })).rows).toEqual([])
  })

  test('sellers see the name they sell under and the address of their profile, for the packing slip', async () => {
    const { id } = await place([await lamp()])
    const sender = async () => (await caller(seller).orders.getOwn({ id })).sender
    expect(await sender()).toEqual({ name: 'Sela', address: '' })
    await caller(seller).account.edit({ change: { shopName: 'Sela’s lamps', address: 'Hafenweg 2\n20457 Hamburg' } })
    expect(await sender()).toEqual({ name: 'Sela’s lamps', address: 'Hafenweg 2\n20457 Hamburg' })
    await caller(seller).account.edit({ change: { shopName: '', address: '' } })
  })

  test('sellers see which of their own amount was cancelled, less its discount, and nothing of other sellers', async () => {
    const one = await lamp()
    const two = await lamp()
    const theirs = await lamp(rival.id)
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

  test('to a seller, an order without a line of theirs does not exist', async () => {
    const { id } = await place([await lamp(rival.id)])
    for (const one of [id, 'nothing'])
      await expect(caller(seller).orders.getOwn({ id: one })).rejects.toMatchObject({ code: 'not-found', message: 'Order not found.' })
    expect(JSON.stringify(await caller(seller).orders.listOwn({}))).not.toContain(id)
  })
})

test('the last piece is sold once, however many orders for it arrive at the same moment', async () => {
  const one = await lamp(seller.id, 1)
  const other = await lamp(rival.id, 1)
  const tried = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => placeOrder(app, storefront, orderOf(at % 2 ? [one, other] : [other, one]))),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const response of tried) if (response.status === 'rejected') expect(response.reason).toMatchObject({ code: 'out-of-stock' })
  expect([await stockOf(one), await stockOf(other)]).toEqual([0, 0])
})

test('a seller is notified of a new order once, with a link; a rival is not', async () => {
  const order = await place([await lamp(), await lamp()])
  const notificationsOf = async (person: typeof seller) =>
    (await caller(person).notifications.list({ type: 'info' })).rows.filter(({ link }) => link === `/seller/orders/${order.id}`)
  await expect
    .poll(() => notificationsOf(seller))
    .toMatchObject([{ message: `New order ${order.number}.`, title: order.number, type: 'info', status: null }])
  expect(await notificationsOf(rival)).toEqual([])
})
