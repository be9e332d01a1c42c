import { expect, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, caller, seller, rival, admin, secondAdmin, person } = await openTestApp()

const chatOf = (who: typeof seller) => caller(who).chats.open({})
const say = (who: typeof seller, id: string, text = 'Good morning!', clientId = newId()) => caller(who).chats.send({ id, clientId, text })

test('a seller who opens the chat in two windows at once has one chat', async () => {
  const [one, other] = await Promise.all([chatOf(seller), chatOf(seller)])
  expect(one).toMatchObject({
    id: other.id,
    buyerId: seller.id,
    buyerName: 'Sela',
    lastNumber: 0,
    buyerUnreadCount: 0,
    adminUnreadCount: 0,
  })
  expect(await app.sql`select count(*) from chats where buyer_id = ${seller.id}`).toEqual([{ count: 1 }])
})

test('24 messages sent to one chat at once are numbered without a gap', async () => {
  const sela = await person('Sela')
  const { id } = await chatOf(sela)
  const admins = [admin, secondAdmin]
  const sent = await Promise.all(
    Array.from({ length: 24 }, (_, at) => say(at % 2 ? sela : (admins[(at / 2) % 2] ?? admin), id, `Message ${at}`)),
  )
  const numbers = sent.map(({ number }) => number).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  const { rows, lastNumber } = await caller(sela).chats.messages({ id })
  expect([rows.length, lastNumber]).toEqual([24, 24])
  expect([...rows].sort((one, other) => (one.timestamp < other.timestamp ? -1 : one.timestamp > other.timestamp ? 1 : 0))).toEqual(rows)
  expect(await caller(admin).chats.get({ id })).toMatchObject({ lastNumber: 24, adminUnreadCount: 12, buyerUnreadCount: 12 })
})

test('a message sent five times in parallel is stored once', async () => {
  const sela = await person('Sela')
  const { id } = await chatOf(sela)
  const clientId = newId()
  const sent = await Promise.all(Array.from({ length: 5 }, () => say(sela, id, 'Once', clientId)))
  expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(1)
  expect(await say(sela, id, 'Another text under the same id', clientId)).toEqual(sent[0])
  expect((await caller(sela).chats.messages({ id })).rows).toMatchObject([{ number: 1, text: 'Once', senderName: 'Sela', byBuyer: true }])
  expect(await app.sql`select kind from events where item_id = ${id}`).toEqual([{ kind: 'chat.message' }])
})

test('the list shows the beginning of a long message, with no emoji of several characters cut in two', async () => {
  const sela = await person('Sela')
  const { id } = await chatOf(sela)
  const family = '👨‍👩‍👧'
  await say(sela, id, family.repeat(300))
  expect((await caller(admin).chats.get({ id })).lastMessage).toBe(`${family.repeat(200)}…`)
  await say(sela, id, 'Short again')
  expect((await caller(admin).chats.get({ id })).lastMessage).toBe('Short again')
})

test('a message without visible characters is refused', async () => {
  const { id } = await chatOf(seller)
  await expect(say(seller, id, '\u200b\u2060')).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'text' } })
})

test('a rival seller cannot tell that a chat exists', async () => {
  const { id } = await chatOf(seller)
  for (const foreign of [id, newId()])
    await expect(say(rival, foreign)).rejects.toMatchObject({ code: 'not-found', message: 'Chat not found' })
  await expect(caller(rival).chats.open({ buyerId: seller.id })).rejects.toMatchObject({ message: 'Chat not found' })
})

test('messages that were read are no longer unread, on both sides, and marks never go back', async () => {
  const sela = await person('Sela')
  const { id } = await chatOf(sela)
  for (const who of [sela, sela, admin, sela, secondAdmin]) await say(who, id)
  expect(await caller(admin).chats.get({ id })).toMatchObject({ adminUnreadCount: 3, buyerUnreadCount: 2 })
  expect(await caller(admin).chats.markRead({ id, number: 2 })).toMatchObject({ adminUnreadCount: 1, adminReadTo: 2, adminDeliveredTo: 2 })
  expect(await caller(secondAdmin).chats.markRead({ id, number: 1 })).toMatchObject({ adminUnreadCount: 1, adminReadTo: 2 })
  expect(await caller(sela).chats.markRead({ id, number: 999 })).toMatchObject({ buyerUnreadCount: 0, buyerReadTo: 5, adminUnreadCount: 1 })
  expect(await caller(sela).chats.unread({})).toEqual({ unread: 0 })
})
