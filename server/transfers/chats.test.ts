import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { exported, importExport, recordsIn, writeExport } from '#server/testing/transfers.ts'

const { app, admin, caller } = await openTestApp()
const at = (minute: number) => ({ seconds: 1_714_557_600 + 60 * minute, nanoseconds: 0 })
const mira = { ...admin, id: 'mira', role: 'seller' as const }
const people = [
  { id: 'mira', email: 'mira@example.com', displayName: 'Mira', createdAt: at(0) },
  { id: 'boss', email: 'boss@example.com', role: 'admin', displayName: 'Boss', createdAt: at(0) },
]
const message = (id: string, senderId: string, minute: number, more = {}) => ({
  id,
  senderId,
  text: `${id} said`,
  timestamp: at(minute),
  ...more,
})

test('chats of before are read in the order of their times, with what each side has read', async () => {
  const folder = await writeExport({
    users: people,
    chats: [
      {
        id: 'c1',
        buyerId: 'mira',
        buyerName: 'Mira',
        adminId: 'boss',
        buyerUnreadCount: 1,
        adminUnreadCount: 0,
        createdAt: at(0),
        topic: 'Lamp',
        messages: { m2: message('m2', 'boss', 2), m1: message('m1', 'mira', 1), m3: message('m3', 'boss', 3, { mood: 'fine' }) },
      },
      { id: 'c2', buyerId: 'guest-7', buyerName: 'Gus', buyerUnreadCount: 0, adminUnreadCount: 2, createdAt: at(0) },
    ],
    messages: [
      message('x3', 'guest-7', 30, { chatId: 'c2' }),
      message('x1', 'guest-7', 10, { chatId: 'c2' }),
      message('x2', 'unknown-admin', 20, { chatId: 'c2' }),
      message('x1', 'guest-7', 11, { chatId: 'c2' }),
      message('y1', 'mira', 1, { chatId: 'nowhere' }),
      { id: 'y2', chatId: 'c2', senderId: 'guest-7', text: 'When?', timestamp: 'soon' },
    ],
  })
  const dry = await importExport(app, folder, { dryRun: true })
  const { progress, said } = await importExport(app, folder)
  expect(said).toEqual([
    'users 2 role waits-as-admin noted',
    'messages 6 timestamp not-a-moment rejected',
    'messages 4 id message-twice rejected',
    'chats 2 messages.senderId no-such-record noted',
    'messages 5 chatId no-such-record rejected',
  ])
  expect([dry.said, dry.progress]).toEqual([said, progress])
  expect(progress.counts.messages).toMatchObject({ read: 9, created: 6, rejected: 3 })
  const own = await caller(mira).chats.messages({ id: (await caller(mira).chats.open({})).id })
  expect(own.rows.map(({ number, text, byBuyer, senderName }) => [number, text, byBuyer, senderName])).toEqual([
    [1, 'm1 said', true, 'Mira'],
    [2, 'm2 said', false, 'Boss'],
    [3, 'm3 said', false, 'Boss'],
  ])
  const { rows } = await caller(admin).chats.list({})
  expect(
    rows.map(({ id, buyerId, buyerUnreadCount, adminUnreadCount, lastNumber, lastMessage }) => [
      id,
      buyerId,
      buyerUnreadCount,
      adminUnreadCount,
      lastNumber,
      lastMessage,
    ]),
  ).toEqual([
    ['c2', 'buyer:guest-7', 0, 2, 3, 'x3 said'],
    ['c1', 'mira', 1, 0, 3, 'm3 said'],
  ])
  expect(await app.sql`select count(*)::int as mails from outgoing_mails`).toEqual([{ mails: 0 }])
  expect((await importExport(app, folder)).progress.counts.chats).toMatchObject({ unchanged: 2, kept: 0 })
})

test('a broken message inside a chat is rejected and counted, and a key is the id of its message', async () => {
  const messages = { k1: message('other', 'guest-8', 1), k2: message('k2', 'guest-8', 2, { timestamp: 'soon' }) }
  const { said, progress } = await importExport(app, { chats: [{ id: 'c3', buyerId: 'guest-8', messages }] })
  expect(said).toEqual(['messages 1 messages.k2.timestamp not-a-moment rejected'])
  expect(progress.counts.messages).toMatchObject({ read: 2, created: 1, rejected: 1 })
  expect(await app.sql`select client_id from chat_messages where chat_id = 'c3'`).toEqual([{ client_id: 'k1' }])
})

const integerMax = 2_147_483_647
test.each([
  ['chats', 'buyerUnreadCount', { buyerUnreadCount: integerMax + 1 }],
  ['chats', 'adminUnreadCount', { adminUnreadCount: integerMax + 1 }],
  ['chats', 'backstall.solvedCount', { backstall: { solvedCount: integerMax + 1 } }],
  [
    ...['chats', 'backstall.ratings.0.solution'],
    { backstall: { ratings: [{ solution: integerMax + 1, score: 5, comment: '', createdAt: at(0) }] } },
  ],
  ['messages', 'backstall.number', message('m', 'guest-20', 1, { chatId: 'high', backstall: { number: integerMax + 1 } })],
  ['products', 'backstall.approvedVersion', { title: 'Lamp', backstall: { approvedVersion: integerMax + 1 } }],
] as [string, string, object][])('a record of %s whose %s is too high is rejected with line and field', async (collection, field, more) => {
  const fine = { id: 'fine', buyerId: 'guest-21', title: 'Lamp' }
  const record = collection === 'messages' ? more : { ...fine, id: 'high', ...more }
  const others = collection === 'messages' ? [message('n', 'guest-21', 1, { chatId: 'fine' })] : [fine]
  const content = { ...(collection === 'messages' && { chats: [fine] }), [collection]: [record, ...others] }
  const { findings, progress } = await importExport(app, content, { dryRun: true })
  expect(findings).toEqual([
    {
      collection,
      line: 1,
      id: collection === 'messages' ? null : 'high',
      field,
      code: 'too-high',
      outcome: 'rejected',
      message: `Use at most ${integerMax}.`,
    },
  ])
  expect(progress.counts).toMatchObject({ [collection]: { created: 1, rejected: 1 } })
})

test('the same chats, read in another order, are unchanged', async () => {
  const senders = Array.from({ length: 30 }, (_, n) => `former-${n}`)
  const attachments = (n: number) => [{ path: `chats/order/${n}_a.pdf` }]
  const messages = senders.map((id, n) => message(`s${n}`, id, n, { chatId: 'order', attachments: attachments(n) }))
  const chats = [{ id: 'order', buyerId: 'guest-22' }]
  await importExport(app, { chats, messages })
  const again = await importExport(app, { chats, messages: messages.toReversed() })
  expect(again.progress.counts).toMatchObject({ chats: { unchanged: 1 }, messages: { unchanged: 30 } })
})

test('messages of the same time stay in the order of the export', async () => {
  const ids = ['z', 'b', 'y', 'a', 'x', 'c', 'm', 'l', 'k', 'j', 'i', 'h']
  const given = ids.map((id) => message(id, 'guest-23', 1))
  const chats = [
    { id: 'inside', buyerId: 'guest-23', messages: given },
    { id: 'beside', buyerId: 'guest-24' },
  ]
  await importExport(app, { chats, messages: given.map((one) => ({ ...one, chatId: 'beside' })) })
  for (const { id } of chats)
    expect((await app.sql`select client_id from chat_messages where chat_id = ${id} order by number`).map((row) => row.client_id)).toEqual(
      ids,
    )
  const beside = recordsIn(await exported(app), 'messages').filter(({ chatId }) => chatId === 'beside')
  expect(beside.map(({ id }) => id)).toEqual(ids)
})

test('a sender without an account is the admin of the chat, even if that one sent nothing', async () => {
  const chats = [{ id: 'silent', buyerId: 'guest-25', adminId: 'boss', messages: [message('a', 'former-admin', 1)] }]
  const { said } = await importExport(app, { chats })
  expect(said).toEqual(['chats 1 messages.senderId no-such-record noted'])
  expect(await app.sql`select sender_id from chat_messages where chat_id = 'silent'`).toEqual([{ sender_id: 'boss' }])
})

test('attachments that are no files of their chat are reported; the others arrive', async () => {
  const path = (n: number, chat = 'files') => ({ path: `chats/${chat}/${n}_a.pdf` })
  const cases: [string, unknown][] = [
    ['bad', [path(1), { path: 'https://old.example/a.pdf' }]],
    ['foreign', [path(2, 'other'), path(3)]],
    ['six', [1, 2, 3, 4, 5, 6].map((n) => path(n))],
    ['text', 'a.pdf'],
    ['none', []],
    ['null', null],
  ]
  const given = cases.map(([id, attachments], n) => message(id, 'guest-26', n, { attachments }))
  const beside = given.map((one) => ({ ...one, senderId: 'guest-27', chatId: 'beside-files' }))
  const chats = [
    { id: 'files', buyerId: 'guest-26', messages: given },
    { id: 'beside-files', buyerId: 'guest-27' },
  ]
  const { said, findings, progress } = await importExport(app, { chats, messages: beside }, { dryRun: true })
  expect(said.filter((line) => !line.includes('file-missing'))).toEqual([
    ...[1, 2, 3, 4].map((line) => `messages ${line} attachments attachments-left-out noted`),
    'chats 1 messages.attachments attachments-left-out noted',
  ])
  expect(said.filter((line) => line.includes('file-missing'))).toHaveLength(7)
  expect(findings.find(({ collection, code }) => collection === 'chats' && code === 'attachments-left-out')?.message).toMatch(
    /^Attachments that were left out: 4\. A message may have 5, /,
  )
  expect(progress.counts).toMatchObject({ messages: { created: 12, rejected: 0 } })
})

test('a buyer without an account keeps the former id in an export, in a chat that went on here, too', async () => {
  const chats = [
    { id: 'on-inside', buyerId: 'guest 28', topic: '\\u0000\u0000', messages: [message('a', 'guest 28', 1)] },
    { id: 'on-beside', buyerId: 'guest-29', kept: { messages: [] } },
  ]
  await importExport(app, { chats, messages: [message('b', 'guest-29', 1, { chatId: 'on-beside' })] })
  for (const { id } of chats) {
    await app.sql`
      insert into chat_messages (chat_id, number, client_id, sender_id, by_buyer, buyer_count, event_id, created_at)
      select id, 2, 'new', buyer_id, true, 2, 0, now() from chats where id = ${id}`
    await app.sql`insert into chat_texts (chat_id, number, text) values (${id}, 2, 'And now?')`
    await app.sql`update chats set last_number = 2, buyer_count = 2 where id = ${id}`
  }
  const folder = await exported(app)
  const [found, beside] = (['chats', 'messages'] as const).map((collection) =>
    recordsIn(folder, collection).filter((record) => JSON.stringify(record).includes('"on-')),
  )
  expect(found).toMatchObject([
    { id: 'on-beside', buyerId: 'guest-29', kept: { messages: [] } },
    {
      id: 'on-inside',
      buyerId: 'guest 28',
      topic: chats[0]?.topic,
      messages: [{ senderId: 'guest 28' }, { id: 'new', senderId: 'guest 28' }],
    },
  ])
  expect(found?.[0]).not.toHaveProperty('messages')
  expect(beside).toMatchObject([
    { id: 'b', chatId: 'on-beside', senderId: 'guest-29' },
    { id: 'new', chatId: 'on-beside', senderId: 'guest-29' },
  ])

  await app.sql`delete from chat_messages where chat_id like 'on-%'`
  await app.sql`delete from chat_texts where chat_id like 'on-%'`
  await app.sql`delete from chats where id like 'on-%'`
  await app.sql`delete from transferred_records where id like 'on-%'`
  expect((await importExport(app, { chats: found ?? [], messages: beside ?? [] })).said).toEqual([])
  expect(await app.sql`select chat_id, buyer_count from chat_messages where chat_id like 'on-%' and by_buyer order by 1, 2`).toEqual(
    ['on-beside', 'on-inside'].flatMap((id) => [1, 2].map((count) => ({ chat_id: id, buyer_count: count }))),
  )
})

test('what was read here stays read after a later import', async () => {
  const chat = (topic: string) => ({
    id: 'c4',
    buyerId: 'guest-9',
    adminUnreadCount: 2,
    topic,
    messages: [message('a', 'guest-9', 1), message('b', 'boss', 2), message('c', 'guest-9', 3)],
  })
  await importExport(app, { chats: [chat('old')] })
  const marks = () => app.sql`select admin_read_to, admin_read_count, buyer_read_to from chats where id = 'c4'`
  expect(await marks()).toMatchObject([{ admin_read_to: 0, admin_read_count: 0 }])
  await app.sql`update chats set admin_read_to = 3, admin_read_count = 2 where id = 'c4'`
  expect((await importExport(app, { chats: [chat('new')] })).progress.counts.chats).toMatchObject({ updated: 1 })
  expect(await marks()).toEqual([{ admin_read_to: 3, admin_read_count: 2, buyer_read_to: 3 }])
  expect(recordsIn(await exported(app), 'chats').find(({ id }) => id === 'c4')).toMatchObject({
    id: 'c4',
    topic: 'new',
    adminUnreadCount: 0,
  })
})

test('a chat with very many messages, or very many broken ones, costs no more memory, and is numbered as any other', async () => {
  const { weightMax, messagePage, brokenMax } = limits.transfer
  const many = weightMax + 1
  const messages = Array.from({ length: many }, (_, n) => message(`n${n}`, n % 2 ? 'guest-10' : 'boss', many - n, { chatId: 'long' }))
  const folder = await writeExport({
    chats: [
      { id: 'long', buyerId: 'guest-10', adminUnreadCount: 3, buyerUnreadCount: many },
      { id: 'broken', buyerId: 'guest-11', messages: Array(brokenMax + 1).fill(0) },
      { id: 'short', buyerId: 'guest-12', messages: [message('s', 'guest-12', 1)] },
    ],
    messages,
  })
  let steps = 0
  const { said, progress } = await importExport(app, folder, {}, undefined, () => (steps += 1))
  expect(said).toEqual(['chats 2 messages messages-broken rejected'])
  expect(progress.counts).toMatchObject({ chats: { created: 2, rejected: 1 }, messages: { read: many + brokenMax + 2, created: many + 1 } })
  expect(steps).toBeGreaterThan(many / messagePage)
  const [chat] = await app.sql`select * from chats where id = 'long'`
  expect(chat).toMatchObject({
    last_number: many,
    buyer_count: weightMax / 2,
    buyer_read_to: 0,
    last_message: 'n0 said',
    last_by_buyer: false,
  })
  expect(chat).toMatchObject({ admin_read_to: many - 6, admin_read_count: weightMax / 2 - 3 })
  const [row] = await app.sql`
    select count(*)::int as messages, min(number) as first, max(number) as last, max(buyer_count) as buyers from chat_messages where chat_id = 'long'`
  expect(row).toEqual({ messages: many, first: 1, last: many, buyers: weightMax / 2 })
  expect((await importExport(app, folder)).progress.counts).toMatchObject({ chats: { unchanged: 2 }, messages: { unchanged: many + 1 } })
})
