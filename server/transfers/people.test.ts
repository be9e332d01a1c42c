import { expect, test } from 'vitest'
import { openSession } from '#server/sign-in/open-session.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { importExport, writeExport } from '#server/testing/transfers.ts'
import { listWaitingAdmins } from '#server/transfers/waiting-admins.ts'

const { app } = await openTestApp()
const at = '2024-05-01T10:00:00.000Z'

test('people arrive with their ids and other fields, and a second import of the same changes nothing', async () => {
  const folder = await writeExport({
    users: [
      {
        id: 'u1',
        email: 'Mira@example.com',
        role: 'seller',
        status: 'active',
        createdAt: at,
        displayName: 'Mira',
        vatNumber: 'AT1',
        rating: 4.5,
      },
      { id: 'u2', email: 'boss@example.com', role: 'admin', createdAt: { _seconds: 1_714_557_600, _nanoseconds: 0 } },
      { id: 'u3', email: 'mira@example.com' },
      '{"id":"u4",',
      { id: 'u1', email: 'other@example.com' },
      { id: 'u5' },
    ],
  })
  const { progress, said, findings } = await importExport(app, folder)
  expect(findings.find(({ code }) => code === 'id-twice')?.message).toBe('Another record of this collection has the same id: line 1.')
  expect(progress.counts.users).toEqual({ read: 6, created: 2, updated: 0, unchanged: 0, kept: 0, rejected: 4 })
  expect(said.toSorted()).toEqual([
    'users 2 role waits-as-admin noted',
    'users 3 email email-taken rejected',
    'users 4  broken-json rejected',
    'users 5 id id-twice rejected',
    'users 6 email email-missing rejected',
  ])
  const rows =
    await app.sql`select id, name, email, role, status, extra, to_json(created_at) as "createdAt" from users where id like 'u_' order by id`
  expect(rows).toEqual([
    {
      id: 'u1',
      name: 'Mira',
      email: 'mira@example.com',
      role: 'seller',
      status: 'active',
      createdAt: '2024-05-01T10:00:00+00:00',
      extra: [
        { key: 'vatNumber', value: 'AT1' },
        { key: 'rating', value: '4.5' },
      ],
    },
    {
      id: 'u2',
      name: 'boss',
      email: 'boss@example.com',
      role: 'seller',
      status: 'active',
      extra: [],
      createdAt: '2024-05-01T10:00:00+00:00',
    },
  ])
  expect((await importExport(app, folder)).progress.counts.users).toMatchObject({ created: 0, updated: 0, unchanged: 2, rejected: 4 })
})

test('a name that turns the direction of writing is read without that, and noted; its record and what refers to it are imported', async () => {
  const name = 'Mira \u202egnp.exe\u2066'
  const plain = 'Mira gnp.exe'
  const folder = await writeExport({
    users: [
      { id: 'rtl', email: 'rtl@example.com', name, createdAt: at },
      { id: 'rtl2', email: 'no', name, createdAt: at },
    ],
    products: [
      { id: 'rtl-p', title: name, tags: ['oak', name], seller_id: 'rtl', attributes: [{ key: name, value: 'x' }], created_at: at },
    ],
    chats: [
      { id: 'rtl-c', buyerId: 'rtl', createdAt: at, messages: [{ id: 'm', senderId: 'rtl', senderName: name, text: name, timestamp: at }] },
    ],
    'auth.json': JSON.stringify({ users: [{ localId: 'lone', email: 'lone@example.com', displayName: name }] }),
  })
  const { said, progress } = await importExport(app, folder)
  expect(said).toEqual([
    'auth 1 displayName direction-removed noted',
    'users 1 name direction-removed noted',
    'users 1  no-account noted',
    'users 2 email not-valid rejected',
    'auth 1  no-profile noted',
    'auth 1  hash-missing noted',
    ...['title', 'tags.1', 'attributes.0.key'].map((field) => `products 1 ${field} direction-removed noted`),
  ])
  expect(await app.sql`select name from users where id in ('rtl', 'lone') union select title from products where id = 'rtl-p'`).toEqual([
    { name: plain },
  ])
  expect(progress.counts).toMatchObject({ products: { created: 1 }, chats: { created: 1 }, messages: { created: 1 } })
  expect((await importExport(app, folder)).progress.counts.users).toMatchObject({ unchanged: 2, updated: 0 })
})

test('a person signs in with their password of before at once, and its hash becomes one of ours', async () => {
  // The example that the former service publishes with its algorithm.
  const { said } = await importExport(app, {
    users: [
      { id: 'p1', email: 'old@example.com', createdAt: at },
      { id: 'p2', email: 'locked@example.com', createdAt: at },
    ],
    'auth.json': JSON.stringify({
      users: [
        { localId: 'p1', email: 'old@example.com', emailVerified: true, disabled: false, passwordHash: hash, salt: '42xEC+ixf3L2lw==' },
        { localId: 'p2', email: 'locked@example.com', disabled: true, passwordHash: hash, salt: '42xEC+ixf3L2lw==' },
        { localId: 'p3', email: 'alone@example.com', displayName: 'Alone', passwordHash: hash, salt: '42xEC+ixf3L2lw==' },
      ],
    }),
    'hash-config.json': JSON.stringify(hashConfig),
  })
  expect(said).toEqual(['auth 3  no-profile noted'])
  const stored = async () => (await app.sql<{ password: string }[]>`select password from accounts where user_id = 'p1'`)[0]?.password
  expect(await stored()).toContain('former$')
  await expect(signIn('old@example.com', 'user1passwor')).rejects.toMatchObject({ code: 'wrong-credentials' })
  expect(await stored()).toContain('former$')
  expect(await Promise.all([1, 2, 3].map(() => signIn('old@example.com', 'user1password')))).toMatchObject(Array(3).fill({ userId: 'p1' }))
  expect(await stored()).not.toContain('former$')
  expect(await signIn('old@example.com', 'user1password')).toMatchObject({ userId: 'p1' })
  await expect(signIn('locked@example.com', 'user1password')).rejects.toMatchObject({ code: 'account-suspended' })
  expect(await signIn('alone@example.com', 'user1password')).toMatchObject({ userId: 'p3' })
})

test('an account without a person that has the address of another is reported as an account, at its place in auth.json', async () => {
  const { said, progress } = await importExport(app, {
    users: [{ id: 'same1', email: 'same@example.com', createdAt: at }],
    'auth.json': JSON.stringify({
      users: [
        { localId: 'same1', email: 'same@example.com', passwordHash: hash },
        { localId: 'same2', email: 'same@example.com', passwordHash: hash },
      ],
    }),
  })
  expect(said.filter((line) => line.includes('email-taken'))).toEqual(['auth 2 email email-taken rejected'])
  expect(progress.counts).toMatchObject({ users: { created: 1, rejected: 1 }, auth: { read: 2, rejected: 0 } })
})

const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
const hashConfig = {
  base64_signer_key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
}
const visit = { address: '127.0.0.1', userAgent: 'test', cookie: undefined }
const signIn = (email: string, password: string) => openSession(app, { email, password }, visit)

test.each([
  [{ ...hashConfig, mem_cost: 31 }, 'mem_cost'],
  [{ ...hashConfig, rounds: 1_000_000 }, 'rounds'],
  [{ ...hashConfig, base64_signer_key: '$$' }, 'base64_signer_key'],
])('password hashes whose parameters are out of bounds are not imported: %#', async (config, field) => {
  const id = `bounds-${field.toLowerCase()}`
  const { said, findings } = await importExport(app, {
    users: [{ id, email: `${id}@example.com` }],
    'auth.json': JSON.stringify({ users: [{ localId: id, email: `${id}@example.com`, passwordHash: hash, salt: '42xEC+ixf3L2lw==' }] }),
    'hash-config.json': JSON.stringify(config),
  })
  expect(said).toEqual(['auth   hash-config noted', 'users 1 passwordHash hash-unknown noted'])
  expect(findings[0]?.message).toContain(field)
  expect(await app.sql`select id from accounts where user_id = ${id}`).toEqual([])
})

test('a later import replaces no password that was chosen here, and none of an admin', async () => {
  const content = (salt: string, lastLogin: number) => ({
    users: ['k1', 'k2', 'k3'].map((id) => ({ id, email: `${id}@example.com`, lastLogin })),
    'auth.json': JSON.stringify({
      users: ['k1', 'k2', 'k3'].map((localId) => ({ localId, email: `${localId}@example.com`, passwordHash: hash, salt })),
    }),
    'hash-config.json': JSON.stringify(hashConfig),
  })
  await importExport(app, content('42xEC+ixf3L2lw==', 1))
  await app.sql`update accounts set password = 'chosen here' where user_id = 'k1'`
  await app.sql`update users set role = 'admin' where id = 'k3'`
  const later = await importExport(app, content('bmV3c2FsdA==', 2))
  expect(later.progress.counts.users).toMatchObject({ updated: 3 })
  const rows = await app.sql<{ password: string }[]>`select password from accounts where user_id like 'k_' order by user_id`
  expect(rows.map(({ password }) => /chosen here|bmV3c2FsdA==|42xEC/.exec(password)?.[0])).toEqual(['chosen here', 'bmV3c2FsdA==', '42xEC'])
})

test('without their accounts, people keep their address, its confirmation and their suspension', async () => {
  const auth = (more: object) => ({
    'auth.json': JSON.stringify({
      users: [
        { localId: 'w1', email: 'w1@example.com', emailVerified: true, ...more },
        { localId: 'w2', email: 'w2@example.com', disabled: true },
      ],
    }),
  })
  const users = (visits: number) => ({
    users: [
      { id: 'w1', visits },
      { id: 'w2', visits },
      { id: 'w3', email: 'w3@example.com', visits },
    ],
  })
  await importExport(app, { ...users(1), ...auth({}) })
  await app.sql`update users set email_verified = true where id = 'w3'`
  const people = () => app.sql`select email, status, email_verified as verified from users where id like 'w_' order by id`
  const before = await people()
  expect(before).toMatchObject([{ verified: true }, { status: 'suspended' }, { verified: true }])
  const without = await importExport(app, users(2))
  expect([without.said, without.progress.counts.users?.updated]).toEqual([[], 3])
  expect(await people()).toEqual(before)
  await importExport(app, { ...users(3), ...auth({ email: 'broken' }) })
  expect(await people()).toEqual(before)
})

test('a seller who was made an admin there since is listed, and one who is an admin there no more is not', async () => {
  const people = (first: string, second: string) => ({
    users: [
      { id: 'r1', email: 'r1@example.com', role: first },
      { id: 'r2', email: 'r2@example.com', role: second },
    ],
  })
  const waiting = async () => (await listWaitingAdmins(app)).map(({ id }) => id).filter((id) => id.startsWith('r'))
  await importExport(app, people('seller', 'admin'))
  expect(await waiting()).toEqual(['r2'])
  await importExport(app, people('admin', 'seller'))
  expect(await waiting()).toEqual(['r1'])
})

test('of an object by id, the key is the id', async () => {
  await importExport(app, { 'users.json': JSON.stringify({ key1: { id: 'inner1', email: 'key1@example.com' } }) })
  expect(await app.sql`select id from users where email = 'key1@example.com'`).toEqual([{ id: 'key1' }])
})
