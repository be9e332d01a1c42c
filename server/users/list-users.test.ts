import { expect, onTestFinished, test } from 'vitest'
import { allRows } from '#server/testing/pages.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { admin, seller, suspended, caller, person, app } = await openTestApp()
const list = (input: Parameters<ReturnType<typeof caller>['users']['list']>[0]) => caller(admin).users.list(input)

test('an admin pages through all people, newest first, each once', async () => {
  const at = new Date()
  // A whole page created in the same millisecond: the id decides.
  for (let n = 0; n < 12; n++) await person(`Twin ${n}`)
  await app.sql`update users set created_at = ${at.toISOString()} where name like 'Twin%'`
  const listed = (await allRows((cursor) => list({ limit: 5, cursor }))).map(({ id }) => id)
  const all = await app.sql<{ id: string }[]>`select id from users order by created_at desc, id desc`
  expect(listed).toEqual(all.map(({ id }) => id))
  expect(new Set(listed).size).toBe(listed.length)
})

test('the first page has the total, exact to 999; 1000 means more', async () => {
  const counted = await app.sql<{ count: number }[]>`select count(*)::int as count from users`
  const first = await list({ limit: 5 })
  expect(first.total).toBe(counted[0]?.count)
  expect((await list({ limit: 5, cursor: first.next ?? '' })).total).toBeUndefined()
  await app.sql`insert into users (id, name, email, role) select 'many' || i, 'One of many', 'many' || i || '@example.com', 'seller' from generate_series(1, 1001) i`
  expect((await list({ search: 'One of many' })).total).toBe(1000)
  await app.sql`delete from users where name = 'One of many'`
})

test('an admin finds people by name and e-mail; characters with a meaning in SQL are taken literally', async () => {
  await person('Per_cent 100%')
  const found = async (search: string) => (await list({ search })).rows.map(({ name }) => name)
  expect(await found('sela')).toEqual(['Sela'])
  expect(await found(seller.email.toUpperCase())).toEqual(['Sela'])
  expect(await found('100%')).toEqual(['Per_cent 100%'])
  expect(await found('_cent')).toEqual(['Per_cent 100%'])
  expect(await found('%ela')).toEqual([])
  expect(await found("'; drop table users --")).toEqual([])
  expect((await list({ search: '  ' })).rows.length).toBeGreaterThan(3)
})

test('a row about a person has nothing that would sign them in', async () => {
  const { rows } = await list({ search: 'Susan' })
  expect(rows).toEqual([
    {
      id: suspended.id,
      name: 'Susan',
      shopName: '',
      avatar: null,
      email: suspended.email,
      role: 'seller',
      status: 'suspended',
      isSupport: false,
      suspensionReason: null,
      emailVerified: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ])
})

test('an admin narrows the list by role and status, and reads it in every order, each person once', async () => {
  const { rows: admins } = await list({ role: 'admin' })
  expect(admins.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Bert'])
  expect((await list({ status: 'suspended' })).rows.map(({ id }) => id)).toEqual([suspended.id])
  expect((await list({ status: 'suspended', role: 'admin' })).rows).toEqual([])
  await app.sql`update users set email = 'Zoe@Example.com' where name = 'Per_cent 100%'`
  const orders = {
    oldest: app.sql`created_at, id`,
    name: app.sql`name collate "und-x-icu", id`,
    email: app.sql`lower(email), id`,
  }
  for (const [sort, by] of Object.entries(orders)) {
    const listed = await allRows((cursor) => list({ sort: sort as keyof typeof orders, limit: 3, cursor }))
    expect(listed.map(({ id }) => id)).toEqual((await app.sql<{ id: string }[]>`select id from users order by ${by}`).map(({ id }) => id))
  }
  const { next } = await list({ sort: 'name', limit: 1 })
  await expect(list({ sort: 'email', limit: 1, cursor: next ?? '' })).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('an invalid cursor is refused by name', async () => {
  for (const cursor of [
    '',
    'x',
    Buffer.from('2020-01-01T00:00:00.000Z a\u0000b').toString('base64url'),
    Buffer.from('now x').toString('base64url'),
  ]) {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'cursor' } })
  }
})

test('a new person reads their own account, a visitor only the public settings', async () => {
  expect(await caller(seller).users.me()).toMatchObject({
    user: { id: seller.id, email: seller.email, isSupport: false },
    settings: { currency: 'EUR' },
  })
  const visitor = await caller(null).users.me()
  expect(visitor).toEqual({ user: null, settings: expect.objectContaining({ marketplaceName: 'Backstall', registration: 'open' }) })
})

test('visitors, too, know whether there is a mail server: without one no link reaches them', async () => {
  expect((await caller(null).users.me()).settings).toHaveProperty('mailsAreFiles', true)
  const { smtpUrl } = app.config
  onTestFinished(() => void Object.assign(app.config, { smtpUrl }))
  app.config.smtpUrl = 'smtp://mail.example.com'
  expect((await caller(null).users.me()).settings).not.toHaveProperty('mailsAreFiles')
})
