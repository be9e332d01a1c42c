import { expect, test } from 'vitest'
import { aboutOf } from '#server/platform/files/storage.ts'
import { expectedEdit, requestFor, waitingEdit } from '#server/testing/edits.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { openStorefront } from '#server/testing/storefront.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openStorefront()
const { app, caller, seller, rival, suspended, admin, secondAdmin } = testApp
const { ask } = await openTestServer(app)
const orphan = async (sku: string | null = null) => {
  const { id } = await addProduct(app, seller.id, 'ownerless')
  if (sku !== null) await app.sql`update products set sku = ${sku} where id = ${id}`
  return id
}
const why = 'The shop changed hands in November.'
/** The admin's input for a product without an owner. */
const given = (id: string, seller_id: string) => ({ id, seller_id, reason: why, seen: { status: 'pending' as const, seller_id: null } })
const events = (id: string) => app.sql`
  select e.kind, e.owner_id, e.actor_id, d.title, d.reason, d.before, d.after from events e left join event_details d on d.event_id = e.id where e.item_id = ${id} order by e.id`
const unchanged = async (id: string, attempt: () => Promise<unknown>, refusal: object) => {
  const stateOf = async () => [await app.sql`select * from products where id = ${id}`, await events(id)]
  const before = await stateOf()
  await expect(attempt()).rejects.toMatchObject(refusal)
  expect(await stateOf()).toEqual(before)
}

test('an administrator assigns a product without an owner; the seller then owns it unchanged, and it can be decided', async () => {
  const id = await orphan()
  const expected = { id, status: 'pending' as const, version: 1 }
  await expect(caller(admin).products.approve(expected)).rejects.toMatchObject({ message: 'Seller ID not found for this product' })
  await expect(caller(seller).products.get({ id })).rejects.toMatchObject({ code: 'not-found' })
  const before = await caller(admin).products.get({ id })
  const assigned = await caller(admin).products.assign(given(id, seller.id))
  expect(assigned).toEqual({ ...before, seller_id: seller.id, seller: expect.objectContaining({ id: seller.id, name: seller.name }) })
  expect(await caller(seller).products.get({ id })).toEqual(assigned)
  expect((await caller(seller).products.list({})).rows.map((row) => row.id)).toContain(id)
  expect((await caller(rival).products.list({})).rows.map((row) => row.id)).not.toContain(id)
  expect((await caller(admin).products.approve(expected)).status).toBe('approved')
})

test('the history says who assigned it and to whom, and the new seller is notified', async () => {
  const id = await orphan()
  await caller(admin).products.assign(given(id, rival.id))
  expect(await events(id)).toEqual([
    {
      kind: 'product.assign',
      owner_id: rival.id,
      actor_id: admin.id,
      title: 'Brass lamp',
      reason: why,
      before: { seller_id: null },
      after: { seller_id: rival.id },
    },
  ])
  expect((await caller(admin).history.list({ type: 'product_edit' })).rows[0]).toMatchObject({
    description: '“Brass lamp” was assigned to Rivka.',
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

test('of two administrators who assign at once, the second learns that it was assigned in the meantime', async () => {
  const id = await orphan()
  const outcomes = await Promise.allSettled([
    caller(admin).products.assign(given(id, seller.id)),
    caller(secondAdmin).products.assign(given(id, rival.id)),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { seller_id } = await caller(admin).products.get({ id })
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(lost?.reason).toMatchObject({
    code: 'has-seller',
    message: 'This product was assigned to another seller in the meantime.',
    data: { fresh: { id, seller_id } },
  })
  expect(await events(id)).toHaveLength(1)
})

test('only an active seller can get a product, and only if they do not have its SKU', async () => {
  const id = await orphan('LAMP')
  const noSeller = { code: 'invalid-argument', data: { field: 'seller_id' } }
  for (const seller_id of [suspended.id, admin.id, '01900000-0000-7000-8000-000000000000']) {
    await unchanged(id, () => caller(admin).products.assign(given(id, seller_id)), noSeller)
  }
  const own = await addProduct(app, seller.id)
  await app.sql`update products set sku = 'Lamp' where id = ${own.id}`
  const sameSku = { code: 'sku-taken', message: 'This seller already has a product with this SKU.', data: { field: 'seller_id' } }
  await unchanged(id, () => caller(admin).products.assign(given(id, seller.id)), sameSku)
  expect((await caller(admin).products.assign(given(id, rival.id))).seller_id).toBe(rival.id)
})

test('its pictures are visible to the new seller from then on, and to no rival', async () => {
  const { id, named } = await addProduct(app, admin.id, 'ownerless')
  const content = Buffer.from('a picture')
  await app.storage.put(named, content, aboutOf(content, 'image/png'))
  const response = async () => Promise.all([seller, rival, admin].map(async (as) => (await ask(`/files/${named}`, { as })).status))
  expect(await response()).toEqual([404, 404, 200])
  await caller(admin).products.assign(given(id, seller.id))
  expect(await response()).toEqual([200, 404, 200])
})

/** The admin's input to assign a product of the seller with this status. */
async function owned(status: 'draft' | 'pending' | 'approved' | 'rejected' | 'archived', to: string) {
  const { id } = await addProduct(app, seller.id, status)
  return { id, seller_id: to, reason: why, seen: { status, seller_id: seller.id as string | null } }
}

test.each(['draft', 'pending', 'approved', 'rejected', 'archived'] as const)(
  'a product that is %s goes to another seller unchanged',
  async (status) => {
    const wanted = await owned(status, rival.id)
    const before = await caller(admin).products.get({ id: wanted.id })
    expect(await caller(admin).products.assign(wanted)).toEqual({
      ...before,
      seller_id: rival.id,
      seller: expect.objectContaining({ id: rival.id, name: rival.name }),
    })
    await expect(caller(seller).products.get({ id: wanted.id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await caller(rival).products.get({ id: wanted.id })).toMatchObject({ status })
  },
)

test('both sellers are notified with the reason, in the app and by mail, and the history shows both owners', async () => {
  const wanted = await owned('approved', rival.id)
  const heard: (string | null)[] = []
  app.feed.onHint(({ kind, itemId, ownerId }) => itemId === wanted.id && kind === 'product.assign' && heard.push(ownerId))
  await caller(admin).products.assign(wanted)
  const noticeOf = async (who: typeof seller) =>
    (await caller(who).notifications.list({})).rows.find(({ productId }) => productId === wanted.id) ?? null
  const mine = () => noticeOf(seller)
  const theirs = () => noticeOf(rival)
  const notification = { productTitle: 'Brass lamp', reason: why, status: null }
  const gone = '“Brass lamp” was assigned to another seller by an administrator.'
  await expect.poll(mine, { timeout: 50_000 }).toMatchObject({ ...notification, message: gone, link: '/seller/products' })
  const got = '“Brass lamp” was assigned to you by an administrator.'
  await expect
    .poll(theirs, { timeout: 50_000 })
    .toMatchObject({ ...notification, message: got, link: `/seller/products/edit/${wanted.id}` })
  for (const [who, message] of [[seller, gone] as const, [rival, got] as const]) {
    const mail = (await mailsTo(app, who.email)).map(({ text }) => text).join('\n')
    expect(mail).toContain(message)
    expect(mail).toContain(why)
  }
  expect(heard).toEqual(expect.arrayContaining([seller.id, rival.id]))
  const names = { reason: why, before: { seller_id: seller.id, seller: 'Sela' }, after: { seller_id: rival.id, seller: 'Rivka' } }
  expect((await caller(admin).history.list({ type: 'product_edit' })).rows[0]).toMatchObject(names)
  expect((await caller(admin).products.timeline({ id: wanted.id })).rows[0]).toMatchObject(names)
  expect((await caller(rival).products.timeline({ id: wanted.id })).rows[0]).toMatchObject({ reason: why, before: null, after: null })
})

test('a waiting change is superseded, its pictures are deleted, and the seller who submitted it is notified', async () => {
  const { product, request } = await waitingEdit(testApp, { picture: true })
  const seen = { status: product.status, seller_id: seller.id }
  const assigned = await caller(admin).products.assign({ id: product.id, seller_id: rival.id, reason: why, seen })
  expect(assigned).toMatchObject({ title: product.title, status: 'approved', editRequestId: null, version: product.version })
  expect(await caller(seller).editRequests.get({ id: request.id })).toMatchObject({ status: 'superseded', seller_id: seller.id })
  await expect(requestFor(testApp, product)).rejects.toThrow('Nothing waits')
  await expect(caller(admin).editRequests.approve(expectedEdit(request))).rejects.toMatchObject({
    code: 'wrong-status',
    message: expect.stringContaining('assigned to another seller'),
  })
  const messages = async () => (await caller(seller).notifications.list({})).rows.map(({ message }) => message)
  const sentence = `“${product.title}” was assigned to another seller by an administrator. Your pending change was closed.`
  await expect.poll(messages, { timeout: 50_000 }).toContain(sentence)
  const left = () => app.sql`select from files where product_id = ${product.id} and proposed_at is not null and released_at is null`
  expect(await left()).toEqual([])
})

test('the expected owner and status must still be true', async () => {
  const wanted = await owned('approved', rival.id)
  const { id, seen } = wanted
  const by = { code: 'has-seller', data: { fresh: { id, seller_id: seller.id } } }
  await unchanged(id, () => caller(admin).products.assign({ ...wanted, seen: { ...seen, seller_id: null } }), by)
  await unchanged(id, () => caller(admin).products.assign({ ...wanted, seen: { ...seen, seller_id: rival.id } }), by)
  await unchanged(id, () => caller(admin).products.assign({ ...wanted, seen: { ...seen, status: 'pending' } }), { code: 'wrong-status' })
  const same = { code: 'invalid-argument', message: 'It already belongs to this seller. Choose another.', data: { field: 'seller_id' } }
  await unchanged(id, () => caller(admin).products.assign({ ...wanted, seller_id: seller.id }), same)
  await unchanged(id, () => caller(admin).products.assign({ ...wanted, reason: 'short' }), {
    code: 'invalid-argument',
    data: { field: 'reason' },
  })
})

test('clashing SKUs are listed before anything is assigned, for administrators alone', async () => {
  const giver = await testApp.person('Gina')
  const taker = await testApp.person('Tara')
  const lamp = await addProduct(app, giver.id)
  const rug = await addProduct(app, giver.id)
  const other = await addProduct(app, taker.id)
  await app.sql`update products set sku = 'LAMP', title = 'Oil lamp' where id = ${lamp.id}`
  await app.sql`update products set sku = 'RUG' where id = ${rug.id}`
  await app.sql`update products set sku = 'LAMP', title = 'Gas lamp' where id = ${other.id}`
  const between = { userId: giver.id, seller_id: taker.id }
  expect(await caller(admin).products.skuClashes(between)).toEqual([
    { id: lamp.id, title: 'Oil lamp', sku: 'LAMP', theirs: { id: other.id, title: 'Gas lamp' } },
  ])
})

test('older products whose SKUs differ only in case can both be assigned, in either order; a product that clashes is listed', async () => {
  for (const first of ['C', 'c']) {
    const giver = await testApp.person(`Gina ${first}`)
    const taker = await testApp.person(`Tara ${first}`)
    const between = { userId: giver.id, seller_id: taker.id }
    const older = await addProduct(app, giver.id)
    const newer = await addProduct(app, giver.id)
    await app.sql`update products set sku = 'C' where id = ${older.id}`
    await app.sql`update products set sku = 'c', sku_clashes = true where id = ${newer.id}`
    for (const { id } of first === 'C' ? [older, newer] : [newer, older]) {
      expect(await caller(admin).products.skuClashes(between)).toEqual([])
      const { status } = await caller(admin).products.get({ id })
      await caller(admin).products.assign({ id, seller_id: taker.id, reason: why, seen: { status, seller_id: giver.id } })
    }
    const back = { userId: taker.id, seller_id: giver.id }
    const other = await addProduct(app, giver.id)
    for (const sku of ['C', 'c']) {
      await app.sql`update products set sku = ${sku} where id = ${other.id}`
      const clashing = (await caller(admin).products.skuClashes(back)).map(({ id }) => id)
      const refused: [string, string][] = []
      for (const { id } of [older, newer]) {
        const { status } = await caller(admin).products.get({ id })
        const assigned = caller(admin).products.assign({ id, seller_id: giver.id, reason: why, seen: { status, seller_id: taker.id } })
        await assigned.catch(({ code }) => refused.push([code, id]))
        await app.sql`update products set seller_id = ${taker.id} where id = ${id}`
      }
      expect(refused).toEqual(clashing.map((id) => ['sku-taken', id]))
      expect(clashing).toContain(older.id)
    }
  }
})

test('an order line stays with the seller who sold it, the next one goes to the new seller', async () => {
  const wanted = await owned('approved', rival.id)
  const order = () => testApp.place([wanted.id])
  const sold = await order()
  await caller(admin).products.assign(wanted)
  expect((await caller(admin).orders.get({ id: sold.id })).lines.map(({ seller_id }) => seller_id)).toEqual([seller.id])
  expect((await order()).lines.map(({ seller_id }) => seller_id)).toEqual([rival.id])
})

test('a seller can become an administrator once all their products are assigned', async () => {
  const keeper = await testApp.person('Karla')
  const { id } = await addProduct(app, keeper.id, 'approved')
  await expect(caller(admin).users.makeAdmin({ id: keeper.id })).rejects.toMatchObject({ code: 'still-selling' })
  await caller(admin).products.assign({ id, seller_id: rival.id, reason: why, seen: { status: 'approved', seller_id: keeper.id } })
  expect(await caller(admin).users.makeAdmin({ id: keeper.id })).toMatchObject({ role: 'admin' })
})
