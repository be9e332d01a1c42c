import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type EventKind, eventKinds } from '#domain/event-kinds.ts'
import { record } from '#server/platform/events/record.ts'
import { addEditRequest, addProduct } from '#server/testing/fixtures.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { webhookSteps } from '#server/testing/webhooks.ts'
import { payloadsOf } from '#server/webhooks/webhook-payload.ts'

const testApp = await openTestApp()
const { app, seller, admin, caller, person } = testApp
const { addEndpoint, messagesTo, beforeConsumed } = webhookSteps(testApp)
const { webhook } = await addEndpoint('https://shop.example/hooks')

/** The messages about this product or person, in order. */
const messagesAbout = async (id: string) => (await messagesTo(webhook.id)).filter(({ data }) => data.id === id)
const pending = (id: string) => ({ id, status: 'pending' as const, version: 1 })

test('a product that is approved, repriced and archived at once makes three messages, each with its state at the time', async () => {
  const { id } = await addProduct(app, seller.id, 'pending')
  await beforeConsumed(async () => {
    await caller(admin).products.approve(pending(id))
    await caller(seller).products.edit({ id, version: 1, change: { price: 1_200, stock: 7 } })
    await caller(seller).products.archive({ id })
  })
  expect(await messagesAbout(id)).toMatchObject([
    { type: 'product.approved', data: { title: 'Brass lamp', price: 1_000, stock: 3, seller_id: seller.id } },
    { type: 'product.updated', data: { price: 1_200, stock: 7, fields: ['price', 'stock'] } },
    { type: 'product.removed', data: { seller_id: seller.id, reason: 'archived' } },
  ])
})

test('a product that is restored, taken down, approved again and deleted at once makes a message for every step', async () => {
  const { id } = await addProduct(app, seller.id, 'approved')
  const about = { code: 'other' as const, rejectionReason: 'This price is wrong.', fields: [] }
  await app.sql`update products set status = 'archived', approved_version = 1, approved_price = 1000 where id = ${id}`
  await beforeConsumed(async () => {
    await caller(seller).products.restore({ id })
    await caller(admin).products.reject({ ...pending(id), status: 'approved', ...about })
    await caller(admin).products.approve({ ...pending(id), status: 'rejected' })
    await caller(seller).products.delete({ id })
  })
  const messages = await messagesAbout(id)
  expect(messages.map(({ type, data }) => [type, data.reason ?? data.title])).toEqual([
    ['product.approved', 'Brass lamp'],
    ['product.removed', 'taken_down'],
    ['product.approved', 'Brass lamp'],
    ['product.removed', 'deleted'],
  ])
})

test('two accepted edit requests in a row make messages with the title that each one brought', async () => {
  const { id } = await addProduct(app, seller.id, 'approved')
  const rename = async (title: string, version: number) => {
    await caller(seller).products.edit({ id, version, change: { title, description: `${title}, polished.` } })
    const request = (await caller(seller).editRequests.list({ product_id: id })).rows.find(({ status }) => status === 'pending')
    if (!request) throw new Error('No request waits.')
    return { id: request.id, version: request.version, productVersion: version }
  }
  const reason = { code: 'other' as const, rejectionReason: 'Say more about it.' }
  await beforeConsumed(async () => {
    await caller(admin).editRequests.approve(await rename('Silver lamp', 1))
    await caller(admin).editRequests.approve({ ...(await rename('Golden lamp', 2)), refused: [{ field: 'description', ...reason }] })
    await caller(seller).products.archive({ id })
  })
  expect(await messagesAbout(id)).toMatchObject([
    { type: 'product.updated', data: { title: 'Silver lamp', description: 'Silver lamp, polished.', fields: ['title', 'description'] } },
    { type: 'product.updated', data: { title: 'Golden lamp', description: 'Silver lamp, polished.', fields: ['title'] } },
    { type: 'product.removed', data: { reason: 'archived' } },
  ])
})

test('a product that is assigned to a seller and archived at once has its seller in the messages', async () => {
  const { id } = await addProduct(app, seller.id, 'approved')
  await app.sql`update products set seller_id = null where id = ${id}`
  await beforeConsumed(async () => {
    await caller(admin).products.assign({
      id,
      seller_id: seller.id,
      reason: 'The shop changed hands.',
      seen: { status: 'approved', seller_id: null },
    })
    await caller(seller).products.archive({ id })
  })
  expect(await messagesAbout(id)).toMatchObject([
    { type: 'product.updated', data: { seller_id: seller.id, fields: ['seller_id'] } },
    { type: 'product.removed', data: { reason: 'archived' } },
  ])
})

test('a sale, a suspension, changes meanwhile and a reactivation make messages with their state at the time, even if the seller has become an admin', async () => {
  const sam = await person('Sam')
  const { id } = await addProduct(app, sam.id, 'pending')
  await beforeConsumed(async () => {
    await caller(admin).products.approve(pending(id))
    await caller(admin).users.suspend({ id: sam.id, reason: 'Sold counterfeits.' })
    await caller(admin).products.archive({ id })
    await caller(admin).users.reactivate({ id: sam.id })
    await app.sql`update users set role = 'admin' where id = ${sam.id}`
  })
  expect((await messagesAbout(id)).map(({ type }) => type)).toEqual(['product.approved', 'product.removed'])
  expect((await messagesAbout(sam.id)).map(({ type }) => type)).toEqual(['seller.suspended', 'seller.reactivated'])
})

test('a product that is restored while its seller is suspended makes no message, even if the seller is reactivated before it would be made', async () => {
  const sam = await person('Sam')
  const { id } = await addProduct(app, sam.id, 'approved')
  await app.sql`update products set approved_version = 1, approved_price = 1000 where id = ${id}`
  await beforeConsumed(async () => {
    await caller(admin).users.suspend({ id: sam.id, reason: 'Sold counterfeits.' })
    await caller(admin).products.archive({ id })
    await caller(admin).products.restore({ id })
    await caller(admin).users.reactivate({ id: sam.id })
  })
  expect((await messagesAbout(id)).map(({ type }) => type)).toEqual(['product.removed'])
})

test('an event during the creation of an endpoint makes a message with the present state', async () => {
  const { id } = await addProduct(app, seller.id, 'pending')
  await beforeConsumed(async () => {
    await caller(admin).products.approve(pending(id))
    await app.sql`delete from webhook_snapshots`
  })
  expect(await messagesAbout(id)).toMatchObject([{ type: 'product.approved', data: { title: 'Brass lamp' } }])
})

test('no snapshot stays once its message is made, nor is one stored if no endpoint is enabled', async () => {
  const stored = async () => (await app.sql`select event_id from webhook_snapshots`).length
  const first = await addProduct(app, seller.id, 'pending')
  const second = await addProduct(app, seller.id, 'pending')
  await beforeConsumed(async () => {
    await caller(admin).products.approve(pending(first.id))
    expect(await stored()).toBe(1)
    await caller(admin).webhooks.edit({ id: webhook.id, change: { enabled: false } })
    await caller(admin).products.approve(pending(second.id))
    expect(await stored()).toBe(1)
  })
  expect(await messagesAbout(second.id)).toEqual([])
  expect(await stored()).toBe(0)
  await caller(admin).webhooks.edit({ id: webhook.id, change: { enabled: true } })
})

/** The kinds of events whose message depends on the product or seller. */
async function kindsThatNeedOne(): Promise<string[]> {
  const { id } = await addProduct(app, seller.id, 'approved')
  const request = await addEditRequest(app, seller.id, id)
  const left = (kind: EventKind) => (kind.startsWith('editRequest.') ? request : kind.startsWith('user.') ? seller.id : id)
  const hasMessage = async (kind: EventKind, itemId: string) => {
    const event = {
      position: 0,
      id: 0,
      kind,
      itemId,
      ownerId: null,
      actorId: null,
      number: null,
      fields: [],
      createdAt: '',
      title: null,
      reason: null,
      before: null,
      after: null,
    }
    return (await app.db.transaction((tx) => payloadsOf(app.config, [event], tx))).length > 0
  }
  const needing: string[] = []
  for (const kind of eventKinds) if ((await hasMessage(kind, left(kind))) && !(await hasMessage(kind, 'nothing'))) needing.push(kind)
  return needing
}

test('a snapshot is stored for every kind of event whose message has a product or a seller, and for no other', async () => {
  const { id } = await addProduct(app, seller.id, 'approved')
  const stored: unknown[] = []
  const undone = app.db.transaction(async (tx) => {
    for (const kind of eventKinds) await record(tx, { kind, itemId: id, ownerId: null, actorId: null })
    // As at the commit.
    await tx.execute(sql`set constraints all immediate`)
    stored.push(...(await tx.execute(sql`select e.kind from webhook_snapshots join events e on e.id = event_id where e.item_id = ${id}`)))
    tx.rollback()
  })
  await expect(undone).rejects.toThrow('Rollback')
  const needed = await kindsThatNeedOne()
  expect(needed).toContain('product.approve')
  expect(stored).toEqual(expect.arrayContaining(needed.map((kind) => ({ kind }))))
  expect(stored).toHaveLength(needed.length)
})
