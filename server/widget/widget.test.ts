import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { WidgetChat, WidgetConfig, WidgetMessage } from '#contract/widget.ts'
import { mailUnread } from '#server/chats/mail-unread.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type MailContent, renderMail } from '#server/platform/mail/template.ts'
import { listenTo } from '#server/testing/live-stream.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'
import { asBuyer, bearer, openShop, shopOrigin, signed, tokenClaims } from '#server/testing/widget.ts'

const testApp = await openTestApp()
const { app, caller, admin, secondAdmin, seller } = testApp
const server = await openTestServer(app)
const { ask, url } = server
const shop = await openShop(testApp)
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 10 })
afterEach(async () => void (await app.sql`delete from counters`))

let count = 0
/** A new buyer whom the storefront vouches for. */
async function newBuyer(name = 'Bianca') {
  const sub = `b${++count}`
  const token = await shop.tokenOf({ sub, name, email: `${sub}@example.com` })
  const call = asBuyer(server, token)
  const say = async (text: string, more: object = {}) => (await call('send', { clientId: newId(), text, ...more })).json
  const chatId = async () => (await app.sql<{ id: string }[]>`select id from chats where buyer_id = ${`buyer:${sub}`}`)[0]?.id ?? ''
  return { sub, token, call, say, chatId }
}

const answer = (id: string, text: string) => caller(admin).chats.send({ id, clientId: newId(), text, attachments: [] })

test('a buyer and support write to each other; repeats are harmless, and both sides see what is read', async () => {
  const { call, say, chatId, sub } = await newBuyer()
  expect((await call('open')).json).toMatchObject({
    chat: { buyer: { id: `buyer:${sub}`, name: 'Bianca', verified: true }, lastNumber: 0 },
    rows: [],
  })
  const clientId = newId()
  const first = await say('Where is my lamp?', { clientId })
  expect(first).toMatchObject({ number: 1, byBuyer: true, clientId, senderName: 'Bianca', text: 'Where is my lamp?' })
  expect(await say('Where is my lamp?', { clientId })).toEqual(first)
  const id = await chatId()
  expect(await caller(admin).chats.get({ id })).toMatchObject({
    buyerName: 'Bianca',
    adminUnreadCount: 1,
    person: null,
    buyer: { email: `${sub}@example.com`, verified: true },
  })
  const noticesOf = async (who: typeof admin) =>
    (await caller(who).notifications.list({})).rows.filter(({ link }) => link === `/admin/chat/${id}`)
  await until(async () => {
    const told = (await Promise.all([admin, secondAdmin].map(noticesOf))).flat()
    expect(told[0]).toMatchObject({
      message: 'Where is my lamp?',
      person: { id: `buyer:${sub}`, name: 'Bianca', shopName: '', avatar: null },
    })
  })
  await caller(admin).chats.markRead({ id, number: 1 })
  await answer(id, 'On its way.')
  const { chat, rows } = (await call('open')).json as { chat: WidgetChat; rows: WidgetMessage[] }
  expect(chat).toMatchObject({ unread: 1, supportReadTo: 1, lastNumber: 2, blocked: false })
  expect(rows.map(({ text, senderName, clientId }) => [text, senderName, clientId])).toEqual([
    ['Where is my lamp?', 'Bianca', clientId],
    ['On its way.', 'Ada', null],
  ])
  // Exactly the fields of the contract: no ids and no addresses of people at support.
  expect(WidgetChat.strict().parse(chat)).toEqual(chat)
  for (const row of rows) expect(WidgetMessage.strict().parse(row)).toEqual(row)
  expect(JSON.stringify({ chat, rows })).not.toContain(admin.id)
  expect(await caller(admin).chats.get({ id })).toMatchObject({ buyerDeliveredTo: 2, buyerReadTo: 0 })
  expect((await call('markRead', { number: 2 })).json).toMatchObject({ unread: 0 })
  expect(await caller(admin).chats.get({ id })).toMatchObject({ buyerReadTo: 2, buyerUnreadCount: 0 })
  expect((await call('messages', { after: 1 })).json).toMatchObject({ rows: [{ number: 2 }], lastNumber: 2 })
})

test('the name follows the storefront, and 4,001 characters are refused with their field', async () => {
  const { sub, say, chatId } = await newBuyer()
  await say('Good morning!')
  const renamed = asBuyer(server, await shop.tokenOf({ sub, name: 'Bianca B.' }))
  await renamed('send', { clientId: newId(), text: 'x'.repeat(4_000) })
  expect(await caller(admin).chats.get({ id: await chatId() })).toMatchObject({ buyerName: 'Bianca B.', buyer: { email: null } })
  const long = await renamed('send', { clientId: newId(), text: 'x'.repeat(4_001) })
  expect([long.status, long.json]).toMatchObject([400, { code: 'invalid-argument', field: 'text' }])
})

test('a subject that is the id of a user is another participant than that user', async () => {
  const own = await caller(seller).chats.open({})
  await caller(seller).chats.send({ id: own.id, clientId: newId(), text: 'My secret question', attachments: [] })
  const impostor = asBuyer(server, await shop.tokenOf({ sub: seller.id, name: 'Sela' }))
  const { text, json } = await impostor('open')
  expect(json).toMatchObject({ chat: { lastNumber: 0 }, rows: [] })
  expect(text).not.toContain('secret')
  await impostor('send', { clientId: newId(), text: 'It is me' })
  expect((await caller(seller).chats.messages({ id: own.id })).rows).toHaveLength(1)
})

test.each(['a b', 'a~20b', 'a/b', 'ä', '~.visitor', '../x', 'auth0|5', "o'x"])('the subject %s has a chat of its own', async (sub) => {
  const call = asBuyer(server, await shop.tokenOf({ sub, name: 'Any' }))
  expect((await call('send', { clientId: newId(), text: sub })).json).toMatchObject({ number: 1 })
})

test('visitors are strangers to each other and to buyers with a token', async () => {
  const start = async () => String((await ask('/api/widget/start', { method: 'POST', headers: { origin: shopOrigin } })).json?.token)
  const one = await start()
  const other = await start()
  await asBuyer(server, one)('send', { clientId: newId(), text: 'Only for support' })
  expect((await asBuyer(server, one)('open')).json).toMatchObject({ chat: { buyer: { verified: false } }, rows: [{ number: 1 }] })
  expect((await asBuyer(server, other)('open')).json).toMatchObject({ rows: [] })
  const [, name = ''] = /^bsv_([\w-]+)\./.exec(one) ?? []
  const posing = asBuyer(server, await shop.tokenOf({ sub: `~.${name}`, name: 'Any' }))
  expect((await posing('open')).json).toMatchObject({ rows: [] })
  const { rows } = await caller(admin).chats.list({ search: 'Only for support' })
  expect(rows).toMatchObject([{ buyer: { email: null, verified: false } }])
})

test('a blocked buyer can read and do nothing else, until they are unblocked', async () => {
  const { sub, call, say, chatId, token } = await newBuyer()
  await say('!!!')
  const id = await chatId()
  await caller(admin).chats.solve({ id })
  await caller(admin).chats.block({ id, reason: 'Threats.' })
  expect((await call('open')).json).toMatchObject({ chat: { blocked: true, ratingDue: false }, rows: [{ text: '!!!' }] })
  expect(await say('???')).toMatchObject({ code: 'chat-blocked' })
  expect((await call('rate', { score: 1 })).json).toMatchObject({ code: 'chat-blocked' })
  const upload = await ask('/api/widget/files?name=a.pdf', { method: 'POST', headers: bearer(token), body: '%PDF-1.7 %%EOF' })
  expect(upload.json).toMatchObject({ code: 'chat-blocked' })
  const renamed = asBuyer(server, await shop.tokenOf({ sub, name: 'Mallory' }))
  expect((await renamed('send', { clientId: newId(), text: '???' })).json).toMatchObject({ code: 'chat-blocked' })
  await call('sayTyping', { typing: true })
  expect((await caller(admin).chats.typists({ id })).rows).toEqual([])
  const { rows } = await caller(secondAdmin).history.list({})
  expect(rows[0]).toMatchObject({ kind: 'chat.block', reason: 'Threats.', user: 'Ada' })
  expect(JSON.stringify((await call('open')).json)).not.toContain('Threats')
  expect(await caller(admin).chats.get({ id })).toMatchObject({ buyerName: 'Bianca', buyer: { email: `${sub}@example.com` } })
  await caller(admin).chats.unblock({ id })
  expect(await say('Sorry.')).toMatchObject({ number: 2 })
})

test('each sees when the other side is writing', async () => {
  const { call, say, chatId } = await newBuyer()
  expect((await call('sayTyping', { typing: true })).json).toEqual({ names: [] })
  await say('Hello')
  const id = await chatId()
  // The machine may stall for longer than a person is shown to type.
  const extend = () => app.sql`update chat_typists set until = now() + interval '1 hour'`
  await call('sayTyping', { typing: true })
  await extend()
  expect((await caller(admin).chats.typists({ id })).rows).toMatchObject([{ name: 'Bianca', byBuyer: true }])
  await caller(admin).chats.sayTyping({ id, typing: true })
  await extend()
  expect((await call('typists')).json).toEqual({ names: ['Ada'] })
})

test('each solution is rated once; until the chat is open again the rating can be changed', async () => {
  const { call, say, chatId } = await newBuyer()
  expect((await call('rate', { score: 5 })).json).toMatchObject({ code: 'chat-not-solved' })
  await say('Where is my lamp?')
  const id = await chatId()
  await caller(admin).chats.solve({ id })
  expect((await call('chat')).json).toMatchObject({ status: 'solved', ratingDue: true, rating: null })
  expect((await call('rate', { score: 2, comment: 'Slow.' })).json).toMatchObject({
    ratingDue: false,
    rating: { score: 2, comment: 'Slow.' },
  })
  await call('rate', { score: 4 })
  await call('rate', { score: 4 })
  expect(await caller(admin).chats.get({ id })).toMatchObject({ rating: { score: 4, comment: '' } })
  for (const wrong of [0, 6, 2.5, '5', null]) expect((await call('rate', { score: wrong })).json).toMatchObject({ field: 'score' })
  await say('It is broken.')
  expect((await call('rate', { score: 1 })).json).toMatchObject({ code: 'chat-not-solved' })
  await caller(admin).chats.solve({ id })
  expect((await call('chat')).json).toMatchObject({ ratingDue: true, rating: null })
  await call('rate', { score: 1 })
  expect(await app.sql`select solution, score from chat_ratings where chat_id = ${id} order by solution`).toEqual([
    { solution: 1, score: 4 },
    { solution: 2, score: 1 },
  ])
  const { rows } = await caller(admin).history.list({ limit: 50 })
  const rated = rows.filter(({ kind, itemId }) => kind === 'chat.rate' && itemId === id)
  expect(rated.map(({ description }) => description)).toEqual([
    'The chat with Bianca was rated 1 of 5.',
    'The chat with Bianca was rated 4 of 5.',
    'The chat with Bianca was rated 2 of 5.',
  ])
})

test('the ratings open their chats: as a whole, by month and by score', async () => {
  const before = await caller(admin).chats.ratings()
  const { call, say, chatId } = await newBuyer('Rita')
  await say('Hello')
  const id = await chatId()
  await caller(admin).chats.solve({ id })
  await call('rate', { score: 3 })
  const [month = ''] = /^\d{4}-\d\d/.exec(new Date().toLocaleDateString('sv', { timeZone: 'Europe/Vienna' })) ?? []
  const after = await caller(admin).chats.ratings()
  expect(after.count).toBe(before.count + 1)
  expect(after.scores[2]).toBe((before.scores[2] ?? 0) + 1)
  expect(after.scores.reduce((sum, each) => sum + each, 0)).toBe(after.count)
  expect(after.months.find((one) => one.month === month)?.count).toBe(after.count)
  const listed = async (more: object) => (await caller(admin).chats.list({ filter: 'rated', ...more })).rows.map((chat) => chat.id)
  expect(await listed({})).toContain(id)
  expect(await listed({ ratedIn: month, score: 3 })).toContain(id)
  expect(await listed({ ratedIn: '2001-01' })).toEqual([])
  expect(await listed({ score: 5 })).not.toContain(id)
})

/** Listens as the widget does. */
const listen = (token: string, position?: string) => listenTo(url, bearer(token), position, { path: '/api/widget/stream', method: 'POST' })

test('a buyer hears live of their own chat only, without its words, and resumes', async () => {
  const mine = await newBuyer()
  const other = await newBuyer('Carla')
  const stream = await listen(mine.token)
  expect([stream.status, stream.headers['access-control-allow-origin']]).toEqual([200, shopOrigin])
  await other.say('Foreign words')
  await caller(admin).settings.get()
  await mine.say('Own words')
  const kinds = (of: { frames: { event: string; data: object }[] }) =>
    of.frames.filter(({ event }) => event === 'hint').map(({ data }) => data)
  const id = await mine.chatId()
  await until(() => expect(kinds(stream)).toMatchObject([{ kind: 'chat.message', id, number: 1 }]))
  expect(JSON.stringify(stream.frames)).not.toContain('words')
  const position = stream.position()
  stream.hangUp()
  await answer(id, 'Found it.')
  await caller(admin).chats.solve({ id })
  const again = await listen(mine.token, position)
  await until(() => expect(kinds(again)).toMatchObject([{ kind: 'chat.message', number: 2 }, { kind: 'chat.solve' }]))
  expect(JSON.stringify(again.frames)).not.toContain('Found it')
  again.hangUp()
  const poll = await ask(`/api/widget/poll?position=${encodeURIComponent(position)}&wait=5`, {
    method: 'POST',
    headers: bearer(mine.token),
  })
  expect(poll.text).toContain('chat.solve')
  expect(poll.text).not.toContain('Found it')
})

test('a stream ends with its token, and when the settings or the secret change, so that the buyer is checked anew', async () => {
  const { sub, token } = await newBuyer()
  const earlier = await listen(token)
  await expect.poll(() => earlier.position()).toBeTruthy()
  earlier.hangUp()
  // Long enough for a machine that stalls.
  const soon = await shop.tokenOf({ sub }, { exp: Math.floor(Date.now() / 1000) - limits.widget.toleranceSeconds + 6 })
  const poll = (wait: number) =>
    ask(`/api/widget/poll?wait=${wait}&position=${encodeURIComponent(earlier.position())}`, { method: 'POST', headers: bearer(soon) })
  const [short, polled] = await Promise.all([listen(soon), poll(30)])
  expect(polled.status).toBe(200)
  await short.ended
  expect(short.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'expired' } })
  expect((await poll(5)).json).toMatchObject({ code: 'buyer-token-expired' })
  const stream = await listen(token)
  await caller(admin).settings.edit({ change: { replyTime: 'Usually within two hours' } })
  await stream.ended
  expect(stream.frames.some(({ event }) => event === 'end')).toBe(false)
  const visitor = String((await ask('/api/widget/start', { method: 'POST', headers: { origin: shopOrigin } })).json?.token)
  const visiting = await listen(visitor)
  await caller(admin).settings.edit({ change: { widgetMode: 'verified' } })
  await visiting.ended
  expect((await listen(visitor)).status).toBe(403)
  await caller(admin).settings.edit({ change: { widgetMode: 'everyone' } })
})

test('files go to their buyer and support alone, by addresses that are signed and short-lived', async () => {
  const { token, say, call } = await newBuyer()
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const upload = (name: string, body: string | Uint8Array<ArrayBuffer>) =>
    ask(`/api/widget/files?name=${name}`, { method: 'POST', headers: bearer(token), body })
  const picture = (await upload('lamp.jpg', new Uint8Array(photo))).json as { path: string; url: string; thumbnail: string }
  expect((await upload('lamp.svg', '<svg/>')).json).toMatchObject({ code: 'attachment-type' })
  const sent = await say('', { attachments: [picture.path] })
  expect(sent).toMatchObject({ attachments: [{ name: 'lamp.jpg', width: 40, url: picture.url }] })
  for (const address of [picture.url, picture.thumbnail]) {
    const { status, headers } = await ask(address)
    expect([status, headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
    expect((await ask(address, { headers: { origin: shopOrigin } })).headers.get('access-control-allow-origin')).toBe(shopOrigin)
    expect((await ask(address, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  }
  const query = new URL(picture.url, url).searchParams
  const changed = (name: string, value: string) =>
    `/api/widget/files/${picture.path}?${new URLSearchParams({ ...Object.fromEntries(query), [name]: value })}`
  for (const address of [
    changed('for', 'buyer:x'),
    changed('until', String(Number(query.get('until')) + 1)),
    changed('signature', 'x'),
    `/api/widget/files/${picture.path}`,
  ])
    expect((await ask(address)).status).toBe(404)
  expect((await ask(picture.url.replace(picture.path, picture.path.replace('lamp', 'other')))).status).toBe(404)
  expect((await ask(`/files/${picture.path}`)).status).toBe(404)
  expect((await ask(`/files/${picture.path}`, { as: admin })).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * limits.widget.fileMs })
  expect((await ask(picture.url)).status).toBe(404)
  vi.useRealTimers()
  expect((await ask((await call('open')).text.match(/"url":"([^"]+)"/)?.[1] ?? '')).status).toBe(200)
  // A file of another chat cannot be sent along.
  const other = await newBuyer()
  expect(await other.say('', { attachments: [picture.path] })).toMatchObject({ code: 'invalid-argument', field: 'attachments' })
})

test('with "Verified only", the files of visitors are refused, too', async () => {
  const visitor = String((await ask('/api/widget/start', { method: 'POST', headers: { origin: shopOrigin } })).json?.token)
  const { json } = await ask('/api/widget/files?name=a.pdf', { method: 'POST', headers: bearer(visitor), body: '%PDF-1.7 %%EOF' })
  expect((await ask(String(json?.url))).status).toBe(200)
  await caller(admin).settings.edit({ change: { widgetMode: 'verified' } })
  expect((await ask(String(json?.url))).json).toMatchObject({ code: 'verified-only' })
  await caller(admin).settings.edit({ change: { widgetMode: 'everyone' } })
})

test.each([
  'shop.example',
  'https://shop.example/path',
  'https://*.shop.example',
  'https://shop.example:443',
  'null',
  '*',
  'https://a b',
  'ftp://shop.example',
])('the origin %s is refused', async (origin) => {
  const edited = caller(admin).settings.edit({ change: { widgetOrigins: [origin] } })
  await expect(edited).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'change.widgetOrigins.0' } })
})

test('the widget knows name, hours and whether visitors may write, and nothing else', async () => {
  await caller(admin).settings.edit({
    change: {
      businessHours: [{ day: 1, from: '00:00', to: '24:00' }],
      replyTime: 'Within a day',
      privacyUrl: 'https://shop.example/privacy',
    },
  })
  const { json } = await ask('/api/widget/config', { method: 'POST', headers: { origin: shopOrigin } })
  expect(WidgetConfig.strict().parse(json)).toEqual(json)
  expect(json).toMatchObject({
    marketplaceName: 'Backstall',
    replyTime: 'Within a day',
    anonymous: true,
    privacyUrl: 'https://shop.example/privacy',
  })
  expect(json?.hours).toMatchObject({ open: expect.any(Boolean) })
})

test('an admin exports what a buyer wrote, and erases it with their data: the answers of support stay, without a name', async () => {
  const { sub, token, call, say, chatId } = await newBuyer('Erna Ehrlich')
  const file = {
    method: 'POST',
    headers: bearer(token),
    body: await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  } as const
  const { path } = (await ask('/api/widget/files?name=wish.png', file)).json as { path: string }
  await say('My secret wish', { attachments: [path] })
  const id = await chatId()
  await answer(id, 'We see.')
  await caller(admin).chats.solve({ id })
  await call('rate', { score: 5, comment: 'My secret praise' })
  await caller(admin).chats.block({ id, reason: 'Erna was rude.' })
  const email = `${sub}@EXAMPLE.com`
  const exported = await ask(`/api/orders/buyer.json?email=${email}`, { as: admin })
  expect(exported.json).toMatchObject({ orders: [], messages: [{ text: 'My secret wish' }, { text: 'We see.', senderName: 'Ada' }] })
  expect((await caller(admin).chats.list({ search: email })).rows).toMatchObject([{ id }])
  const [bert, buyer] = await Promise.all([listenTo(url, { cookie: cookieOf(app, secondAdmin) }), listen(token)])
  const counts = { orders: 0, messages: 1, files: 1 }
  expect(await caller(admin).orders.buyer({ email })).toEqual({ ...counts, open: 0 })
  expect(await caller(admin).orders.eraseBuyer({ email })).toEqual(counts)
  for (const { frames } of [bert, buyer])
    await until(() => expect(frames.map(({ data }) => `${data.kind} ${data.id}`)).toContain(`chat.erase ${id}`))
  const left = JSON.stringify([
    await caller(admin).chats.get({ id }),
    await caller(admin).chats.messages({ id }),
    (await caller(admin).history.list({ limit: 100 })).rows.filter(({ itemId }) => itemId === id),
    await app.sql`select * from chat_ratings`,
    await app.sql`select * from notifications`,
  ])
  for (const secret of ['Erna', 'wish', 'praise', `${sub}@`]) expect(left).not.toContain(secret)
  expect(await caller(admin).chats.messages({ id })).toMatchObject({
    rows: [{ erased: true, senderName: 'Erased buyer' }, { text: 'We see.' }],
  })
  expect((await caller(admin).chats.list({ search: email })).rows).toEqual([])
})

test('a buyer who calls too often is told when to come back', async () => {
  const { call } = await newBuyer()
  await call('chat')
  await app.sql`update counters set count = ${limits.widget.perBuyer}`
  const { status, headers } = await call('chat')
  expect([status, Number(headers.get('retry-after')) > 0, headers.get('access-control-expose-headers')]).toEqual([
    429,
    true,
    expect.stringContaining('Retry-After'),
  ])
})

test('refused tokens, and calls that need none, count for their network address', async () => {
  const forged = asBuyer(server, await signed('bsw_of-another-shop', tokenClaims({ sub: 'mallory' })))
  const open = asBuyer(server, null)
  expect((await forged('chat')).json).toMatchObject({ code: 'wrong-buyer-token' })
  expect((await open('config')).status).toBe(200)
  expect(await app.sql`update counters set count = ${limits.widget.perAddress} returning 1`).toHaveLength(1)
  expect((await forged('chat')).json).toMatchObject({ code: 'too-many-requests' })
  expect((await open('config')).json).toMatchObject({ code: 'too-many-requests' })
  const { call } = await newBuyer()
  expect((await call('chat')).json).toMatchObject({ code: 'too-many-requests' })
})

test('answers that stay unread are mailed to buyers with an address, with a link to the storefront and none to Backstall', async () => {
  const { sub, say, chatId } = await newBuyer()
  const others = [
    await shop.tokenOf({ sub: 'without-address' }),
    String((await ask('/api/widget/start', { method: 'POST', headers: { origin: shopOrigin } })).json?.token),
  ].map((token) => asBuyer(server, token))
  await say('Where is my lamp?')
  for (const call of others) await call('send', { clientId: newId(), text: 'Where is mine?' })
  const own = await chatId()
  const chats = await app.sql<{ id: string }[]>`select id from chats order by created_at desc, id desc limit 3`
  expect(chats.map(({ id }) => id)).toContain(own)
  const mailed = async () => {
    for (const { id } of chats) await answer(id, 'On its way.')
    await app.sql`update chat_messages set created_at = created_at - interval '3 minutes' where chat_id in ${app.sql(chats.map(({ id }) => id))}`
    await app.sql`update chats set buyer_mail_due_at = now() where id in ${app.sql(chats.map(({ id }) => id))}`
    await mailUnread(app)
    return app.sql<{ recipient: string; content: MailContent }[]>`
      select recipient, content from outgoing_mails where template = 'unreadFromSupport'`
  }
  const [mail, ...more] = await mailed()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: `${sub}@example.com`, content: { link: shopOrigin } })
  const { text } = renderMail(app, 'unreadFromSupport', mail?.content ?? {}, { recipient: '', confirmed: false })
  expect(text).toContain(`On its way.\n\nOpen the conversation:\n${shopOrigin}\n`)
  expect(text).not.toContain('/chat')
  await caller(admin).settings.edit({ change: { widgetMode: 'off' } })
  expect(await mailed()).toHaveLength(1)
  await caller(admin).settings.edit({ change: { widgetMode: 'everyone' } })
})

test('a former secret is accepted for a day, and then no longer', async () => {
  const call = asBuyer(server, await shop.tokenOf({ sub: 'frida' }))
  await caller(admin).widget.rotateSecret({})
  expect((await call('chat')).status).toBe(200)
  const { createdAt, formerUntil } = await caller(admin).widget.secret()
  expect(Date.parse(formerUntil ?? '') - Date.parse(createdAt ?? '')).toBeCloseTo(limits.widget.overlapMs, -4)
  await app.sql`update widget_secrets set until = now() - interval '1 second' where until is not null`
  expect((await call('chat')).json).toMatchObject({ code: 'wrong-buyer-token' })
  const stored = await app.sql<{ sealed: string }[]>`select * from widget_secrets`
  expect(stored).not.toHaveLength(0)
  expect(JSON.stringify(stored)).not.toContain(shop.secret)
  for (const { sealed } of stored) expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(shop.secret)
})
