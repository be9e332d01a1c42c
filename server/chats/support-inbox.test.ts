import { expect, test } from 'vitest'
import { forgetPerson } from '#server/account/forget-person.ts'
import { forgetChat } from '#server/chats/forget-chat.ts'
import { mailUnread } from '#server/chats/mail-unread.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { listenTo, pollAt } from '#server/testing/live-stream.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'

const { app, caller, seller, rival, admin, secondAdmin, person } = await openTestApp()
const testServer = await openTestServer(app)

const openChat = async (name = 'Sela') => {
  const sela = await person(name)
  return { sela, ...(await caller(sela).chats.open({})) }
}
const say = (who: Person, id: string, text = 'Good morning!') => caller(who).chats.send({ id, clientId: newId(), text })
/** Lets the present counts, or those who type now, last an hour: the machine may stall for longer than they do. */
const extendWindows = () => app.sql`update counters set window_ends = now() + interval '1 hour'`
const extendTyping = () => app.sql`update chat_typists set until = now() + interval '1 hour'`
const noticesOf = async (who: Person) => (await caller(who).notifications.list({ type: 'chat' })).rows

test('support is notified of a message, cut at 50 characters, and any admin who reads it clears the notification (spec §5)', async () => {
  const { sela, id } = await openChat()
  const long = `${'👩‍👩‍👧‍👦'.repeat(49)}é and what is cut`
  await say(sela, id, long)
  await expect
    .poll(() => noticesOf(admin))
    .toMatchObject([{ message: `${'👩‍👩‍👧‍👦'.repeat(49)}é…`, type: 'chat', link: `/admin/chat/${id}`, isRead: false }])
  expect(await noticesOf(secondAdmin)).toEqual([])
  expect(await noticesOf(sela)).toEqual([])
  await caller(secondAdmin).chats.markRead({ id, number: 1 })
  expect(await noticesOf(admin)).toMatchObject([{ isRead: true }])
})

test('the assignee is notified instead of support, and the participant is notified of an answer', async () => {
  const { sela, id } = await openChat()
  expect(await caller(admin).chats.assign({ id, assigneeId: secondAdmin.id })).toMatchObject({
    adminId: secondAdmin.id,
    adminEmail: secondAdmin.email,
    assignee: { id: secondAdmin.id, name: 'Bert' },
  })
  expect(await caller(sela).chats.get({ id })).toMatchObject({ assignee: null, person: null })
  await say(sela, id)
  await say(secondAdmin, id, 'Good day!')
  await expect
    .poll(async () => (await noticesOf(secondAdmin)).filter(({ link }) => link?.endsWith(id)))
    .toMatchObject([{ message: 'Good morning!' }])
  await expect.poll(() => noticesOf(sela)).toMatchObject([{ message: 'Good day!', link: '/chat', isRead: false }])
  await caller(sela).chats.markRead({ id, number: 2 })
  expect(await noticesOf(sela)).toMatchObject([{ isRead: true }])
  for (const assigneeId of [sela.id, newId()])
    await expect(caller(admin).chats.assign({ id, assigneeId })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'assigneeId' },
    })
})

test('messages come over the live stream and the poll, only to those who may read them', async () => {
  const { sela, id } = await openChat()
  const streams = await Promise.all([sela, admin, rival].map((who) => listenTo(testServer.url, { cookie: cookieOf(app, who) })))
  const [mine, ours, foreign] = streams
  await expect.poll(() => streams.every(({ frames }) => frames.some(({ event }) => event === 'beat'))).toBe(true)
  const from = mine?.position() ?? ''
  const sent = await say(sela, id, 'Line one\nline "two" <script>')
  await say(admin, id, 'Here it is')
  const hintsTo = (who: typeof mine) =>
    who?.frames.filter(({ event, data }) => event === 'hint' && data.id === id && data.kind === 'chat.message')
  const messages = (who: typeof mine) => hintsTo(who)?.flatMap(({ data }) => data.message ?? [])
  // The participant's notification of the second message follows when both have a position: by then each was published once, with its text.
  await expect.poll(() => mine?.frames.some(({ data }) => data.kind === 'notification.change')).toBe(true)
  await expect.poll(() => hintsTo(ours)?.length).toBe(2)
  expect(hintsTo(mine)).toHaveLength(2)
  expect(messages(mine)).toMatchObject([sent, { number: 2 }])
  expect(messages(ours)).toMatchObject([sent, { number: 2, text: 'Here it is', senderName: 'Ada', byBuyer: false }])
  expect(JSON.stringify(foreign?.frames)).not.toContain(id)
  const polled = await pollAt(testServer, sela, { position: from })
  expect(polled.frames.filter(({ data }) => data.kind === 'chat.message').map(({ data }) => data.message)).toMatchObject([
    sent,
    { number: 2 },
  ])
  const again = await listenTo(testServer.url, { cookie: cookieOf(app, sela) }, from)
  await expect.poll(() => hintsTo(again)?.map(({ data }) => data.number)).toEqual([1, 2])
  for (const each of [...streams, again]) each.hangUp()
})

test('a solved chat reopens when its participant writes, but not when an admin does', async () => {
  const { sela, id } = await openChat()
  await say(sela, id)
  expect(await caller(admin).chats.solve({ id })).toMatchObject({ status: 'solved' })
  await caller(admin).chats.solve({ id })
  await say(admin, id, 'Bye')
  expect(await caller(admin).chats.get({ id })).toMatchObject({ status: 'solved' })
  await say(sela, id, 'One more thing')
  expect(await caller(admin).chats.get({ id })).toMatchObject({ status: 'open' })
  const { rows } = await caller(admin).history.list({ limit: 50 })
  expect(rows.filter(({ itemId }) => itemId === id).map(({ description }) => description)).toEqual([
    'The chat with Sela was opened again.',
    'The chat with Sela was marked as solved.',
  ])
})

test('a blocked participant can read but not write, until they are unblocked', async () => {
  const { sela, id } = await openChat()
  await say(sela, id)
  expect(await caller(admin).chats.block({ id, reason: 'Insults.' })).toMatchObject({ blocked: true })
  await expect(say(sela, id)).rejects.toMatchObject({ code: 'chat-blocked' })
  const response = await testServer.ask(`/api/chats/${id}/files?name=a.pdf`, { as: sela, method: 'POST', body: '%PDF-1.7 %%EOF' })
  expect(response.json).toMatchObject({ code: 'chat-blocked' })
  expect((await caller(sela).chats.messages({ id })).rows).toHaveLength(1)
  await say(admin, id, 'Calm down, please.')
  await caller(admin).chats.unblock({ id })
  expect(await say(sela, id)).toMatchObject({ number: 3 })
  const { rows } = await caller(admin).history.list({ limit: 50 })
  expect(rows.find(({ kind, itemId }) => kind === 'chat.block' && itemId === id)).toMatchObject({ reason: 'Insults.' })
})

test('a flood of messages is refused for a moment, and none is lost when the refused ones are sent again', async () => {
  const { sela, id } = await openChat()
  const [one = '', ...others] = Array.from({ length: limits.chat.perParticipant + 5 }, () => newId())
  const send = (clientId: string) => testServer.call('chats.send', { id, clientId, text: clientId }, sela)
  expect((await send(one)).status).toBe(200)
  await extendWindows()
  const first = await Promise.all(others.map(send))
  const refused = others.filter((_, at) => first[at]?.status === 429)
  expect(refused).toHaveLength(5)
  const [response] = first.filter(({ status }) => status === 429)
  expect(response?.answer).toMatchObject({ code: 'too-many-requests', data: { retryAfter: expect.any(Number) } })
  await app.sql`delete from counters`
  for (const clientId of refused) expect((await send(clientId)).status).toBe(200)
  const { rows } = await caller(sela).chats.messages({ id })
  expect(rows.map(({ text }) => text).sort()).toEqual([one, ...others].sort())
})

test('private notes are for admins, except for an admin who is the participant', async () => {
  const own = await caller(secondAdmin).chats.open({})
  await caller(admin).chats.addNote({ id: own.id, clientId: 'note-one', text: 'He asks a lot.' })
  await caller(admin).chats.addNote({ id: own.id, clientId: 'note-one', text: 'He asks a lot.' })
  expect((await caller(admin).chats.notes({ id: own.id })).rows).toMatchObject([{ text: 'He asks a lot.', authorName: 'Ada' }])
  expect((await caller(secondAdmin).chats.notes({ id: own.id })).rows).toEqual([])
  await expect(caller(secondAdmin).chats.solve({ id: own.id })).rejects.toMatchObject({ code: 'own-account' })
  await say(secondAdmin, own.id, 'A question of my own')
  expect(await caller(admin).chats.get({ id: own.id })).toMatchObject({ adminUnreadCount: 1, lastByBuyer: true })
  expect((await caller(secondAdmin).chats.list({})).rows.map(({ id }) => id)).not.toContain(own.id)
})

test('admins see that another admin is typing, until the message is sent', async () => {
  const { sela, id } = await openChat()
  await caller(secondAdmin).chats.sayTyping({ id, typing: true })
  await extendTyping()
  expect((await caller(admin).chats.typists({ id })).rows).toMatchObject([{ name: 'Bert', byBuyer: false }])
  expect((await caller(secondAdmin).chats.typists({ id })).rows).toEqual([])
  await caller(sela).chats.sayTyping({ id, typing: true })
  await extendTyping()
  await say(secondAdmin, id)
  expect((await caller(admin).chats.typists({ id })).rows).toMatchObject([{ name: 'Sela', byBuyer: true }])
})

test('a participant who starts and stops typing too often is refused, and others can still show that they type', async () => {
  const { sela, id } = await openChat()
  for (let at = 0; at < limits.chat.typingMax; at += 1) {
    await caller(sela).chats.sayTyping({ id, typing: at % 2 === 0 })
    await extendWindows()
  }
  await expect(caller(sela).chats.sayTyping({ id, typing: true })).rejects.toMatchObject({ code: 'too-many-requests' })
  expect((await caller(admin).chats.typists({ id })).rows).toEqual([])
  await caller(admin).chats.sayTyping({ id, typing: true })
  await extendTyping()
  expect((await caller(sela).chats.typists({ id })).rows).toMatchObject([{ name: 'Ada' }])
})

test('the support inbox finds chats by participant and by message, and filters those that wait or are unread', async () => {
  const { sela, id } = await openChat('Quentin')
  await say(sela, id, 'Where is my 100% wool blanket?')
  const other = await openChat('Quentina')
  await say(other.sela, other.id)
  await say(admin, other.id, 'Answered')
  const found = async (input: Parameters<ReturnType<typeof caller>['chats']['list']>[0]) =>
    (await caller(admin).chats.list(input)).rows.map((chat) => chat.id).filter((each) => [id, other.id].includes(each))
  expect(await found({ search: 'quentin' })).toEqual([other.id, id])
  expect(await found({ search: 'quentin', sort: 'oldest' })).toEqual([id, other.id])
  expect(await found({ search: '100% wool' })).toEqual([id])
  expect(await found({ filter: 'waiting' })).toEqual([id])
  expect(await found({ filter: 'unread' })).toEqual([other.id, id])
  await caller(admin).chats.markRead({ id: other.id, number: 1 })
  expect(await found({ filter: 'unread' })).toEqual([id])
  expect((await caller(admin).chats.list({ buyerId: other.sela.id })).rows.map((chat) => chat.id)).toEqual([other.id])
  const { next } = await caller(admin).chats.list({ search: 'quentin', limit: 1 })
  expect(await found({ search: 'quentin', limit: 1, cursor: next ?? '' })).toEqual([id])
})

test('support has no chat of its own, and without an active admin people can neither open a chat nor write', async () => {
  const testApp = await openTestApp()
  const support = await testApp.person('Sue', { role: 'admin' })
  await testApp.app.sql`update users set email = ${testApp.app.config.supportEmail} where id = ${support.id}`
  const asSupport = { ...support, email: testApp.app.config.supportEmail }
  await expect(testApp.caller(asSupport).chats.open({})).rejects.toMatchObject({ code: 'not-allowed' })
  const { id, adminId } = await testApp.caller(testApp.seller).chats.open({})
  expect(adminId).toBe(support.id)
  await testApp.app.sql`update users set status = 'suspended' where role = 'admin'`
  const without = { code: 'no-admin', message: 'Admin user not found' }
  await expect(testApp.caller(testApp.seller).chats.send({ id, clientId: newId(), text: 'Hello?' })).rejects.toMatchObject(without)
  await expect(testApp.caller(testApp.rival).chats.open({})).rejects.toMatchObject(without)
  expect(await testApp.app.sql`select 1 from chats where buyer_id = ${testApp.rival.id}`).toEqual([])
})

test('a seller who is suspended meanwhile can no longer write', async () => {
  const { sela, id } = await openChat()
  await app.sql`update users set status = 'suspended' where id = ${sela.id}`
  await expect(say(sela, id)).rejects.toMatchObject({ code: 'account-suspended' })
  expect(await app.sql`select 1 from chat_messages where chat_id = ${id}`).toEqual([])
  await expect(caller(seller).chats.get({ id })).rejects.toMatchObject({ message: 'Chat not found' })
})

test('messages unread for three minutes are mailed once, in one mail, and messages that were read are not', async () => {
  const mails = (to: string) => app.sql`select template, content from outgoing_mails where recipient = ${to} and template like 'unread%'`
  const late = (id: string) =>
    app.sql.begin(async (tx) => {
      await tx`update chat_messages set created_at = created_at - interval '3 minutes' where chat_id = ${id}`
      await tx`update chats set buyer_mail_due_at = buyer_mail_due_at - interval '3 minutes', admin_mail_due_at = admin_mail_due_at - interval '3 minutes' where id = ${id}`
    })
  const { sela, id } = await openChat()
  for (const text of ['One', 'Two', 'Three']) await say(admin, id, text)
  await mailUnread(app)
  expect(await mails(sela.email)).toEqual([])
  await late(id)
  await Promise.all([mailUnread(app), mailUnread(app)])
  expect(await mails(sela.email)).toMatchObject([{ template: 'unreadFromSupport' }])
  await late(id)
  await mailUnread(app)
  await say(sela, id, 'Thank you')
  await caller(admin).chats.assign({ id, assigneeId: secondAdmin.id })
  await caller(secondAdmin).chats.markRead({ id, number: 4 })
  await late(id)
  await mailUnread(app)
  expect(await mails(secondAdmin.email)).toEqual([])
  expect(await mails(sela.email)).toHaveLength(1)
  await say(sela, id, 'And this?')
  await late(id)
  await mailUnread(app)
  expect(await mails(secondAdmin.email)).toMatchObject([{ template: 'unreadFromParticipant' }])
})

test('a participant who closes the account leaves no texts behind, and is called "Closed account"', async () => {
  const { sela, id } = await openChat('Klara')
  await say(sela, id, 'My street is Elm Street')
  await say(admin, id, 'Thank you.')
  await caller(admin).chats.addNote({ id, clientId: 'note-one', text: 'Klara is nice' })
  await caller(admin).chats.solve({ id })
  const exported = await testServer.ask('/api/account/export.json', { as: sela })
  expect(exported.json).toMatchObject({
    messages: [
      { number: 1, text: 'My street is Elm Street' },
      { number: 2, text: 'Thank you.' },
    ],
  })
  await app.db.transaction((tx) => forgetChat(tx, sela.id, 'Closed account'))
  await app.sql`update users set status = 'closed', name = 'Closed account', email = 'gone@closed.invalid' where id = ${sela.id}`
  expect((await caller(admin).chats.messages({ id })).rows).toMatchObject([
    { number: 1, text: '', erased: true, senderName: 'Closed account' },
    { number: 2, text: 'Thank you.', erased: false, senderName: 'Ada' },
  ])
  expect(await caller(admin).chats.get({ id })).toMatchObject({ buyerName: 'Closed account', status: 'solved', person: { email: '' } })
  expect((await caller(admin).chats.notes({ id })).rows).toEqual([])
  await expect(say(admin, id)).rejects.toMatchObject({ code: 'participant-closed' })
  const left = await app.sql`select d.title from event_details d join events e on e.id = d.event_id where e.item_id = ${id}`
  expect(left).toEqual([{ title: 'Closed account' }])
})

test('an admin who closed the account is no longer named as assignee of a chat; its participant still is', async () => {
  const { id } = await openChat('Samira')
  const gone = await person('Gundula Rix', { role: 'admin' })
  await caller(admin).chats.assign({ id, assigneeId: gone.id })
  await app.db.transaction((tx) => forgetPerson(tx, gone.id, { email: gone.email, pendingEmail: null, image: null }))
  await app.sql`update users set status = 'closed', name = 'Closed account' where id = ${gone.id}`
  const history = JSON.stringify((await caller(admin).history.list({ limit: 50 })).rows)
  expect(history).toContain('Samira')
  expect(history).toContain('was assigned to a person whose account is now closed.')
  expect(history).not.toContain('Gundula')
})
