import { describe, expect, test, vi } from 'vitest'
import { aboutOf } from '#server/platform/files/storage.ts'
import { addProduct, makeOlder } from '#server/testing/fixtures.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, admin, caller, person, kindsOf } = testApp
const { ask, url } = await openTestServer(app)
const users = caller(admin).users
const reason = 'Several buyers received counterfeits.'
const statusesOf = (id: string) => app.sql`select id, status, version, unfinished from products where seller_id = ${id} order by id`

/** A seller with a product in every status that matters here. */
async function shopkeeper(name: string) {
  const seller = await person(name)
  const approved = await addProduct(app, seller.id, 'approved')
  const pending = await addProduct(app, seller.id, 'pending')
  await addProduct(app, seller.id, 'draft')
  return { seller, approved, pending }
}

describe('a suspended person', () => {
  test('is refused in their next write at once, and in their next read', async () => {
    const { seller, pending } = await shopkeeper('Wanda')
    expect(await users.suspend({ id: seller.id, reason })).toMatchObject({ id: seller.id, status: 'suspended', suspensionReason: reason })
    // The caller still has the old status: the statement itself must check it.
    await expect(caller(seller).products.withdraw({ id: pending.id })).rejects.toMatchObject({ code: 'account-suspended' })
    await expect(caller(seller).notifications.markRead({ ids: ['x'] })).rejects.toMatchObject({ code: 'account-suspended' })
    await vi.waitFor(
      async () => expect((await ask('/rpc/products/list', { as: seller, method: 'POST', json: { json: {} } })).status).toBe(403),
      { timeout: 50_000, interval: 20 },
    )
    expect((await ask('/seller/products', { as: seller })).headers.get('location')).toBe('/login?return=%2Fseller%2Fproducts')
  })

  test('loses an open stream within a second, and gets the reason in the session they had, but nowhere else', async () => {
    const { seller } = await shopkeeper('Stella')
    const stream = await fetch(`${url}/api/live`, { headers: { cookie: cookieOf(app, seller) } })
    await users.suspend({ id: seller.id, reason })
    const passed = stopwatch()
    const response = await stream.text()
    expect(passed()).toBeLessThan(1_000)
    expect(response).toContain('event: end')
    expect(response).toContain('{"reason":"suspended"}')
    expect(response).not.toContain('counterfeits')
    const me = await ask('/rpc/users/me', { as: seller, method: 'POST', json: {} })
    expect(me.json?.json).toMatchObject({ user: null, suspension: { reason, appealTo: 'support@example.com' } })
    const visitor = await ask('/rpc/users/me', { method: 'POST', json: {} })
    expect(visitor.text).not.toContain('suspension')
  })

  test('has no products in the queue, its count or on sale, with no status changed', async () => {
    const { seller, approved, pending } = await shopkeeper('Quentin')
    const inQueue = async () => (await caller(admin).products.queue({ seller_id: seller.id })).rows.map(({ id }) => id)
    const shown = async () => (await ask(`/files/${approved.named}`)).status
    const waiting = async () => (await caller(admin).products.waiting()).pending
    const content = Buffer.from('a picture')
    await app.storage.put(approved.named, content, aboutOf(content, 'image/png'))
    const before = { queue: await inQueue(), waiting: await waiting(), products: await statusesOf(seller.id), picture: await shown() }
    expect(before).toMatchObject({ queue: [pending.id], picture: 200 })

    await users.suspend({ id: seller.id, reason })
    expect(await inQueue()).toEqual([])
    expect(await waiting()).toBe(before.waiting - 1)
    expect(await shown()).toBe(404)
    expect(await statusesOf(seller.id)).toEqual(before.products)
    // Admins still see the products.
    expect((await caller(admin).products.list({ userId: seller.id })).rows).toHaveLength(3)

    expect(await users.reactivate({ id: seller.id })).toMatchObject({ status: 'active', suspensionReason: null })
    expect({ queue: await inQueue(), waiting: await waiting(), products: await statusesOf(seller.id), picture: await shown() }).toEqual(
      before,
    )
  })

  test('signs in again after being reactivated: former sessions stay ended', async () => {
    const { seller } = await shopkeeper('Selma')
    await users.suspend({ id: seller.id, reason })
    expect((await users.get({ id: seller.id })).sessions).toBe(1)
    await users.reactivate({ id: seller.id })
    await expect(caller(seller).notifications.markRead({ ids: ['x'] })).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await users.get({ id: seller.id })).toMatchObject({ sessions: 0, suspendedAt: null, suspendedBy: null })
  })
})

test('admins see what a suspension would affect: products by status, devices', async () => {
  const { seller } = await shopkeeper('Cora')
  expect(await users.get({ id: seller.id })).toMatchObject({
    name: 'Cora',
    products: { draft: 1, pending: 1, approved: 1, rejected: 0, archived: 0 },
    editRequests: 0,
    openLines: 0,
    sessions: 1,
    suspendedAt: null,
  })
  await users.suspend({ id: seller.id, reason })
  expect(await users.get({ id: seller.id })).toMatchObject({
    suspendedBy: 'Ada',
    suspendedAt: expect.any(String),
    suspensionReason: reason,
  })
})

test('suspending requires a reason, and happens once', async () => {
  const { seller } = await shopkeeper('Otis')
  for (const nothing of ['', '  ']) {
    await expect(users.suspend({ id: seller.id, reason: nothing })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'reason' },
    })
  }
  await expect(users.reactivate({ id: seller.id })).rejects.toMatchObject({ code: 'wrong-status' })
  await users.suspend({ id: seller.id, reason })
  await expect(users.suspend({ id: seller.id, reason: 'Another one.' })).rejects.toMatchObject({
    code: 'wrong-status',
    data: { fresh: { id: seller.id, suspensionReason: reason } },
  })
})

test('a suspended person is mailed the reason with an address to appeal to, and the reactivation', async () => {
  const { seller } = await shopkeeper('Maggie')
  await users.suspend({ id: seller.id, reason })
  await users.reactivate({ id: seller.id })
  const mails = await mailsTo(app, seller.email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Your account on Backstall is active again',
    'Your account on Backstall is suspended',
  ])
  const [mail] = mails.filter(({ subject }) => subject?.endsWith('suspended'))
  expect(mail?.text).toContain(reason)
  expect(mail?.text).toContain('contact support@example.com')
})

test('the history has who did it, to whom and why', async () => {
  const { seller } = await shopkeeper('Hilda')
  await users.suspend({ id: seller.id, reason })
  await users.reactivate({ id: seller.id })
  await app.sql`update products set status = 'archived' where seller_id = ${seller.id}`
  await users.makeAdmin({ id: seller.id })
  const { rows } = await caller(admin).history.list({ type: 'user_edit' })
  expect(rows.slice(0, 3).map(({ description, user, reason }) => ({ description, user, reason }))).toEqual([
    { description: 'Hilda was made an admin.', user: 'Ada', reason: null },
    { description: 'Hilda was reactivated.', user: 'Ada', reason: null },
    { description: 'Hilda was suspended.', user: 'Ada', reason },
  ])
})

describe('the author of a suspension or reactivation can undo it', () => {
  const row = async (id: string) =>
    (await app.sql`select status, suspension_reason, suspended_at, suspended_by from users where id = ${id}`)[0]
  const pendingMails = (address: string) => app.sql`select template from outgoing_mails where recipient = ${address} and sent_at is null`

  test('a suspension: they are active again, are not mailed, and sign in again', async () => {
    const { seller } = await shopkeeper('Undine')
    const before = await row(seller.id)
    const notices = async () => (await caller(seller).notifications.list({})).rows.length
    await users.suspend({ id: seller.id, reason })
    expect(await pendingMails(seller.email)).toMatchObject([{ template: 'suspended' }])
    await expect.poll(notices).toBe(1)
    expect(await users.undo({ id: seller.id, status: 'suspended' })).toMatchObject({ status: 'active', suspensionReason: null })
    expect(await row(seller.id)).toEqual(before)
    expect(await kindsOf(seller.id)).toEqual(['user.suspend', 'user.undoSuspend'])
    expect(await pendingMails(seller.email)).toEqual([])
    await expect.poll(notices).toBe(0)
    await expect(caller(seller).notifications.markRead({ ids: ['x'] })).rejects.toMatchObject({ code: 'not-signed-in' })
    const { rows } = await caller(admin).history.list({ type: 'user_edit', search: seller.id })
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['user.suspend', 'user.undoSuspend']))
  })

  test('a reactivation: reason, time and author of the suspension return', async () => {
    const { seller } = await shopkeeper('Ursula')
    await users.suspend({ id: seller.id, reason })
    const before = await row(seller.id)
    await users.reactivate({ id: seller.id })
    await users.undo({ id: seller.id, status: 'active' })
    expect(await row(seller.id)).toEqual(before)
    expect(await kindsOf(seller.id)).toEqual(['user.suspend', 'user.reactivate', 'user.undoReactivate'])
    // The mail about the suspension stands, that about its end does not.
    expect(await pendingMails(seller.email)).toMatchObject([{ template: 'suspended' }])
  })

  test('not a colleague, not after their time, and not once something followed', async () => {
    const { seller, approved } = await shopkeeper('Ulla')
    await users.suspend({ id: seller.id, reason })
    await expect(caller(testApp.secondAdmin).users.undo({ id: seller.id, status: 'suspended' })).rejects.toMatchObject({
      code: 'not-yours',
    })
    await expect(users.undo({ id: seller.id, status: 'active' })).rejects.toMatchObject({ code: 'too-late' })
    await caller(admin).products.archive({ id: approved.id })
    await expect(users.undo({ id: seller.id, status: 'suspended' })).rejects.toMatchObject({ code: 'too-late' })
    const { seller: other } = await shopkeeper('Ulrike')
    await users.suspend({ id: other.id, reason })
    await makeOlder(app, other.id, 30_000)
    await expect(users.undo({ id: other.id, status: 'suspended' })).rejects.toMatchObject({ code: 'too-late' })
    expect(await row(other.id)).toMatchObject({ status: 'suspended' })
  })
})
