import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Finding } from '#domain/transfer.ts'
import { forgetPerson } from '#server/account/forget-person.ts'
import { forgetChat } from '#server/chats/forget-chat.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { aPicture } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { importExport, writeExport } from '#server/testing/transfers.ts'
import { importFolder } from '#server/transfers/import-folder.ts'

const { app, admin, caller } = await openTestApp()
const at = '2024-05-01T10:00:00.000Z'
const content = {
  users: [
    { id: 'mira', email: 'mira@example.com', createdAt: at },
    { id: 'help', email: app.config.supportEmail, role: 'admin', createdAt: at },
  ],
  products: [
    { id: 'lamp', title: 'Lamp', seller_id: 'mira', status: 'pending', created_at: at, shelf: 4 },
    { id: 'chair', title: 'Chair', seller_id: 'mira', status: 'approved', price: 100, created_at: at },
  ],
  editRequests: [
    { id: 'e1', product_id: 'chair', userId: 'mira', payload: { title: 'Oak chair' }, created_at: at },
    { id: 'e2', productId: 'gone', makeIt: 'blue', createdAt: at },
    { id: 'e3', product_id: 'chair', userId: 'mira', payload: { title: 'Third' }, created_at: at },
  ],
  notifications: [
    { id: 'n1', userId: 'mira', message: 'Your lamp was seen.', type: 'info', isRead: false, createdAt: at },
    { id: 'n2', userId: 'nobody', message: 'Lost.', type: 'chat', createdAt: at },
    { id: 'n3', userId: 'mira', message: 'Lost.', type: 'letter', createdAt: at },
    ...['/seller/products', 'https://evil.example/login', '//evil.example', '.evil.example', 'javascript:alert(1)'].map((link, n) => ({
      id: `link${n}`,
      userId: 'mira',
      message: 'See here.',
      type: 'info',
      link,
      isRead: true,
      createdAt: at,
    })),
  ],
  chats: [{ id: 'c', buyerId: 'mira', createdAt: at, messages: [{ senderId: 'mira', text: 'Hello', timestamp: at }] }],
  history_logs: [
    { id: 'h1', type: 'product_rejection', description: 'The lamp was too dark.', itemId: 'lamp', user: 'Old Bert', timestamp: at },
    { id: 'h2', type: 'user_edit', description: 'Mira moved.', itemId: 'mira', user: 'MIRA@example.com', timestamp: at },
    { id: 'h3', type: 'party', description: 'x', timestamp: at },
  ],
} as const

test('an import makes no mail, notice, hint or webhook, and the same one again changes nothing', async () => {
  await app.sql`update users set email = ${app.config.supportEmail} where id = ${admin.id}`
  const before =
    await app.sql`select (select max(position) from feed) as feed, (select count(*) from outgoing_mails) as mails, (select count(*) from notifications) as notices`
  const folder = await writeExport({ ...content })
  const { said } = await importExport(app, folder)
  expect(said).toEqual([
    'users 2  is-support noted',
    'editRequests 2 productId no-such-record noted',
    'editRequests 3 product_id request-waits rejected',
    'notifications 2 userId no-such-record rejected',
    'notifications 3 type one-of rejected',
    'history_logs 3 type one-of rejected',
  ])
  const after =
    await app.sql`select (select max(position) from feed) as feed, (select count(*) from outgoing_mails) as mails, (select count(*) - 6 from notifications) as notices`
  expect(after).toEqual(before)
  expect(await app.sql`select id from notifications where link is not null`).toEqual([{ id: 'link0' }])
  const { rows } = await caller(admin).history.list({ limit: 10 })
  expect(
    rows
      .filter(({ id }) => id)
      .slice(-2)
      .map(({ type, description, user, itemId }) => [type, description, user, itemId])
      .toSorted(),
  ).toEqual([
    ['product_rejection', 'The lamp was too dark.', 'Old Bert', 'lamp'],
    ['user_edit', 'Mira moved.', 'mira', 'mira'],
  ])
  const state = await fingerprint(app)
  expect((await importExport(app, folder)).progress.counts.products).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(await fingerprint(app)).toEqual(state)
})

test('a later import changes what was not changed here since, and reports the rest', async () => {
  await app.sql`update products set title = 'Lamp of ours' where id = 'lamp'`
  const [lamp, chair] = content.products
  const { said, progress } = await importExport(app, {
    users: [{ ...content.users[0], phone: '0043' }, content.users[1]],
    products: [
      { ...lamp, title: 'Lamp of theirs' },
      { ...chair, title: 'Better chair' },
    ],
    history_logs: [{ ...content.history_logs[0], description: 'Rewritten.' }],
    chats: [
      {
        ...content.chats[0],
        messages: [...content.chats[0].messages, { senderId: 'help', text: 'Hi', timestamp: '2024-05-02T10:00:00Z' }],
      },
    ],
  })
  expect(said).toEqual(['products 1  changed-here kept', 'history_logs 1  not-changeable kept'])
  expect(progress.counts).toMatchObject({ users: { updated: 1, unchanged: 1 }, products: { updated: 1, kept: 1 }, chats: { updated: 1 } })
  expect(await app.sql`select title from products where id in ('lamp', 'chair') order by id`).toEqual([
    { title: 'Better chair' },
    { title: 'Lamp of ours' },
  ])
  const { rows } = await caller(admin).chats.messages({ id: 'c' })
  expect(rows.map(({ number, text, senderId }) => [number, text, senderId])).toEqual([
    [1, 'Hello', 'mira'],
    [2, 'Hi', admin.id],
  ])
})

test('an interrupted import is completed by the next one, and two at once are refused', async () => {
  const users = Array.from({ length: 1_200 }, (_, at) => ({
    id: `many${at}`,
    email: `many${at}@example.com`,
    createdAt: at + 1_700_000_000,
  }))
  const folder = await writeExport({ users })
  const ending = new AbortController()
  const stopped = importExport(app, folder, {}, ending.signal, () => ending.abort())
  await expect(stopped).rejects.toThrow()
  expect(await app.sql`select count(*)::int as people from users where id like 'many%'`).toEqual([{ people: 500 }])
  const [first, second] = await Promise.allSettled([importExport(app, folder), importExport(app, folder)])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await app.sql`select count(*)::int as people from users where id like 'many%'`).toEqual([{ people: 1_200 }])
})

test('what history records say of a person is erased with them', async () => {
  const user = { id: 'zoe', email: 'zoe@example.com', createdAt: at }
  const told = (id: string, more: object) => ({ id, type: 'user_edit', description: 'Edited.', timestamp: at, ...more })
  const history = [
    told('z1', { itemId: 'zoe', description: 'Zoe moved.' }),
    told('z2', { itemId: 'mira', user: user.email }),
    told('z3', {}),
  ]
  await importExport(app, { users: [user], history_logs: history })
  await app.db.transaction((tx) => forgetPerson(tx, 'zoe', { email: user.email, pendingEmail: null, image: null }))
  const rows = await app.sql`select id, record is null as erased from transferred_records where id like 'z_' order by id`
  expect(rows).toEqual(['z1', 'z2', 'z3'].map((id) => ({ id, erased: id !== 'z3' })))
})

test('what an imported chat says is erased with its buyer', async () => {
  const message = { id: 'm', senderId: 'ben', text: 'My secret', timestamp: at }
  const chat = { id: 'ben-c', buyerId: 'ben', createdAt: at, backstall: { buyerEmail: 'ben@example.com' }, messages: [message] }
  await importExport(app, { chats: [chat] })
  const records = () => app.sql`select record from transferred_records where collection in ('chats', 'messages') and id like 'ben-c%'`
  expect(JSON.stringify(await records())).toContain('My secret')
  await app.db.transaction((tx) => forgetChat(tx, 'buyer:ben', 'Erased buyer', null))
  expect(await records()).toEqual([{ record: null }, { record: null }])
})

test('an export without hashes, or without accounts, changes nobody; another hash does', async () => {
  const users = [{ id: 'pia', email: 'pia@example.com', createdAt: at }]
  const account = { localId: 'pia', email: 'pia@example.com', createdAt: '1714557600000' }
  const bring = async (more: object | null) => {
    const { said, progress } = await importExport(app, {
      users,
      ...(more && { 'auth.json': JSON.stringify({ users: [{ ...account, ...more }] }) }),
    })
    return [said, progress.counts.users]
  }
  const own = (letter: string) => ({ backstallHash: `${letter.repeat(32)}:${letter.repeat(128)}` })
  const passwords = () => app.sql`select password from accounts where user_id = 'pia'`
  expect(await bring(own('a'))).toEqual([[], expect.objectContaining({ created: 1 })])
  const before = await passwords()
  expect(before).toHaveLength(1)
  for (const more of [own('a'), {}, null, own('a')])
    expect(await bring(more)).toEqual([[], expect.objectContaining({ unchanged: 1, updated: 0 })])
  expect(await passwords()).toEqual(before)
  expect(await bring(own('b'))).toEqual([[], expect.objectContaining({ updated: 1 })])
})

test('a picture that a person removed here is followed by no other one, and that of an erased person is not stored again', async () => {
  const png = await aPicture()
  const sha256 = createHash('sha256').update(png).digest('hex')
  const bring = async (...people: [id: string, avatar: string][]) => {
    const { said } = await importExport(app, {
      users: people.map(([id, avatar]) => ({ id, email: `${id}@example.com`, createdAt: at, backstall: { avatar } })),
      ...Object.fromEntries(people.map(([, path]) => [`files/${path}`, png])),
      'files.jsonl': people.map(([, path]) => JSON.stringify({ path, sha256, name: 'a.png' })).join('\n'),
    })
    const images = await app.sql`select image from users where id in ${app.sql(people.map(([id]) => id))} order by id`
    return [said, images.map(({ image }) => image)]
  }
  expect(await bring(['ann', 'avatars/ann/1.png'], ['bob', 'avatars/bob/1.png'])).toEqual([[], ['avatars/ann/1.png', 'avatars/bob/1.png']])
  await app.sql`update users set image = null where id = 'ann'`
  expect(await bring(['ann', 'avatars/ann/2.png'], ['bob', 'avatars/bob/2.png'])).toEqual([[], [null, 'avatars/bob/2.png']])
  await app.db.transaction((tx) => forgetPerson(tx, 'bob', { email: 'bob@example.com', pendingEmail: null, image: 'avatars/bob/2.png' }))
  const [said] = await bring(['bob', 'avatars/bob/3.png'])
  expect(said).toEqual(['files   changed-here kept', 'users 1  changed-here kept'])
  expect(await app.sql`select path from files where path = 'avatars/bob/3.png'`).toEqual([])
})

test('what the database says of a record that it refuses is in the log alone', async () => {
  await app.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.id = 'refused' then raise 'relation "secrets" is full' using errcode = '23514'; end if; return new; end $$;
    create trigger refuse before insert on users for each row execute function refuse()`)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const people = ['refused', 'accepted'].map((id) => ({ id, email: `${id}@example.com`, createdAt: at }))
  const { said, findings } = await importExport(app, { users: people })
  expect(said).toEqual(['users 1  could-not-store rejected'])
  expect(findings[0]?.message).toBe('The database did not accept this record. The log of Backstall says why.')
  expect(logged.mock.calls.flat().join()).toMatch(/Importing a record of users failed: .*relation "secrets" is full/)
  logged.mockRestore()
  await app.sql`drop trigger refuse on users`
})

test('only one person is the support account', async () => {
  const email = app.config.supportEmail
  const help = { ...content.users[1], moved: true }
  const { said } = await importExport(app, { users: [help, { id: 'help2', email }] })
  expect(said).toEqual(['users 1  is-support noted', 'users 2 email email-taken rejected'])
})

test('a finding is published once its batch is written, not before, and once though the batch is repeated', async () => {
  await app.sql`create sequence attempts`
  const failUpTo = (attempts: number) =>
    app.sql.unsafe(`
      create or replace function fail_at_commit() returns trigger language plpgsql as $$ begin
        if new.id = 'late' and nextval('attempts') <= ${attempts} then raise 'conflict' using errcode = '40001'; end if; return null; end $$;
      drop trigger if exists fail_at_commit on users;
      create constraint trigger fail_at_commit after insert on users deferrable initially deferred for each row execute function fail_at_commit()`)
  const folder = await writeExport({ users: [{ id: 'late', email: 'late@example.com', role: 'admin' }, '{"id":'] })
  const findings: string[] = []
  const listener = { onFinding: ({ code }: Finding) => findings.push(code), onProgress: () => {} }
  const options = { dryRun: false, majorUnits: false }
  await failUpTo(2)
  await expect(importFolder(app, folder, options, listener)).rejects.toMatchObject({ code: '40001' })
  expect(findings).toEqual([])
  await app.sql`alter sequence attempts restart`
  await failUpTo(1)
  const { counts } = await importFolder(app, folder, options, listener)
  expect([findings, counts.users]).toEqual([
    ['waits-as-admin', 'broken-json'],
    expect.objectContaining({ read: 2, created: 1, rejected: 1 }),
  ])
  await app.sql`drop trigger fail_at_commit on users`
})

test('of two records with one unique value, the one that was imported is still brought up to date', async () => {
  const user = (id: string, email: string, more = {}) => ({ id, email, createdAt: at, ...more })
  const product = (id: string, title: string) => ({ id, title, sku: 'S-1', seller_id: 'owner', created_at: at })
  const chat = (id: string, messages: unknown[]) => ({ id, buyerId: 'owner', createdAt: at, messages })
  const order = (id: string, buyerName: string) => ({
    id,
    number: 'N-1',
    buyerName,
    placedAt: at,
    total: 100,
    lines: [{ product_id: 'owned', seller_id: 'owner', quantity: 1, unitPrice: 100 }],
  })
  const request = (id: string, note: string) => ({
    id,
    product_id: 'owned',
    seller_id: 'owner',
    payload: { title: 'New' },
    note,
    created_at: at,
  })
  const hello = { id: 'hello', senderId: 'owner', text: 'Hello', timestamp: at }
  const taken = [
    'users email email-taken rejected',
    'products sku sku-taken rejected',
    'editRequests product_id request-waits rejected',
    'chats buyerId participant-taken rejected',
    'orders number order-taken rejected',
  ]
  const first = await importExport(app, {
    users: [user('owner', 'one@example.com'), user('twin', 'ONE@example.com')],
    products: [product('owned', 'Owned'), product('other', 'Other')],
    editRequests: [request('asked', ''), request('asked-too', '')],
    chats: [chat('talk', [hello]), chat('talk-too', [])],
    orders: [order('sold', 'Ann'), order('sold-too', 'Ann')],
  })
  expect(first.said.map((one) => one.replace(/ \d /, ' '))).toEqual(taken)
  // The one that has no place here comes first now.
  const second = await writeExport({
    users: [user('twin', 'one@example.com'), user('owner', 'one@example.com', { shopName: 'New' })],
    products: [product('other', 'Other'), product('owned', 'New')],
    editRequests: [request('asked-too', ''), request('asked', 'New')],
    chats: [chat('talk-too', []), chat('talk', [hello, { ...hello, id: 'new', text: 'New' }])],
    orders: [order('sold-too', 'Ann'), order('sold', 'New')],
  })
  for (const dryRun of [true, false]) {
    const { said, progress } = await importExport(app, second, { dryRun })
    expect(said.map((one) => one.replace(/ \d /, ' '))).toEqual(taken)
    for (const part of ['users', 'products', 'editRequests', 'chats', 'orders'] as const)
      expect(progress.counts[part], part).toMatchObject({ updated: 1, rejected: 1, created: 0 })
  }
})

test('a notification or an order of a product that the export does not have is imported, and that is noted', async () => {
  const { said, progress } = await importExport(app, {
    users: [{ id: 'keeper', email: 'keeper@example.com', createdAt: at }],
    notifications: [{ id: 'sold-out', userId: 'keeper', productId: 'vanished', message: 'Gone.', type: 'info', createdAt: at }],
    orders: [
      {
        id: 'of-vanished',
        buyerName: 'Ann',
        placedAt: at,
        total: 100,
        lines: [{ product_id: 'vanished', seller_id: 'keeper', quantity: 1, unitPrice: 100 }],
      },
    ],
  })
  expect(said).toEqual(['notifications 1 productId no-such-record noted', 'orders 1 lines.0.product_id no-such-record noted'])
  expect(progress.counts).toMatchObject({ notifications: { created: 1 }, orders: { created: 1 } })
})
