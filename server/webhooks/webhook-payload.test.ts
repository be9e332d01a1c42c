import { beforeEach, describe, expect, test } from 'vitest'
import { emptyFields } from '#domain/product.ts'
import { forgetPerson } from '#server/account/forget-person.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { addApiKey, addEditRequest, addProduct } from '#server/testing/fixtures.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { webhookSteps } from '#server/testing/webhooks.ts'

const testApp = await openTestApp()
const { app, seller, admin, secondAdmin, caller, person } = testApp
const { addEndpoint, allConsumed, messagesTo } = webhookSteps(testApp)
const { webhook } = await addEndpoint('https://shop.example/hooks')
const reason = { code: 'image_quality' as const, rejectionReason: 'The pictures are blurred.', fields: [] }

beforeEach(async () => {
  await allConsumed()
  await app.sql`delete from webhook_deliveries`
})

/** The messages to the storefront since the last clean-up. */
const received = () => messagesTo(webhook.id)
/** A product of `addProduct` in the form that storefronts get. */
const lamp = (id: string) => ({
  ...emptyFields,
  id,
  seller_id: seller.id,
  title: 'Brass lamp',
  description: 'It shines.',
  price: 1_000,
  currency: 'EUR',
  category: 'Home',
  stock: 3,
  images: [expect.objectContaining({ name: 'lamp.png' })],
  created_at: expect.stringMatching(/Z$/),
  updated_at: expect.stringMatching(/Z$/),
})

describe('a storefront gets', () => {
  test('each approval of a product, and each way in which it leaves the sale', async () => {
    const { id } = await addProduct(app, seller.id, 'pending')
    const expected = { id, status: 'pending' as const, version: 1 }
    await caller(admin).products.approve(expected)
    await caller(seller).products.archive({ id })
    await caller(seller).products.restore({ id })
    await caller(admin).products.reject({ ...expected, status: 'approved', ...reason })
    const left = { id, seller_id: seller.id }
    expect(await received()).toEqual([
      { type: 'product.approved', data: lamp(id) },
      { type: 'product.removed', data: { ...left, reason: 'archived' } },
      { type: 'product.approved', data: lamp(id) },
      { type: 'product.removed', data: { ...left, reason: 'taken_down' } },
    ])
  })

  test('the deletion of a product on sale, and of no other', async () => {
    const sold = await addProduct(app, seller.id, 'approved')
    const draft = await addProduct(app, seller.id, 'draft')
    await caller(admin).products.delete({ id: draft.id })
    await caller(admin).products.delete({ id: sold.id })
    expect(await received()).toEqual([{ type: 'product.removed', data: { id: sold.id, seller_id: seller.id, reason: 'deleted' } }])
  })

  test('the fields that changed at once or by review, and nothing that was only proposed', async () => {
    const { id } = await addProduct(app, seller.id, 'approved')
    await caller(seller).products.edit({ id, version: 1, change: { stock: 9, title: 'Silver lamp' } })
    const [request] = (await caller(seller).editRequests.list({ product_id: id })).rows
    if (!request) throw new Error('No request waits.')
    expect(await received()).toEqual([{ type: 'product.updated', data: { ...lamp(id), stock: 9, fields: ['stock'] } }])
    await caller(admin).editRequests.approve({ id: request.id, version: request.version, productVersion: 1 })
    expect((await received()).at(-1)).toEqual({
      type: 'product.updated',
      data: { ...lamp(id), stock: 9, title: 'Silver lamp', fields: ['title'] },
    })
  })

  test('nothing about drafts, or about waiting, rejected or withdrawn products and requests', async () => {
    const { id } = await addProduct(app, seller.id, 'draft')
    await caller(seller).products.edit({ id, version: 1, change: { title: 'Silver lamp' } })
    await caller(seller).products.submit({ id })
    await caller(seller).products.withdraw({ id })
    const waiting = await addProduct(app, seller.id, 'pending')
    await caller(admin).products.reject({ id: waiting.id, status: 'pending', version: 1, ...reason })
    const sold = await addProduct(app, seller.id, 'approved')
    const requestId = await addEditRequest(app, seller.id, sold.id)
    await caller(admin).editRequests.reject({ id: requestId, version: 1, productVersion: 1, ...reason })
    expect(await received()).toEqual([])
  })

  test('the suspension and reactivation of a seller, and nothing about their products meanwhile', async () => {
    const sam = await person('Sam')
    const { id } = await addProduct(app, sam.id, 'pending')
    await caller(admin).users.suspend({ id: sam.id, reason: 'Sold counterfeits.' })
    // An admin who still has the product open may try to decide on it; it goes on sale with its seller.
    await caller(admin)
      .products.approve({ id, status: 'pending', version: 1 })
      .catch(() => {})
    expect(await received()).toEqual([{ type: 'seller.suspended', data: { id: sam.id } }])
    await caller(admin).users.reactivate({ id: sam.id })
    expect((await received()).at(-1)).toEqual({ type: 'seller.reactivated', data: { id: sam.id } })
    expect(JSON.stringify(await received())).not.toMatch(/counterfeits|Sam/)
  })

  test('orders by number and change, never the buyer', async () => {
    const { id: product_id } = await addProduct(app, seller.id, 'approved')
    const shop = { kind: 'key', id: await addApiKey(app, admin.id), name: 'Shop' } as const
    const placed = await placeOrder(app, shop, orderOf([product_id], { paidAt: new Date().toISOString() }))
    await caller(seller).orders.ship({ id: placed.id, lines: placed.lines.map(({ id }) => id), carrier: 'Post', tracking: 'T-1' })
    const messages = await received()
    const about = { id: placed.id, number: placed.number }
    expect(messages).toEqual([
      { type: 'order.placed', data: { ...about, total: placed.total, source: placed.source } },
      { type: 'order.paid', data: { ...about, amount: placed.total, paymentStatus: 'paid' } },
      { type: 'order.shipped', data: { ...about, line: placed.lines[0]?.id, quantity: 1, status: 'shipped' } },
    ])
    expect(JSON.stringify(messages)).not.toMatch(/Post|T-1|Bianca|@/)
  })

  test('notice of a new chat message, without its text', async () => {
    const { id: chatId } = await caller(seller).chats.open({})
    await caller(seller).chats.send({ id: chatId, clientId: '7c0e3a44-6f0b-4c5a-9f5e-2d1b6a7c8d9e', text: 'My secret worry' })
    expect(await received()).toEqual([{ type: 'chat.message', data: { chatId, buyerId: seller.id, senderId: seller.id, number: 1 } }])
  })

  test('nothing about admins, settings, profiles and invitations', async () => {
    const rogue = await person('Rogue', { role: 'admin' })
    await caller(admin).users.suspend({ id: rogue.id, reason: 'He steals.' })
    await caller(admin).settings.edit({ change: { marketplaceName: 'Bazaar' } })
    await caller(seller).account.edit({ change: { shopName: 'Lamps' } })
    await caller(admin).invitations.create({ email: 'nora@example.com', role: 'seller' })
    expect(await received()).toEqual([])
  })
})

test('an endpoint gets only the events of its types, and none while it is switched off', async () => {
  const only = await addEndpoint('https://other.example/', { types: ['product.removed'] })
  const off = await addEndpoint('https://off.example/', { enabled: false })
  const { id } = await addProduct(app, seller.id, 'pending')
  await caller(admin).products.approve({ id, status: 'pending', version: 1 })
  await caller(seller).products.archive({ id })
  await allConsumed()
  const rows = await app.sql`select endpoint_id as of, type from webhook_deliveries order by number`
  expect(rows.filter((row) => row.of === only.webhook.id)).toEqual([{ of: only.webhook.id, type: 'product.removed' }])
  expect(rows.filter((row) => row.of === off.webhook.id)).toEqual([])
  await caller(admin).webhooks.delete({ id: only.webhook.id })
  await caller(admin).webhooks.delete({ id: off.webhook.id })
})

test('an event that is consumed twice makes one delivery per endpoint', async () => {
  const { id } = await addProduct(app, seller.id, 'approved')
  await caller(seller).products.archive({ id })
  expect(await received()).toHaveLength(1)
  await app.sql`update consumers set position = position - 1 where name = 'webhooks'`
  await testApp.restart()
  await caller(secondAdmin).settings.edit({ change: { marketplaceName: 'Souk' } })
  expect(await received()).toHaveLength(1)
})

test('closing an account blanks what the log has about it, and nothing else', async () => {
  const sam = await person('Sam')
  const sold = await addProduct(app, sam.id, 'approved')
  const other = await addProduct(app, seller.id, 'approved')
  await caller(sam).products.archive({ id: sold.id })
  await caller(seller).products.archive({ id: other.id })
  await allConsumed()
  await app.sql`update webhook_deliveries set status = 'delivered'`
  await app.sql`insert into webhook_attempts (delivery_id, status, ms, answer) select id, 200, 5, 'thanks' from webhook_deliveries`
  await app.db.transaction((tx) => forgetPerson(tx, sam.id, { email: sam.email, pendingEmail: null, image: null }))
  const rows = await app.sql`
    select owner_id as owner, payload is null as blank, answer from webhook_deliveries d join webhook_attempts a on a.delivery_id = d.id order by number`
  expect(rows).toEqual([
    { owner: sam.id, blank: true, answer: '' },
    { owner: seller.id, blank: false, answer: 'thanks' },
  ])
})
