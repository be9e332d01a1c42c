import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { chatsAfter } from '#server/chats/list-chats.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { allRows } from '#server/testing/pages.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, caller, seller, rival, admin, secondAdmin } = await openTestApp()
const chats = caller(admin).chats

const chatWith = async (who: Person, text: string) => {
  const { id } = await caller(who).chats.open({})
  await caller(who).chats.send({ id, clientId: newId(), text })
  return id
}
const found = async (search: string, about: { assignee?: string } = {}) =>
  (await chats.list({ search, limit: 100, ...about })).rows.map(({ id }) => id)

/** 600 chats, every third of a buyer without an account, with 24,000 messages of 13 words. */
beforeAll(async () => {
  await app.sql`insert into users (id, name, shop_name, email)
    select 'p' || n, 'Person ' || n, 'Workshop ' || md5(n::text), 'p' || n || '@example.com' from generate_series(1, 600) n`
  await app.sql`insert into chats (id, buyer_id, buyer_name, last_number, buyer_count, last_message, last_message_at, last_by_buyer)
    select 'c' || n, case when n % 3 = 0 then 'buyer:' || n else 'p' || n end, 'Visitor ' || md5('v' || n), 40, 40, 'Thanks', now() - n * interval '1 hour', true
    from generate_series(1, 600) n`
  await app.sql`insert into chat_texts (chat_id, number, text)
    select 'c' || (1 + n % 600), 1 + n / 600, (select string_agg(chr(97 + (n * 7 + k * k) % 26) || 'olour', ' ') from generate_series(1, 12) k) || ' ' || md5('t' || n)
    from generate_series(0, 23999) n`
  await app.sql`vacuum analyze`
})

test('an admin finds a chat by the name, shop or email address of its participant, and by any of its messages', async () => {
  const id = await chatWith(seller, 'Where is my 100% wool blanket?')
  const other = await chatWith(rival, 'Good morning!')
  await caller(seller).account.edit({ change: { shopName: 'Nordlys Ceramics' } })
  await chats.send({ id: other, clientId: newId(), text: 'Your tapestry is on its way.' })
  expect(await found('nordlys cer')).toEqual([id])
  expect(await found(seller.name.toUpperCase())).toEqual([id])
  expect(await found(rival.email)).toEqual([other])
  expect(await found('100% WOOL')).toEqual([id])
  expect(await found('100_ wool')).toEqual([])
  expect(await found('tapestry')).toEqual([other])
  expect(await found('Nordlys', { assignee: 'none' })).toEqual([id])
  expect(await found('Nordlys', { assignee: secondAdmin.id })).toEqual([])
  await chats.assign({ id, assigneeId: secondAdmin.id })
  expect(await found('Nordlys', { assignee: secondAdmin.id })).toEqual([id])
})

test('a chat found by a message shows the newest one that matches, from shortly before the match, with its time and side', async () => {
  const quill = await chatWith(rival, 'Is there a quill?')
  const answer = await chats.send({
    id: quill,
    clientId: newId(),
    text: `${'Thank you for the quick answer. '.repeat(9)}We have the blue QUILL with a nib.`,
  })
  await chats.send({ id: quill, clientId: newId(), text: 'It is in the shop again.' })
  const shown = async (search: string) => (await chats.list({ search })).rows.filter(({ id }) => id === quill).map(({ found }) => found)
  const { timestamp } = answer
  expect(await shown('quill')).toEqual([{ before: '…he blue ', match: 'QUILL', after: ' with a nib.', byBuyer: false, timestamp }])
  expect(await shown('is there a')).toMatchObject([{ match: 'Is there a', byBuyer: true }])
  expect(await shown(rival.email)).toEqual([null])
  expect((await chats.list({})).rows.every(({ found }) => found === null)).toBe(true)
})

test('the former name and shop of a closed account find nothing', async () => {
  const { rows } = await chats.list({ search: 'Person 25', limit: 100 })
  expect(rows.map(({ buyerName }) => buyerName)).toContain('Person 25')
  await app.sql`update users set name = 'Closed account', shop_name = '', email = 'closed-25@invalid', status = 'closed' where id = 'p25'`
  expect(await found('Person 25')).not.toContain('c25')
})

test.each(['newest', 'oldest'] as const)('search results come page by page, each chat once, %s first', async (sort) => {
  for (const search of ['golour', 'visitor', 'person 1', 'workshop', '1']) {
    const listed = (await allRows((cursor) => chats.list({ search, sort, limit: 37, cursor }))).map(({ id }) => id)
    const byHand = await app.sql<{ id: string }[]>`
      select c.id from chats c left join users u on u.id = c.buyer_id where last_number > 0 and (u.name ilike ${`%${search}%`} or u.shop_name ilike ${`%${search}%`}
        or u.email ilike ${`%${search}%`} or (u.id is null and buyer_name ilike ${`%${search}%`})
        or exists (select from chat_texts t where t.chat_id = c.id and t.text ilike ${`%${search}%`}))
      order by last_message_at desc, c.id desc`
    const ids = byHand.map(({ id }) => id)
    expect(listed, search).toEqual(sort === 'newest' ? ids : ids.toReversed())
  }
})

const planOf = async (search: string) => {
  const lines = await app.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain ${chatsAfter(app, admin, { filter: 'all', search, sort: 'newest', limit: 26 })}`,
  )
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

test('a search reads rare matches from the indexes and frequent ones from the end of the list, and never scans all messages', async () => {
  await app.sql`insert into users (id, name, email) select 'q' || n, md5('q' || n), 'q' || n || '@example.com' from generate_series(1, 10000) n`
  await app.sql`insert into chats (id, buyer_id, buyer_name, last_number, last_message_at) select 'd' || n, 'buyer:d' || n, md5('d' || n), 1, now() from generate_series(1, 10000) n`
  await app.sql`vacuum analyze`
  const rare = await planOf('a tapestry')
  for (const index of ['chat_texts_search', 'users_search', 'chats_buyer_name']) expect(rare).toContain(index)
  for (const search of ['a tapestry', 'golour', 'olour']) expect(await planOf(search), search).not.toContain('Seq Scan on chat_texts')
})
