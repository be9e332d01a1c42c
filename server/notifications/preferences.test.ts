import { expect, test, vi } from 'vitest'
import { sendDigests } from '#server/notifications/send-digests.ts'
import { record } from '#server/platform/events/record.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { allSent, mailsTo } from '#server/testing/mails.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

/** Records that the seller's lamp was submitted or decided on, and waits until the notifications are written. */
async function happen({ app, seller, admin }: TestApp, kind: 'product.approve' | 'product.reject' | 'product.submit', reason?: string) {
  const actorId = kind === 'product.submit' ? seller.id : admin.id
  await app.db.transaction((tx) =>
    record(tx, { kind, itemId: 'lamp', ownerId: seller.id, actorId, title: 'Lamp', ...(reason && { reason }) }),
  )
  app.feed.wake()
  await vi.waitFor(
    async () =>
      expect(
        await app.sql`select 1 from consumers c, feed_head h where c.name = 'notifications' and (c.position < h.position or exists (select from feed_waiting))`,
      ).toHaveLength(0),
    { timeout: 50_000, interval: 10 },
  )
}
const subjectsTo = async ({ app }: TestApp, email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

test('sellers are notified by bell and by mail at once, admins by bell and one mail a day', async () => {
  const testApp = await openTestApp()
  const { seller, admin, caller } = testApp
  expect(await caller(seller).notifications.preferences()).toEqual({ product_approval: 'both', chat: 'both', info: 'both', daily: false })
  expect(await caller(admin).notifications.preferences()).toEqual({ product_approval: 'both', chat: 'both', info: 'both', daily: true })
  await happen(testApp, 'product.submit')
  await happen(testApp, 'product.reject', 'The pictures are blurred.')
  const [mail] = await mailsTo(testApp.app, seller.email)
  expect(mail?.subject).toBe('“Lamp” was rejected.')
  expect(mail?.text).toContain('The pictures are blurred.')
  expect(mail?.text).toContain('/seller/products/edit/lamp')
  expect(await subjectsTo(testApp, admin.email)).toEqual([])
})

test('each type goes where the person chose', async () => {
  const testApp = await openTestApp()
  const { seller, caller } = testApp
  const { notifications } = caller(seller)
  expect(await notifications.choose({ change: { product_approval: 'app' } })).toMatchObject({ product_approval: 'app', info: 'both' })
  await happen(testApp, 'product.approve')
  await allSent(testApp.app)
  expect(await subjectsTo(testApp, seller.email)).toEqual([])
  expect((await notifications.list({})).rows).toHaveLength(1)
  await notifications.choose({ change: { product_approval: 'mail' } })
  await happen(testApp, 'product.reject', 'Blurred.')
  expect(await subjectsTo(testApp, seller.email)).toEqual(['“Lamp” was rejected.'])
  const { rows, unread } = await notifications.list({})
  expect([rows.length, unread]).toEqual([1, 1])
  await expect(notifications.choose({ change: { info: 'pigeon' as never } })).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('a person who is no longer an admin gets no daily mail of what waits for admins', async () => {
  const testApp = await openTestApp()
  const { app, admin, secondAdmin, caller } = testApp
  await happen(testApp, 'product.submit')
  await app.sql`update notifications set created_at = '2026-01-10T12:00:00Z'`
  await caller(admin).users.makeSeller({ id: secondAdmin.id })
  await sendDigests(app, new Date('2026-01-12T12:00:00Z'))
  const response = await mailsTo(app, secondAdmin.email)
  expect(response.map(({ text }) => text).join()).not.toContain('Lamp')
  expect((await mailsTo(app, admin.email)).map(({ text }) => text).join()).toContain('Lamp')
  expect(await app.sql`select 1 from notifications where mail = 'daily'`).toEqual([])
})

test('the daily mail goes out once, after its hour, with what came in before it and is not read yet', async () => {
  const testApp = await openTestApp()
  const { app, seller, admin, secondAdmin, caller } = testApp
  await caller(seller).notifications.choose({ change: { daily: true } })
  await happen(testApp, 'product.submit')
  await happen(testApp, 'product.reject', 'Blurred.')
  await happen(testApp, 'product.submit')
  // Seven in the morning in Vienna is six in UTC in winter.
  await app.sql`update notifications set created_at = '2026-01-10T12:00:00Z'`
  const at = (moment: string) => Promise.all([1, 2].map(() => sendDigests(app, new Date(moment))))
  await at('2026-01-11T05:59:00Z')
  expect(await subjectsTo(testApp, admin.email)).toEqual([])
  const { rows } = await caller(secondAdmin).notifications.list({})
  await caller(secondAdmin).notifications.markRead({ ids: rows.map(({ id }) => id) })
  await at('2026-01-11T06:00:30Z')
  await at('2026-01-12T06:00:30Z')
  // The first of the two submissions was decided, so it is not reported any more.
  expect(await subjectsTo(testApp, admin.email)).toEqual(['Your day on Backstall: “Lamp” is awaiting review.'])
  expect(await subjectsTo(testApp, seller.email)).toEqual(['Your day on Backstall: “Lamp” was rejected.'])
  expect(await subjectsTo(testApp, secondAdmin.email)).toEqual([])
})

test('a person who switches mail off before the daily one gets no mail of what the bell already shows', async () => {
  const testApp = await openTestApp()
  const { app, seller, caller } = testApp
  await caller(seller).notifications.choose({ change: { daily: true } })
  await happen(testApp, 'product.reject', 'Blurred.')
  await caller(seller).notifications.choose({ change: { product_approval: 'app' } })
  await app.sql`update notifications set created_at = '2026-01-10T12:00:00Z'`
  await sendDigests(app, new Date('2026-01-12T12:00:00Z'))
  expect(await subjectsTo(testApp, seller.email)).toEqual([])
  expect((await caller(seller).notifications.list({})).rows).toHaveLength(1)
})

test('what waits for the daily mail of a suspended person reaches them after they are reactivated', async () => {
  const testApp = await openTestApp()
  const { app, seller, admin, caller } = testApp
  await caller(seller).notifications.choose({ change: { daily: true, product_approval: 'mail' } })
  await happen(testApp, 'product.reject', 'Blurred.')
  await app.sql`update notifications set created_at = '2026-01-10T12:00:00Z'`
  await caller(admin).users.suspend({ id: seller.id, reason: 'Spam.' })
  await sendDigests(app, new Date('2026-01-12T12:00:00Z'))
  const isDigest = (subject: string | undefined) => subject?.startsWith('Your day')
  expect((await subjectsTo(testApp, seller.email)).filter(isDigest)).toEqual([])
  await caller(admin).users.reactivate({ id: seller.id })
  await sendDigests(app, new Date('2026-01-13T12:00:00Z'))
  expect((await subjectsTo(testApp, seller.email)).filter(isDigest)).toEqual(['Your day on Backstall: “Lamp” was rejected.'])
})

test('a daily mail does not list as waiting what was decided meanwhile, even for admins who get mail only', async () => {
  const testApp = await openTestApp()
  const { app, seller, admin, secondAdmin, caller } = testApp
  for (const one of [admin, secondAdmin]) await caller(one).notifications.choose({ change: { product_approval: 'mail' } })
  const decided = await addProduct(app, seller.id, 'approved')
  const waits = await addProduct(app, seller.id, 'pending')
  await app.db.transaction(async (tx) => {
    for (const { id } of [decided, waits])
      await record(tx, { kind: 'product.submit', itemId: id, ownerId: seller.id, actorId: seller.id, title: id })
  })
  await happen(testApp, 'product.approve')
  await app.sql`update notifications set created_at = '2026-01-10T12:00:00Z'`
  await sendDigests(app, new Date('2026-01-12T12:00:00Z'))
  const response = (await mailsTo(app, admin.email)).map(({ text }) => text).join()
  expect(response).toContain(waits.id)
  expect(response).not.toContain(decided.id)
})

test('a suspended and reactivated person finds both in the bell, with the reason', async () => {
  const testApp = await openTestApp()
  const { app, admin, seller, caller } = testApp
  await caller(admin).users.suspend({ id: seller.id, reason: 'Spam.' })
  await caller(admin).users.reactivate({ id: seller.id })
  await vi.waitFor(async () => expect(await app.sql`select 1 from notifications where user_id = ${seller.id}`).toHaveLength(2), {
    timeout: 50_000,
  })
  const { rows } = await caller(seller).notifications.list({})
  expect(rows.map(({ message, type, reason, link }) => ({ message, type, reason, link }))).toEqual([
    { message: 'Your account is active again.', type: 'info', reason: null, link: null },
    { message: 'Your account was suspended.', type: 'info', reason: 'Spam.', link: null },
  ])
  expect(await app.sql`select mail from notifications where user_id = ${seller.id}`).toEqual([{ mail: null }, { mail: null }])
})

test('the bell can be filtered by type and to unread notifications', async () => {
  const testApp = await openTestApp()
  const { app, seller, caller } = testApp
  await app.sql`insert into notifications (id, user_id, message, type, is_read) values
    ('a', ${seller.id}, 'A', 'info', false), ('b', ${seller.id}, 'B', 'info', true), ('c', ${seller.id}, 'C', 'product_approval', false)`
  const response = async (wanted: object) => (await caller(seller).notifications.list(wanted)).rows.map(({ id }) => id).toSorted()
  expect(await response({ type: 'info' })).toEqual(['a', 'b'])
  expect(await response({ unread: true })).toEqual(['a', 'c'])
  expect(await response({ type: 'info', unread: true })).toEqual(['a'])
})
