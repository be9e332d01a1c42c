import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Collection, collections } from '#domain/transfer.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { type ExportedRecord, exported, importExport, recordsIn, writeExport } from '#server/testing/transfers.ts'
import { openExportFolder } from '#server/transfers/export-folder.ts'

const { app, seller } = await openTestApp()
const sample = join(packageRoot, 'examples/export')

/** The records of an export that another one has, too. */
const sameAs = (folder: string, other: string, collection: Collection) => {
  const ids = new Set(recordsIn(other, collection).map(({ id }) => id))
  return recordsIn(folder, collection)
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => a.id.localeCompare(b.id))
}
const sorted = (folder: string, collection: Collection) => recordsIn(folder, collection).sort((a, b) => a.id.localeCompare(b.id))
const accountsIn = (folder: string): { localId: string }[] => JSON.parse(readFileSync(join(folder, 'auth.json'), 'utf8')).users
const filesIn = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true })

test('an export of an import has every record with every field as it was, and the files under their paths', async () => {
  const { findings } = await importExport(app, sample)
  expect(findings.filter(({ outcome }) => outcome === 'rejected')).toEqual([])
  const folder = await exported(app, true)
  for (const collection of collections) expect(sameAs(folder, sample, collection)).toEqual(sorted(sample, collection))
  expect(accountsIn(folder)).toEqual(expect.arrayContaining(accountsIn(sample)))
  expect(readdirSync(join(folder, 'files/products/kQ3vChair7'))).toEqual(['0_chair.png'])
  const again = await importExport(app, folder)
  for (const [part, { updated, rejected }] of Object.entries(again.progress.counts)) expect([part, updated, rejected]).toEqual([part, 0, 0])
})

test('only the owner can read an export, and it is written into an empty folder alone', async () => {
  const folder = await exported(app)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const entry of filesIn(folder))
    expect(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600)
  await expect(openExportFolder(folder)).rejects.toThrow(`${folder} is not empty. Choose a new folder.`)
  await mkdir(join(folder, 'new'))
  await writeFile(join(folder, 'new/file'), '')
  await expect(openExportFolder(join(folder, 'new/file'))).rejects.toThrow('cannot be used for an export')
})

test('what was changed here comes as it is now; the rest of the record, and unknown fields, as they were', async () => {
  await app.sql`update products set title = 'Oak chair, mended', stock = 2 where id = 'kQ3vChair7'`
  await app.sql`update users set phone = '+43 1', extra = '[{"key":"vatNumber","value":"ATU9"}]' where id = 'uMira01'`
  const folder = await exported(app)
  const [before] = sorted(sample, 'products').filter(({ id }) => id === 'kQ3vChair7')
  const [after] = recordsIn(folder, 'products').filter(({ id }) => id === 'kQ3vChair7')
  expect(after).toMatchObject({ ...before, title: 'Oak chair, mended', stock: 2 })
  const [mira] = recordsIn(folder, 'users').filter(({ id }) => id === 'uMira01')
  expect(mira).toMatchObject({ displayName: 'Mira Sand', phone: '+43 1', vatNumber: 'ATU9', createdAt: '2024-03-01T09:30:00.000Z' })
  // No change of the record: only the role is another.
  await app.sql`update users set role = 'admin' where id = 'uTomas02'`
  const tomas = recordsIn(await exported(app), 'users').find(({ id }) => id === 'uTomas02')
  expect(tomas).toEqual({ ...sorted(sample, 'users').find(({ id }) => id === 'uTomas02'), role: 'admin' })
  await app.sql`update users set role = 'seller' where id = 'uTomas02'`
})

test('a text that the database cannot read comes back as it was', async () => {
  const chat = { id: 'nul', buyerId: 'guest-1', topic: 'a\u0000b\ud800', messages: [] }
  await importExport(app, { chats: [chat] })
  expect(recordsIn(await exported(app), 'chats').find(({ id }) => id === 'nul')).toMatchObject(chat)
})

test('amounts that were imported in major units come in minor units', async () => {
  const major = await writeExport({
    products: [
      { id: 'major1', title: 'Stool', price: 12.5, rare: 12.5 },
      { id: 'major2', title: 'Bench', price: '12' },
    ],
  })
  const order: ExportedRecord = { ...sorted(sample, 'orders')[0], id: 'major3', number: '1002', shipping: 9.9, total: '309.70' }
  const [line] = order.lines as object[]
  await importExport(app, major, { majorUnits: true })
  const free = { id: 'major5', productId: 'major2', price: '19.90', makeIt: 'blue' }
  const asked = [{ id: 'major4', product_id: 'major1', payload: { price: 13.5, title: 'Stool, oiled' } }, free]
  await importExport(app, { editRequests: asked }, { majorUnits: true })
  expect(await app.sql`select payload, fields from edit_requests where id like 'major%' order by id`).toEqual([
    { payload: { price: 1350, title: 'Stool, oiled' }, fields: ['title', 'price'] },
    { payload: { price: 1990, makeIt: 'blue' }, fields: ['price'] },
  ])
  const orders = await writeExport({ orders: [{ ...order, lines: [{ ...line, unitPrice: '149.90', gift: true }] }] })
  expect((await importExport(app, orders, { majorUnits: true })).progress.counts.orders).toMatchObject({ created: 1 })
  const folder = await exported(app)
  const products = new Map(recordsIn(folder, 'products').map((record) => [record.id, record]))
  expect(recordsIn(folder, 'editRequests').filter(({ id }) => id.startsWith('major'))).toEqual([
    { ...asked[0], payload: { price: 1350, title: 'Stool, oiled' } },
    { ...free, price: 1990 },
  ])
  expect(products.get('major1')).toEqual({ id: 'major1', title: 'Stool', price: 1250, rare: 12.5 })
  expect(products.get('major2')).toEqual({ id: 'major2', title: 'Bench', price: 1200 })
  expect(recordsIn(folder, 'orders').find(({ id }) => id === 'major3')).toEqual({
    ...order,
    shipping: 990,
    total: 30_970,
    lines: [{ ...line, unitPrice: 14_990, gift: true }],
  })
})

test('an account that was not changed here comes as it was; a hash with other parameters than the first comes, too', async () => {
  const accounts = [
    { localId: 'z1', email: 'Z1@Example.com', tenant: 'north' },
    { localId: 'z2' },
    { localId: 'z3', email: 'z3@example.com', passwordHash: 'bmV3', salt: 'c2FsdA==' },
  ]
  const content = {
    users: [{ id: 'z1' }, { id: 'z2', email: 'z2@example.com', status: 'suspended' }, { id: 'z3' }],
    'hash-config.json': JSON.stringify({ base64_signer_key: 'b3RoZXI=', base64_salt_separator: 'Bw==', rounds: 8, mem_cost: 14 }),
    'auth.json': JSON.stringify({ users: accounts }),
  }
  await importExport(app, content)
  const ours = async () => accountsIn(await exported(app, true)).filter(({ localId }) => localId.startsWith('z'))
  const [first, second] = accounts
  const third = { localId: 'z3', email: 'z3@example.com', backstallHash: expect.stringMatching(/^former\$b3RoZXI=/) }
  expect(await ours()).toEqual([first, second, third])
  await app.sql`update users set email = 'new@example.com', email_verified = true where id = 'z1'`
  expect(await ours()).toEqual([{ ...first, email: 'new@example.com', emailVerified: true }, second, third])
})

test('password hashes are in an export only if they are asked for', async () => {
  const without = readFileSync(join(await exported(app), 'auth.json'), 'utf8')
  expect([without.includes('passwordHash'), without.includes('backstallHash')]).toEqual([false, false])
  const folder = await exported(app, true)
  expect(readdirSync(folder)).toContain('hash-config.json')
  expect(JSON.parse(readFileSync(join(folder, 'hash-config.json'), 'utf8'))).toEqual(
    JSON.parse(readFileSync(join(sample, 'hash-config.json'), 'utf8')),
  )
  const { users } = JSON.parse(readFileSync(join(folder, 'auth.json'), 'utf8')) as { users: { [field: string]: unknown }[] }
  const [wanted] = JSON.parse(readFileSync(join(sample, 'auth.json'), 'utf8')).users
  expect(users.find(({ localId }) => localId === 'uMira01')).toMatchObject({
    passwordHash: wanted.passwordHash,
    salt: wanted.salt,
    emailVerified: true,
    lastSignedInAt: wanted.lastSignedInAt,
    providerUserInfo: wanted.providerUserInfo,
  })
})

test('an export moves into another installation, whose export is the same', async () => {
  const other = await openTestApp()
  const own = `${'5a'.repeat(16)}:${'c3'.repeat(64)}`
  await app.sql`
    insert into accounts (id, account_id, provider_id, user_id, password) values ('own', ${seller.id}, 'credential', ${seller.id}, ${own})`
  const folder = await exported(app, true)
  const { findings } = await importExport(other.app, folder)
  expect(findings.filter(({ outcome }) => outcome === 'rejected')).toEqual([])
  const second = await exported(other.app, true)
  for (const collection of collections) expect(sameAs(second, folder, collection)).toEqual(sorted(folder, collection))
  // Their hashes came along, those of Backstall too.
  const hashOf = async (id: string) =>
    (await other.app.sql<{ password: string }[]>`select password from accounts where user_id = ${id}`)[0]?.password
  expect([await hashOf(seller.id), await hashOf('uMira01'), await hashOf('z3')]).toEqual([
    ...[own, expect.stringMatching(/^former/), expect.stringMatching(/^former\$b3RoZXI=/)],
  ])
})

test('the history of this installation and one that was imported share no ids in an export', async () => {
  await app.sql`insert into events (kind, item_id, actor_id) values ('user.profile', ${seller.id}, ${seller.id})`
  const own = recordsIn(await exported(app), 'history_logs').find(({ id }) => /^\d/.test(id))
  const history_logs = [{ ...own, id: own?.id.split('-')[0] ?? '' }]
  await importExport(app, { history_logs })
  const ids = recordsIn(await exported(app), 'history_logs').map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([own?.id, history_logs[0]?.id]))
  expect(new Set(ids).size).toBe(ids.length)
})
