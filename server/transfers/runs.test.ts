import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { expect, test } from 'vitest'
import type { TransferRun } from '#domain/transfer-run.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { workOnNext } from '#server/transfers/work-on-runs.ts'

const { app, caller, admin, secondAdmin } = await openTestApp()
const { ask } = await openTestServer(app)

const lines = (...records: unknown[]) =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
/** A tar.gz with the export in a folder, as people pack it. */
const archive = async (files: Record<string, string>) =>
  gzipSync(
    await packTar(
      Object.entries(files).map(([name, body]) => ({
        header: { name: `shop/${name}`, size: Buffer.byteLength(body), type: 'file' as const },
        body,
      })),
    ),
  )
const export1 = await archive({
  'users.jsonl': lines({ id: 'mira', email: 'mira@example.com' }, '{"id":', { id: 'boss', email: 'boss@example.com', role: 'admin' }),
})
type Sent = { query?: string; method?: string; headers?: Record<string, string> }
const upload = (as: Person | null, content: Buffer, { query = '', ...about }: Sent = {}) =>
  ask(`/api/transfers?name=shop.tar.gz${query}`, { as, method: 'POST', body: new Uint8Array(content), ...about })
const newest = async () => (await caller(admin).transfers.list()).runs[0] as TransferRun
const people = () => app.sql`select id, role from users where id in ('mira', 'boss') order by id`
const stored = () => app.sql`select path from files where path like 'transfers/%'`
const leftOnDisk = () => existsSync(join(app.config.dataDir, 'transfers'))

test('an admin uploads an export, sees what an import would do, and imports it after a confirmation', async () => {
  const sent = await upload(admin, export1)
  expect([sent.status, sent.json]).toEqual([
    200,
    expect.objectContaining({ name: 'shop.tar.gz', by: admin.name, status: 'checking', majorUnits: false }),
  ])
  const { id } = sent.json as TransferRun
  expect((await upload(secondAdmin, export1)).json).toMatchObject({ code: 'transfer-open' })
  await workOnNext(app)
  const checked = await newest()
  expect(checked).toMatchObject({ id, status: 'checked', finishedAt: null, problem: null })
  expect(checked.progress).toMatchObject({
    at: null,
    counts: { users: { read: 3, created: 2, updated: 0, unchanged: 0, kept: 0, rejected: 1 } },
    rejected: [{ collection: 'users', line: 2, id: null, field: null, code: 'broken-json' }],
  })
  expect(await people()).toEqual([])

  await app.sql`update sessions set confirmed_at = now() - interval '1 hour' where id = ${secondAdmin.sessionId}`
  await expect(caller(secondAdmin).transfers.run({ id })).rejects.toMatchObject({ code: 'confirmation-needed' })
  expect(await newest()).toMatchObject({ status: 'checked' })
  expect(await caller(admin).transfers.run({ id })).toMatchObject({ status: 'running', progress: { at: null, counts: {} } })
  await workOnNext(app)
  expect(await newest()).toMatchObject({
    id,
    status: 'done',
    finishedAt: expect.any(String),
    progress: { counts: { users: { created: 2, rejected: 1 } } },
  })
  expect(await people()).toEqual([
    { id: 'boss', role: 'seller' },
    { id: 'mira', role: 'seller' },
  ])
  expect([await stored(), leftOnDisk()]).toEqual([[], false])
  const { waitingAdmins } = await caller(secondAdmin).transfers.list()
  expect(waitingAdmins).toEqual([{ id: 'boss', name: 'boss', email: 'boss@example.com', createdAt: expect.any(String) }])
  await expect(caller(admin).transfers.run({ id })).rejects.toMatchObject({ code: 'wrong-status', data: { fresh: { status: 'done' } } })

  const report = await ask(`/api/transfers/${id}/report.csv`, { as: secondAdmin })
  expect(report.text.split('\r\n').slice(0, 2)).toEqual([
    'outcome,collection,line,id,field,code,message',
    expect.stringMatching(/^rejected,users,2,,,broken-json,This is not valid JSON/),
  ])
  expect(report.text).toContain('noted,users,3,boss,role,waits-as-admin,')
})

test('the same export again changes nothing, and a person who was made an admin no longer waits', async () => {
  await app.sql`update users set role = 'admin' where id = 'boss'`
  await upload(admin, export1)
  await workOnNext(app)
  const { id, progress } = await newest()
  expect(progress.counts.users).toMatchObject({ created: 0, unchanged: 2, rejected: 1 })
  expect((await caller(admin).transfers.list()).waitingAdmins).toEqual([])
  expect(await caller(secondAdmin).transfers.cancel({ id })).toMatchObject({ status: 'cancelled' })
  expect(await stored()).toEqual([])
})

test('a report quotes hostile records without their control characters, and loses no line', async () => {
  const product = { id: 'p', title: 'Lamp', seller_id: 'mira', userId: 'a\u0000\u001bb' }
  await upload(admin, await archive({ 'users.jsonl': '\0\0\0\n', 'products.jsonl': lines(product) }))
  await workOnNext(app)
  const { id, status } = await newest()
  const report = await ask(`/api/transfers/${id}/report.csv`, { as: admin })
  expect([status, report.text.split('\r\n').slice(1, -1)]).toEqual([
    'checked',
    [
      expect.stringMatching(/^rejected,users,1,,,broken-json,/),
      'noted,products,1,p,userId,seller-differs,"It names ""a\ufffd\ufffdb"" as userId, too. The seller_id owns it; the userId is kept as data."',
    ],
  ])
  expect(report.text).not.toContain('\0')
  await caller(admin).transfers.cancel({ id })
})

test('more findings than wait at once are all in the report, in their order', async () => {
  const many = 2 * limits.transferRun.findingsMax + 7
  await upload(admin, await archive({ 'users.jsonl': '{\n'.repeat(many) }))
  await workOnNext(app)
  const { id } = await newest()
  const rows = await app.sql`select count(*)::int as many, bool_and(line = at + 1) as ordered from transfer_findings where run_id = ${id}`
  expect(rows).toEqual([{ many, ordered: true }])
  await caller(admin).transfers.cancel({ id })
})

test('a cancelled upload is not worked on, and another can follow', async () => {
  const { id } = (await upload(admin, export1)).json as TransferRun
  await caller(secondAdmin).transfers.cancel({ id })
  await workOnNext(app)
  expect(await newest()).toMatchObject({ id, status: 'cancelled', progress: { counts: {} } })
  await expect(caller(admin).transfers.cancel({ id })).rejects.toMatchObject({ code: 'wrong-status' })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['without an export', { 'readme.txt': 'hello' }, /^There is no export in shop\.tar\.gz: neither users\.jsonl/],
  ['with a name that leads out', { '../../up': 'x' }, /^This archive has an entry with a name that is not allowed: shop\/\.\.\/\.\.\/up$/],
])('an archive %s fails with a sentence, and leaves nothing', async (_, files, sentence) => {
  await upload(admin, await archive(files))
  await workOnNext(app)
  const failed = await newest()
  expect([failed.status, failed.problem]).toEqual(['failed', expect.stringMatching(sentence)])
  expect([await stored(), leftOnDisk()]).toEqual([[], false])
})

test('a stopped or killed node leaves its work to another, and two never work at once', async () => {
  const { id } = (await upload(admin, export1)).json as TransferRun
  const stopping = AbortSignal.abort()
  await workOnNext(app, () => {}, stopping)
  expect(await newest()).toMatchObject({ id, status: 'checking' })
  // What a killed node had found is found anew.
  await app.sql`insert into transfer_findings (run_id, at, collection, code, message, outcome) values (${id}, 0, 'users', 'x', 'x', 'noted')`
  const other = await app.sql.reserve()
  await other`select pg_advisory_lock(${locks.transferRun})`
  await workOnNext(app)
  expect(await newest()).toMatchObject({ status: 'checking' })
  await other`select pg_advisory_unlock(${locks.transferRun})`
  // A command from the shell imports.
  await other`select pg_advisory_lock(${locks.transfer})`
  await workOnNext(app)
  expect(await newest()).toMatchObject({ status: 'checking' })
  await other`select pg_advisory_unlock(${locks.transfer})`
  other.release()
  await workOnNext(app)
  expect(await newest()).toMatchObject({ status: 'checked' })
  expect(await app.sql`select code from transfer_findings where run_id = ${id} and code = 'x'`).toEqual([])
  await caller(admin).transfers.cancel({ id })
})

test('an upload waits for a command that began while it was unpacked', async () => {
  const { id } = (await upload(admin, export1)).json as TransferRun
  const command = await app.sql.reserve()
  const get: typeof app.storage.get = async (path) => {
    await command`select pg_advisory_lock(${locks.transfer})`
    return app.storage.get(path)
  }
  await workOnNext({ ...app, storage: { ...app.storage, get } })
  expect([await newest(), await stored(), leftOnDisk()]).toEqual([
    expect.objectContaining({ id, status: 'checking', problem: null }),
    [{ path: `transfers/${id}` }],
    false,
  ])
  await command`select pg_advisory_unlock(${locks.transfer})`
  command.release()
  await workOnNext(app)
  expect(await newest()).toMatchObject({ id, status: 'checked' })
  await caller(admin).transfers.cancel({ id })
})

test('an upload that broke off continues where it was, and its last part answers as the whole', async () => {
  const query = `&majorUnits=true&upload=${newId()}`
  const half = Math.floor(export1.length / 2)
  // The server keeps what came before the connection broke.
  const { placeOf } = await import('#server/platform/files/parts.ts')
  const { mkdir, writeFile } = await import('node:fs/promises')
  const place = placeOf(app, { personId: admin.id, target: 'transfers', key: query.split('=').at(-1) ?? '' })
  await mkdir(join(place, '..'), { recursive: true })
  await writeFile(place, export1.subarray(0, half))
  expect((await upload(admin, export1, { query })).json).toMatchObject({ code: 'upload-moved' })
  const head = await ask(`/api/transfers?name=shop.tar.gz${query}`, { as: admin, method: 'HEAD' })
  expect([head.headers.get('upload-offset'), head.headers.get('upload-complete')]).toEqual([String(half), '?0'])
  const rest = await upload(admin, export1.subarray(half), { query, method: 'PATCH', headers: { 'upload-offset': String(half) } })
  expect(rest.json).toMatchObject({ status: 'checking', majorUnits: true })
  expect((await upload(admin, export1, { query })).json).toEqual(rest.json)
  await workOnNext(app)
  const { id, status } = await newest()
  expect(status).toBe('checked')
  await caller(admin).transfers.cancel({ id })
})

test('only an archive is taken, of 2 GB at most', async () => {
  expect((await upload(admin, Buffer.from('name,price'))).json).toMatchObject({ code: 'archive-type', field: 'archive' })
  const large = await upload(admin, export1, { query: `&upload=${newId()}`, method: 'PATCH', headers: { 'upload-offset': '1999999999' } })
  expect([large.status, large.json]).toEqual([413, expect.objectContaining({ code: 'archive-too-large' })])
  expect(await stored()).toEqual([])
})
