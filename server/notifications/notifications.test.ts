import { describe, expect, test, vi } from 'vitest'
import type { Notification } from '#domain/notification.ts'
import type { Actor } from '#domain/user.ts'
import { openFeed } from '#server/app/open-feed.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { type NewEvent, record } from '#server/platform/events/record.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { pagesOf } from '#server/testing/pages.ts'
import { openTestApp, quiet, type TestApp } from '#server/testing/test-app.ts'

const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 10 })

/** Records an event about the seller's product, as the use cases do. */
async function happen({ app, seller }: TestApp, kind: NewEvent['kind'], about: Partial<NewEvent> = {}) {
  await app.db.transaction((tx) => record(tx, { kind, itemId: 'lamp', ownerId: seller.id, actorId: seller.id, title: 'Lamp', ...about }))
  app.feed.wake()
}

const bell = (testApp: TestApp, actor: Actor) => testApp.caller(actor).notifications.list({})
const said = (rows: readonly Notification[]) => rows.map(({ message, isRead }) => `${isRead ? '✓' : '•'} ${message}`)

/** Waits until the consumer is level with the feed. */
const settled = ({ app }: TestApp) =>
  until(async () => {
    const [row] = await app.sql`select c.position = h.position and not exists (select from feed_waiting) as level
      from consumers c, feed_head h where c.name = 'notifications'`
    expect(row?.level).toBe(true)
  })

describe('a notification', () => {
  test('goes to every active admin when a product is submitted, and to no seller', async () => {
    const testApp = await openTestApp()
    const retired = await testApp.person('Rob', { role: 'admin', status: 'suspended' })
    await happen(testApp, 'product.create')
    await happen(testApp, 'product.submit')
    await settled(testApp)
    for (const admin of [testApp.admin, testApp.secondAdmin]) {
      const { rows, unread } = await bell(testApp, admin)
      expect(unread).toBe(1)
      expect(rows).toMatchObject([
        {
          userId: admin.id,
          productId: 'lamp',
          productTitle: 'Lamp',
          message: '“Lamp” is awaiting review.',
          type: 'product_approval',
          status: 'pending',
          reason: null,
          link: '/admin/product-approval?product=lamp',
          isRead: false,
          person: { id: testApp.seller.id, name: 'Sela', shopName: '', avatar: null },
        },
      ])
    }
    for (const other of [testApp.seller, testApp.rival]) expect((await bell(testApp, other)).rows).toEqual([])
    expect(await testApp.app.sql`select from notifications where user_id = ${retired.id}`).toHaveLength(0)
    const found = async (search: string) => (await testApp.caller(testApp.admin).notifications.list({ search })).rows.length
    // By the product, the sentence and the person; not by a person who is not named, nor by a pattern.
    expect(await Promise.all(['LAMP', 'awaiting', 'sela', 'Rob', 'L_mp'].map(found))).toEqual([1, 1, 1, 0, 0])
  })

  test('of a message names its sender to an admin, and nobody to the participant', async () => {
    const testApp = await openTestApp()
    const { app, seller, admin, caller } = testApp
    await app.sql`update users set email = ${app.config.supportEmail} where id = ${admin.id}`
    const { id } = await caller(seller).chats.open({})
    await caller(seller).chats.send({ id, clientId: crypto.randomUUID(), text: 'Is it sold?' })
    const one = async (who: Actor) => (await bell(testApp, who)).rows[0]
    await until(async () => expect(await one(admin)).toMatchObject({ message: 'Is it sold?', person: { id: seller.id, name: 'Sela' } }))
    const found = async (who: Actor, search: string) => (await caller(who).notifications.list({ search })).rows.length
    expect([await found(admin, 'sela'), await found(admin, 'sold'), await found(admin, 'rob')]).toEqual([1, 1, 0])
    await caller(admin).chats.send({ id, clientId: crypto.randomUUID(), text: 'It is.' })
    await until(async () => expect(await one(seller)).toMatchObject({ message: 'It is.', person: null }))
    expect([await found(seller, admin.name), await found(seller, 'It is')]).toEqual([0, 1])
  })

  test('of a decision goes to the seller with the reason, and those of the other admins become read', async () => {
    const testApp = await openTestApp()
    const { seller, admin, secondAdmin, rival } = testApp
    await happen(testApp, 'product.submit')
    await happen(testApp, 'product.reject', { actorId: admin.id, reason: 'The pictures are blurred.', code: 'image_quality' })
    await settled(testApp)
    const { rows } = await bell(testApp, seller)
    expect(rows).toMatchObject([
      {
        message: '“Lamp” was rejected.',
        type: 'product_approval',
        status: 'rejected',
        reason: 'The pictures are blurred.',
        link: '/seller/products/edit/lamp',
        person: null,
      },
    ])
    const found = async (search: string) => (await testApp.caller(seller).notifications.list({ search })).rows.length
    // By the reason; not by the admin, whom a seller does not see.
    expect(await Promise.all(['blurred', admin.name].map(found))).toEqual([1, 0])
    for (const one of [admin, secondAdmin]) expect(await bell(testApp, one)).toMatchObject({ unread: 0, rows: [{ isRead: true }] })
    expect((await bell(testApp, rival)).rows).toEqual([])

    await happen(testApp, 'product.submit')
    await settled(testApp)
    expect(said((await bell(testApp, secondAdmin)).rows)).toEqual(['• “Lamp” is awaiting review.', '✓ “Lamp” is awaiting review.'])
    await happen(testApp, 'product.approve', { actorId: secondAdmin.id })
    await settled(testApp)
    expect((await bell(testApp, admin)).unread).toBe(0)
    expect(said((await bell(testApp, seller)).rows)).toEqual(['• “Lamp” was approved.', '• “Lamp” was rejected.'])
  })

  test('of one product does not become read by a decision on another', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'product.submit')
    await happen(testApp, 'product.submit', { itemId: 'chair', title: 'Chair' })
    await happen(testApp, 'product.approve', { itemId: 'chair', title: 'Chair', actorId: testApp.admin.id })
    await settled(testApp)
    expect(said((await bell(testApp, testApp.admin)).rows)).toEqual(['✓ “Chair” is awaiting review.', '• “Lamp” is awaiting review.'])
  })

  test('becomes read when the product is withdrawn or deleted', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'product.submit')
    await happen(testApp, 'product.withdraw')
    await happen(testApp, 'product.submit', { itemId: 'chair', title: 'Chair' })
    await happen(testApp, 'product.delete', { itemId: 'chair', title: 'Chair' })
    await settled(testApp)
    expect((await bell(testApp, testApp.admin)).unread).toBe(0)
  })

  test('of a take-down or an archived product says so, with its status and reason; sellers get none of what they do themselves', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'product.reject', { actorId: testApp.admin.id, before: { status: 'approved' }, reason: 'It is a counterfeit.' })
    await happen(testApp, 'product.archive')
    await happen(testApp, 'product.restore')
    await happen(testApp, 'product.archive', { actorId: testApp.admin.id, reason: 'It is out of season.' })
    await settled(testApp)
    expect((await bell(testApp, testApp.seller)).rows).toMatchObject([
      { message: '“Lamp” was archived by an administrator.', status: 'archived', reason: 'It is out of season.' },
      { message: '“Lamp” was taken down.', status: 'rejected', reason: 'It is a counterfeit.' },
    ])
  })

  test('informs sellers that an administrator deleted their product, and leads to the products that are left', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'product.delete', { actorId: testApp.admin.id })
    await happen(testApp, 'product.delete', { itemId: 'chair', title: 'Chair' })
    await happen(testApp, 'product.delete', { itemId: 'orphan', title: 'Orphan', ownerId: null, actorId: testApp.admin.id })
    await settled(testApp)
    expect((await bell(testApp, testApp.seller)).rows).toMatchObject([
      {
        message: '“Lamp” was deleted by an administrator.',
        type: 'product_approval',
        status: null,
        reason: null,
        link: '/seller/products',
      },
    ])
    expect((await bell(testApp, testApp.rival)).rows).toEqual([])
    expect(await testApp.app.sql`select from notifications`).toHaveLength(1)
  })

  test('of an approval still names the product if it was deleted before the notification was written', async () => {
    const testApp = await openTestApp()
    await testApp.app.db.transaction(async (tx) => {
      const about = { itemId: 'lamp', ownerId: testApp.seller.id, actorId: testApp.seller.id }
      await record(tx, { ...about, kind: 'product.create', title: 'Lamp' })
      await record(tx, { ...about, kind: 'product.approve', actorId: testApp.admin.id })
      await record(tx, { ...about, kind: 'product.delete', title: 'Lamp' })
    })
    testApp.app.feed.wake()
    await settled(testApp)
    expect((await bell(testApp, testApp.seller)).rows).toMatchObject([{ message: '“Lamp” was approved.', productTitle: 'Lamp' }])
  })

  test('is listed in the order of events, even if they happened within a millisecond', async () => {
    const testApp = await openTestApp()
    const { app, seller, admin } = testApp
    const names = Array.from({ length: 20 }, (_, at) => `Lamp ${at}`)
    await app.db.transaction(async (tx) => {
      // All events of a transaction have the same time.
      for (const title of names) await record(tx, { kind: 'product.approve', itemId: title, ownerId: seller.id, actorId: admin.id, title })
    })
    app.feed.wake()
    await settled(testApp)
    expect((await bell(testApp, seller)).rows.map(({ productTitle }) => productTitle)).toEqual(names.toReversed())
  })

  test('of an event without a title takes it from the product, and is not written for an event without an owner', async () => {
    const testApp = await openTestApp()
    await testApp.app.db.insert(products).values({ id: 'lamp', title: 'Lamp of today', sellerId: testApp.seller.id })
    await happen(testApp, 'product.approve', { title: null, actorId: testApp.admin.id })
    await happen(testApp, 'product.approve', { itemId: 'orphan', ownerId: null, actorId: testApp.admin.id })
    await settled(testApp)
    expect(said((await bell(testApp, testApp.seller)).rows)).toEqual(['• “Lamp of today” was approved.'])
    expect(await testApp.app.sql`select from notifications`).toHaveLength(1)
  })

  test('rings once per person and change, only in the windows of that person', async () => {
    const testApp = await openTestApp()
    const rung: string[] = []
    testApp.app.feed.onHint(({ kind, itemId, ownerId }) => {
      if (kind === 'notification.change') rung.push(`${itemId} ${ownerId}`)
    })
    await happen(testApp, 'product.submit')
    await until(() => expect(rung).toHaveLength(2))
    await settled(testApp)
    expect(rung.toSorted()).toEqual([testApp.admin, testApp.secondAdmin].map(({ id }) => `${id} ${id}`).toSorted())
  })
})

describe('with broken notifications', () => {
  test('approving works and is published at once, and every notification arrives exactly once after the repair', async () => {
    const testApp = await openTestApp()
    const { admin, secondAdmin, seller } = testApp
    const { sql } = testApp.app
    const heard: string[] = []
    testApp.app.feed.onHint(({ kind }) => heard.push(kind))
    await sql.unsafe(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'No notices today.'; end $$;
      create trigger broken before insert on notifications for each row execute function broken()`)
    const { id } = await addProduct(testApp.app, seller.id)
    const { version } = await testApp.caller(seller).products.submit({ id })
    const approved = await testApp.caller(admin).products.approve({ id, status: 'pending', version })
    expect(approved.status).toBe('approved')
    await until(() => expect(heard).toEqual(['product.submit', 'product.approve']))
    await until(async () => {
      const [row] = await sql`select failing_since, last_error from consumers where name = 'notifications'`
      expect(row?.failing_since).toBeTruthy()
      expect(row?.last_error).toBe('No notices today.')
    })
    expect(await sql`select from notifications`).toHaveLength(0)
    await sql`drop trigger broken on notifications`
    await settled(testApp)
    expect(said((await bell(testApp, seller)).rows)).toEqual(['• “Brass lamp” was approved.'])
    for (const one of [admin, secondAdmin]) expect(said((await bell(testApp, one)).rows)).toEqual(['✓ “Brass lamp” is awaiting review.'])
    const [recovered] = await sql`select failing_since, last_error from consumers where name = 'notifications'`
    expect(recovered).toEqual({ failing_since: null, last_error: null })

    const rejectionReason = 'It is a counterfeit after all.'
    await testApp.caller(secondAdmin).products.reject({ id, status: 'approved', version, code: 'counterfeit', rejectionReason })
    await settled(testApp)
    expect((await bell(testApp, seller)).rows[0]).toMatchObject({ message: '“Brass lamp” was taken down.', reason: rejectionReason })
  })

  test('consuming the same events twice notifies each person once', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'product.submit')
    await happen(testApp, 'product.approve', { actorId: testApp.admin.id })
    await settled(testApp)
    // As if the node had died after the effects and before the position was stored.
    await testApp.app.feed.close()
    await testApp.app.sql`update consumers set position = 0`
    const feed = await openFeed({ ...testApp.app, log: quiet })
    await settled(testApp)
    expect(await testApp.app.sql`select from notifications`).toHaveLength(3)
    await feed.close()
  })
})

describe('marking read', () => {
  const many = async ({ app }: TestApp, { id }: Actor, count: number) =>
    app.sql`insert into notifications (id, user_id, message, type, created_at)
      select 'n' || i, ${id}, 'Notice ' || i, 'info', now() + i * interval '1 millisecond' from generate_series(1, ${count}) i`

  test('touches only the named ones: what arrives meanwhile stays unread, and those of other people are ignored', async () => {
    const testApp = await openTestApp()
    const { seller, rival } = testApp
    await many(testApp, seller, 3)
    const rung: string[] = []
    testApp.app.feed.onHint(({ kind, ownerId }) => rung.push(`${kind} ${ownerId}`))
    expect(await testApp.caller(rival).notifications.markRead({ ids: ['n1', 'unknown'] })).toEqual({ unread: 0 })
    expect((await bell(testApp, seller)).unread).toBe(3)
    expect(await testApp.caller(seller).notifications.markRead({ ids: ['n1', 'n2'] })).toEqual({ unread: 1 })
    expect(said((await bell(testApp, seller)).rows)).toEqual(['• Notice 3', '✓ Notice 2', '✓ Notice 1'])
    await until(() => expect(rung).toEqual([`notification.change ${seller.id}`]))
    expect(await testApp.caller(seller).notifications.markRead({ ids: ['n1', 'n2'] })).toEqual({ unread: 1 })
  })

  test('reaches all of 2,500 that were shown, and none that arrived meanwhile, even of an older event', async () => {
    const testApp = await openTestApp()
    const { app, seller, rival } = testApp
    const arrive = (at: number, whose = seller) => app.sql`insert into notifications (id, user_id, message, type, created_at)
      values (${newId()}, ${whose.id}, ${`Notice ${at}`}, 'info', now() + ${at} * interval '1 millisecond')`
    for (let at = 0; at < 2_500; at += 100) await Promise.all(Array.from({ length: 100 }, (_, next) => arrive(at + next)))
    await arrive(1, rival)
    const { notifications } = testApp.caller(seller)
    const { ids } = await notifications.unread()
    expect(ids).toHaveLength(1_000)
    // The second one is about an event long before the others, but arrives only now.
    for (const at of [2_501, -60_000]) await arrive(at)
    expect(await notifications.markRead({ ids, older: true })).toEqual({ unread: 2 })
    expect(said((await notifications.list({ unread: true })).rows)).toEqual(['• Notice 2501', '• Notice -60000'])
    expect((await bell(testApp, rival)).unread).toBe(1)
  })

  test('is refused once the session has ended', async () => {
    const testApp = await openTestApp()
    await many(testApp, testApp.seller, 1)
    await testApp.app.sql`delete from sessions where id = ${testApp.seller.sessionId}`
    await expect(testApp.caller(testApp.seller).notifications.markRead({ ids: ['n1'] })).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await testApp.app.sql`select from notifications where is_read`).toHaveLength(0)
  })

  test('counts exactly up to 999, and pages through all of them once', async () => {
    const testApp = await openTestApp()
    await many(testApp, testApp.seller, 999)
    expect((await bell(testApp, testApp.seller)).unread).toBe(999)
    await testApp.app
      .sql`insert into notifications (id, user_id, message, type) select 'm' || i, ${testApp.seller.id}, 'More', 'info' from generate_series(1, 7) i`
    const listed: string[] = []
    const read = (cursor: string | undefined) => testApp.caller(testApp.seller).notifications.list({ limit: 100, cursor })
    for await (const { rows, unread } of pagesOf(read)) {
      expect(unread).toBe(1000)
      listed.push(...rows.map(({ id }) => id))
    }
    expect(listed).toHaveLength(1006)
    expect(new Set(listed).size).toBe(1006)
    // One call marks at most a thousand; the newest come first.
    const { ids } = await testApp.caller(testApp.seller).notifications.unread()
    expect(ids).toEqual(listed.slice(0, 1000))
    expect(await testApp.caller(testApp.seller).notifications.markRead({ ids })).toEqual({ unread: 6 })
    for (const strange of ['x', 'bm90aGluZw', Buffer.from('2020-01-01T00:00:00.000Z a b').toString('base64url')]) {
      await expect(testApp.caller(testApp.seller).notifications.list({ cursor: strange })).rejects.toMatchObject({
        code: 'invalid-argument',
      })
    }
  })
})
