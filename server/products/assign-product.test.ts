import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDoor } from '#server/testing/door.ts'
import { addProduct } from '#server/testing/things.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, seller, rival, suspended, admin, secondAdmin } = world
const { ask } = await openDoor(app)
const orphan = async (sku: string | null = null) => {
  const { id } = await addProduct(app, seller.id, 'ownerless')
  if (sku !== null) await app.sql`update products set sku = ${sku} where id = ${id}`
  return id
}
const events = (id: string) => app.sql`
  select e.kind, e.owner_id, e.actor_id, d.title, d.after from events e left join event_details d on d.event_id = e.id where e.item_id = ${id} order by e.id`
const unchanged = async (id: string, attempt: () => Promise<unknown>, refusal: object) => {
  const stateOf = async () => [await app.sql`select * from products where id = ${id}`, await events(id)]
  const before = await stateOf()
  await expect(attempt()).rejects.toMatchObject(refusal)
  expect(await stateOf()).toEqual(before)
}

test('a product that belongs to nobody is the seller’s as it stands, once an administrator assigns it, and can be decided', async () => {
  const id = await orphan()
  const seen = { id, status: 'pending' as const, version: 1 }
  await expect(caller(admin).products.approve(seen)).rejects.toMatchObject({ message: 'Seller ID not found for this product' })
  await expect(caller(seller).products.get({ id })).rejects.toMatchObject({ code: 'not-found' })
  const before = await caller(admin).products.get({ id })
  const assigned = await caller(admin).products.assign({ id, seller_id: seller.id })
  expect(assigned).toEqual({ ...before, seller_id: seller.id, sellerName: seller.name })
  expect(await caller(seller).products.get({ id })).toEqual(assigned)
  expect((await caller(seller).products.list({})).rows.map((row) => row.id)).toContain(id)
  expect((await caller(rival).products.list({})).rows.map((row) => row.id)).not.toContain(id)
  expect((await caller(admin).products.approve(seen)).status).toBe('approved')
})

test('the history says who assigned it and to whom, and the seller finds it in his bell', async () => {
  const id = await orphan()
  await caller(admin).products.assign({ id, seller_id: rival.id })
  expect(await events(id)).toEqual([
    { kind: 'product.assign', owner_id: rival.id, actor_id: admin.id, title: 'Brass lamp', after: { seller_id: rival.id } },
  ])
  expect((await caller(admin).history.list({ type: 'product_edit' })).rows[0]).toMatchObject({
    description: '“Brass lamp” was assigned to a seller.',
    itemId: id,
    user: admin.name,
  })
  const [timeline] = (await caller(rival).products.timeline({ id })).rows
  expect(timeline).toMatchObject({ kind: 'product.assign', byAdmin: true, by: null })
  const notices = async () =>
    (await caller(rival).notifications.list({})).rows.map(({ message, link, status }) => ({ message, link, status }))
  const notice = { message: '“Brass lamp” was assigned to you by an administrator.', link: `/seller/products/edit/${id}`, status: null }
  await expect.poll(notices, { timeout: 50_000 }).toEqual([notice])
  expect((await caller(seller).notifications.list({})).rows.map(({ productId }) => productId)).not.toContain(id)
})

test('what belongs to somebody is never given away, also where two administrators assign at once', async () => {
  const id = await orphan()
  const outcomes = await Promise.allSettled([
    caller(admin).products.assign({ id, seller_id: seller.id }),
    caller(secondAdmin).products.assign({ id, seller_id: rival.id }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { seller_id } = await caller(admin).products.get({ id })
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(lost?.reason).toMatchObject({
    code: 'has-seller',
    message: 'This product has a seller already.',
    data: { fresh: { id, seller_id } },
  })
  expect(await events(id)).toHaveLength(1)
})

test('only an active seller can get one, and only one without his SKU', async () => {
  const id = await orphan('LAMP')
  const noSeller = { code: 'invalid-argument', data: { field: 'seller_id' } }
  for (const seller_id of [suspended.id, admin.id, '01900000-0000-7000-8000-000000000000']) {
    await unchanged(id, () => caller(admin).products.assign({ id, seller_id }), noSeller)
  }
  const own = await addProduct(app, seller.id)
  await app.sql`update products set sku = 'LAMP' where id = ${own.id}`
  const sameSku = { code: 'sku-taken', message: 'This seller already has a product with this SKU.', data: { field: 'seller_id' } }
  await unchanged(id, () => caller(admin).products.assign({ id, seller_id: seller.id }), sameSku)
  expect((await caller(admin).products.assign({ id, seller_id: rival.id })).seller_id).toBe(rival.id)
})

test('no seller assigns anything, not even to himself, and cannot tell whether it exists', async () => {
  const id = await orphan()
  for (const who of [seller, suspended]) await unchanged(id, () => caller(who).products.assign({ id, seller_id: who.id }), {})
  await expect(caller(seller).products.assign({ id, seller_id: seller.id })).rejects.toMatchObject({ code: 'not-allowed' })
  const unknown = { id: '01900000-0000-7000-8000-000000000000', seller_id: seller.id }
  await expect(caller(admin).products.assign(unknown)).rejects.toMatchObject({ code: 'not-found', message: 'Product not found!' })
  await expect(caller(admin).products.assign({ ...unknown, seller_id: 'nobody' })).rejects.toMatchObject({ code: 'not-found' })
})

test('its pictures are the seller’s to see from then on, and no rival’s', async () => {
  const { id, named } = await addProduct(app, admin.id, 'ownerless')
  const content = Buffer.from('a picture')
  const sha256 = createHash('sha256').update(content).digest('hex')
  await app.storage.put(named, content, { contentType: 'image/png', bytes: content.length, sha256 })
  const told = async () => Promise.all([seller, rival, admin].map(async (as) => (await ask(`/files/${named}`, { as })).status))
  expect(await told()).toEqual([404, 404, 200])
  await caller(admin).products.assign({ id, seller_id: seller.id })
  expect(await told()).toEqual([200, 404, 200])
})
