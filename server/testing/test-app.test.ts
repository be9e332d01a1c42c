import { expect, it } from 'vitest'
import { record } from '#server/platform/events/record.ts'
import { pendingProduct } from './listing.ts'
import { databaseOf, openTestApp, type TestApp } from './test-app.ts'

const { app, seller, admin, caller } = await openTestApp()

it('gives each test app people of its own, with sessions', async () => {
  const rows = await app.sql`select u.name, u.role, u.status from users u join sessions s on s.user_id = u.id order by u.name`
  expect(rows.map(({ name, role, status }) => `${name} ${role} ${status}`)).toEqual([
    'Ada admin active',
    'Bert admin active',
    'Rivka seller active',
    'Sela seller active',
    'Susan seller suspended',
  ])
})

it('lets no one change the history', async () => {
  await app.db.transaction((tx) => record(tx, { kind: 'product.create', itemId: 'p1', ownerId: seller.id, actorId: seller.id }))
  for (const statement of ['update events set actor_id = null', 'delete from events', 'truncate events cascade']) {
    await expect(app.sql.unsafe(statement)).rejects.toThrow('append-only')
  }
  const [event] = await app.sql`select actor_id from events where item_id = 'p1'`
  expect(event?.actor_id).toBe(seller.id)
  expect(event?.actor_id).not.toBe(admin.id)
})

it('keeps two test apps apart', async () => {
  const other = await openTestApp()
  await app.sql`insert into products (id, title) values ('only-here', 'Only here')`
  expect(await other.app.sql`select id from products`).toHaveLength(0)
  await other.close()
})

it('gives the database of a closed test app, as migrated, to the next one', async () => {
  const rowsOf = async ({ app: { sql } }: TestApp) =>
    (await sql`select position, (select count(*) from products) as products, nextval('order_numbers') as order_number from feed_head`)[0]
  const first = await openTestApp()
  const fresh = await rowsOf(first)
  await pendingProduct(first)
  await expect.poll(async () => (await rowsOf(first))?.position).toBeGreaterThan(0)
  await first.close()
  const second = await openTestApp()
  expect(databaseOf(second.app)).toBe(databaseOf(first.app))
  expect(await rowsOf(second)).toEqual(fresh)
  await second.app.sql`alter table products add column weight_on_mars integer`
  await second.close()
  const third = await openTestApp()
  expect(databaseOf(third.app)).not.toBe(databaseOf(first.app))
  await third.close()
})

it('answers a call as the person who makes it', async () => {
  expect(await caller(seller).users.me()).toMatchObject({ user: { id: seller.id, role: 'seller' } })
  await expect(caller(seller).users.list({})).rejects.toMatchObject({ code: 'not-allowed', status: 403 })
  await expect(caller(null).users.list({})).rejects.toMatchObject({ code: 'not-signed-in', status: 401 })
})
