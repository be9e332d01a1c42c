import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Check, checkStates } from '#domain/health.ts'
import { doctor } from '#server/app/rescue/doctor.ts'
import { makeBackup } from '#server/backups/make-backup.ts'
import { verifiedFile } from '#server/backups/manifest.ts'
import type { Backlog } from '#server/health/backlog.ts'
import { runChecks } from '#server/health/checks.ts'
import {
  clockCheck,
  consumersCheck,
  type DatabaseFacts,
  databaseCheck,
  queueCheck,
  sessionsCheck,
  webhooksCheck,
} from '#server/health/database-checks.ts'
import type { Finding } from '#server/health/finding.ts'
import { addressCheck, diskCheck, filesCheck, proxyCheck, secretsCheck, workersCheck } from '#server/health/machine-checks.ts'
import { readConfig } from '#server/platform/config.ts'
import { assertSecret } from '#server/platform/database/assert-secret.ts'
import type { LoopState } from '#server/platform/events/loop.ts'
import { listen } from '#server/testing/listen.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { testFolder, testServer } from '#server/testing/worker.ts'

const testApp = await openTestApp()
const { app, caller, admin } = testApp
const node = { loops: [], callersWaiting: 0 }
const found = async (title: string, about: Partial<typeof app.config> = {}) =>
  (await runChecks({ config: { ...app.config, ...about }, pool: app, settings: app.settings.current(), node })).find(
    (check) => check.title === title,
  )

test('an admin gets every check, each with a sentence, and with what to do unless it is ok', async () => {
  const { checks, at } = await caller(admin).health.check()
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
  expect(checks.map(({ title }) => title)).toEqual(
    'Version,Disk,Database,Connections,Clocks,Dispatcher,Consumers,Workers,Mail server,Outgoing mail,Webhooks,Bulk decisions,Imports,Files,Backup,Address,Proxy,Secrets'.split(
      ',',
    ),
  )
  for (const { text, state, action } of checks) {
    expect(checkStates).toContain(state)
    expect(text).toMatch(/^[A-Z\d].*\.$/)
    expect(action === null).toBe(state === 'ok')
  }
  expect(checks.filter(({ state }) => state === 'failing')).toEqual([])
})

test('a bucket that is missing is named as such, although the store says nothing', async () => {
  const { url: endpoint } = await listen(createServer((_, response) => void response.writeHead(404).end()))
  const storage = { kind: 's3', bucket: 'missing', endpoint, region: 'us-east-1' } as const
  expect(await found('Files', { storage })).toMatchObject({
    state: 'failing',
    text: expect.stringMatching(/^Files cannot be written to the bucket missing: The bucket that should hold the files does not exist\./),
  })
})

test('a mail server and a file store that cannot be used fail, each with the reason, and the password of neither is named', async () => {
  const smtpUrl = 'smtp://someone:hush-hush@127.0.0.1:1'
  expect(await found('Mail server', { smtpUrl })).toMatchObject({ state: 'failing', text: expect.stringContaining('127.0.0.1') })
  const file = join(testFolder(), 'no-folder')
  writeFileSync(file, '')
  const files = await found('Files', { storage: { kind: 'file', folder: file } })
  expect(files).toMatchObject({ state: 'failing', action: expect.stringContaining('STORAGE_URL') })
  expect(JSON.stringify([await found('Mail server', { smtpUrl }), files])).not.toMatch(/hush|someone/)
})

test('a consumer that fails, and mail that waits for long, are named with how long', async () => {
  await app.sql`update consumers set failing_since = now() - interval '10 minutes' where name = 'sales'`
  await app.sql`insert into outgoing_mails (id, recipient, template, content, created_at, due_at)
    values ('late', 'ida.secret@example.com', 'test', '{}', now() - interval '3 hours', now() + interval '1 hour')`
  expect(await found('Consumers')).toMatchObject({ state: 'failing', text: 'Failing for 10 minutes: "sales".' })
  expect(await found('Outgoing mail')).toMatchObject({ state: 'attention', text: '1 mail in the queue, the oldest for 3 hours.' })
  const all = JSON.stringify(await runChecks({ config: app.config, pool: app, settings: app.settings.current(), node }))
  expect(all).not.toMatch(/ida|@example|a secret of tests/)
  await app.sql`delete from outgoing_mails`
})

test('without a database the check of it fails with the reason, and the others say that they were not made or still answer', async () => {
  const checks = await runChecks({
    config: app.config,
    pool: { unavailable: 'There is no database here yet.' },
    settings: null,
    node: null,
  })
  const of = (title: string) => checks.find((check) => check.title === title)
  expect(of('Database')).toMatchObject({ state: 'failing', text: 'There is no database here yet.' })
  expect(of('Imports')).toMatchObject({ state: 'attention', text: expect.stringContaining('Not checked') })
  expect(of('Disk')?.text).toContain('free in')
})

test('an operator with a wrong password learns it from the doctor, who does not repeat it', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody:hush-hush@127.0.0.1:1/none',
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: testFolder(),
  })
  const text = await doctor(config).then(String, ({ message }: Error) => message)
  expect(text).toMatch(/^failing +Database +\S/m)
  expect(text).toMatch(/\d+ ok, \d+ attention, \d+ failing\.$/)
  expect(text).not.toMatch(/hush|xxxx/)
})

/** What the doctor says of a database of this server. */
function examine(database: string): Promise<string> {
  const { path, username, password } = testServer()
  const server = `${username}:${password}@${encodeURIComponent(dirname(path))}${extname(path).replace('.', ':')}`
  const config = readConfig({ DATABASE_URL: `postgres://${server}/${database}`, SESSION_SECRET: 'x'.repeat(32), DATA_DIR: testFolder() })
  return doctor(config).then(String, ({ message }: Error) => message)
}

test('an operator learns from the doctor that the database has no tables yet, once, and of the other checks that it is the same', async () => {
  // The one that every PostgreSQL has, in which nothing was made.
  const text = await examine('postgres')
  expect(text).toMatch(/^failing +Dispatcher +Not checked, because the database lacks tables of Backstall\.\n +→ Start Backstall once/m)
  expect(text).toMatch(/^failing +Consumers +As for Dispatcher\.\n\w/m)
  expect(text.match(/lacks tables/g)).toHaveLength(1)
  expect(text).not.toContain('does not exist')
})

test('an operator reads of each check that is fine what it found', async () => {
  const [row] = await app.sql<{ name: string }[]>`select current_database() as name`
  const text = await examine(row?.name ?? '')
  for (const title of ['Outgoing mail', 'Webhooks', 'Bulk decisions', 'Imports'])
    expect(text).toMatch(new RegExp(`^ok +${title} +Nothing waits\\.$`, 'm'))
})

test('a backup is named with its age, and an old one needs attention', async () => {
  expect(await found('Backup')).toMatchObject({ state: 'attention', text: `No backup yet in ${join(app.config.dataDir, 'backups')}.` })
  const { folder } = await makeBackup(
    { config: app.config, database: app.sql.options, storage: app.storage },
    join(app.config.dataDir, 'backups'),
  )
  expect(await found('Backup')).toMatchObject({
    state: 'attention',
    text: expect.stringMatching(/^The last backup, backstall-\S+, was made \d+ seconds? ago.* Never verified\.$/),
    action: `Run npm run backstall -- verify-backup ${folder}`,
  })
  const verify = (days: number, ok = true) =>
    writeFileSync(join(folder, verifiedFile), JSON.stringify({ at: new Date(Date.now() - days * 86_400_000), ok }))
  verify(36)
  expect(await found('Backup')).toMatchObject({ state: 'attention', text: expect.stringContaining('Last verified 36 days ago.') })
  verify(0, false)
  expect(await found('Backup')).toMatchObject({
    state: 'attention',
    text: expect.stringMatching(/backstall-\S+ was damaged\.$/),
    action: 'Make another backup with npm run backstall -- backup, and verify that.',
  })
  verify(3)
  expect(await found('Backup')).toMatchObject({ state: 'ok', text: expect.stringMatching(/ Last verified 3 days ago\.$/) })
  const manifest = join(folder, 'backup.json')
  const content = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify({ ...content, at: new Date(Date.now() - 30 * 86_400_000).toISOString() }))
  expect(await found('Backup')).toMatchObject({ state: 'attention', text: expect.stringContaining('30 days ago') })
  // A newer one, which is not verified yet.
  const newer = folder.replace(/backstall-\d{4}/, 'backstall-2999')
  mkdirSync(newer)
  writeFileSync(join(newer, 'backup.json'), JSON.stringify(content))
  expect(await found('Backup')).toMatchObject({ state: 'ok', text: expect.stringMatching(/ An earlier one was verified 3 days ago\.$/) })
})

const facts: DatabaseFacts = {
  version: '18.4',
  bytes: 3e9,
  isReadOnly: false,
  waitsForStandby: false,
  sessions: 15,
  sessionsInAll: 20,
  sessionsMax: 100,
  skewMs: 3,
  askedMs: 0.4,
}
const backlog: Backlog = { queues: [], consumers: [], dispatcher: { elected: true, position: 1, waiting: 0, oldestSeconds: null } }
const consumer = { name: 'sales', position: 1, lagSeconds: null, failingSeconds: null }
const loop: LoopState = { name: 'Sending mail', running: false, stalls: 0, completedAt: 1, failingSince: null }
const config = readConfig({ SESSION_SECRET: 'quite a long secret, with many letters' })
const remote = 'postgres://u:p@db.example.com/x'

test.each<[what: string, finding: () => Finding, state: Check['state'], text: string]>([
  ['a database that answers at once', () => databaseCheck(facts, null), 'ok', 'PostgreSQL 18.4, 2.8 GiB, answers in less than 1 ms.'],
  ['a slow database', () => databaseCheck({ ...facts, askedMs: 400 }, null), 'attention', '400 ms'],
  ['a read-only database', () => databaseCheck({ ...facts, isReadOnly: true }, null), 'failing', 'It is read-only.'],
  [
    'a database behind a pooler',
    () => databaseCheck(facts, { text: 'it is behind a pooler' }),
    'failing',
    'Backstall cannot use it: it is behind a pooler.',
  ],
  ['a standby that it does not wait for', () => databaseCheck(facts, null, 2), 'attention', 'acknowledged last may be lost'],
  ['a standby that it waits for', () => databaseCheck({ ...facts, waitsForStandby: true }, null, 2), 'ok', 'PostgreSQL 18.4'],
  ['clocks that agree', () => clockCheck(facts), 'ok', 'less than a second'],
  ['clocks that are apart', () => clockCheck({ skewMs: -5_000 }), 'attention', '5 seconds'],
  ['a clock that is wrong', () => clockCheck({ skewMs: 300_000 }), 'failing', '5 minutes'],
  ['enough connections', () => sessionsCheck(facts, 0), 'ok', '20 connections of the 100'],
  ['hardly any connection left', () => sessionsCheck({ ...facts, sessionsInAll: 95 }, 0), 'attention', '95 connections'],
  ['callers that wait', () => sessionsCheck(facts, 2), 'attention', '2 callers'],
  ['consumers that follow', () => consumersCheck({ ...backlog, consumers: [consumer] }), 'ok', '1 consumer'],
  ['a consumer that lags', () => consumersCheck({ ...backlog, consumers: [{ ...consumer, lagSeconds: 90 }] }), 'attention', '90 seconds'],
  [
    'a consumer that has just failed',
    () => consumersCheck({ ...backlog, consumers: [{ ...consumer, failingSeconds: 5 }] }),
    'attention',
    '"sales"',
  ],
  ['an empty queue', () => queueCheck(backlog, 'mail'), 'ok', 'Nothing waits.'],
  [
    'deliveries',
    () => queueCheck({ ...backlog, queues: [{ name: 'webhooks', waiting: 2, oldestSeconds: 1 }] }, 'webhooks'),
    'ok',
    '2 deliveries',
  ],
  ['deliveries to an endpoint that fails', () => webhooksCheck(backlog, 1), 'attention', '1 endpoint fails. Nothing waits.'],
  [
    'mail of a day',
    () => queueCheck({ ...backlog, queues: [{ name: 'mail', waiting: 10_000, oldestSeconds: 90_000 }] }, 'mail'),
    'failing',
    'At least 10,000 mails',
  ],
  ['workers that run', () => workersCheck([loop]), 'ok', '1 worker'],
  ['a worker that fails', () => workersCheck([{ ...loop, failingSince: Date.now() - 1_000 }]), 'attention', 'Sending mail'],
  ['a worker that fails for long', () => workersCheck([{ ...loop, failingSince: Date.now() - 600_000 }]), 'failing', '10 minutes'],
  ['a loopback address', () => addressCheck(config), 'ok', 'Only this machine'],
  ['an open address without PUBLIC_URL', () => addressCheck({ ...config, host: '0.0.0.0' }), 'attention', 'PUBLIC_URL is not set'],
  ['a public address without TLS', () => addressCheck({ ...config, publicUrl: 'http://shop.example.com' }), 'attention', 'without TLS'],
  [
    'a public address with TLS',
    () => addressCheck({ ...config, publicUrl: 'https://shop.example.com' }),
    'ok',
    'People open Backstall at https://shop.example.com.',
  ],
  ['lifted limits', () => addressCheck({ ...config, bench: true }), 'attention', 'BENCH=1'],
  ['a proxy that is not named', () => proxyCheck({ ...config, publicUrl: 'https://shop.example.com' }), 'attention', 'TRUST_PROXY'],
  ['everyone as a proxy', () => proxyCheck({ ...config, trustProxy: ['0.0.0.0/0'] }), 'attention', 'nearly everyone'],
  ['one proxy', () => proxyCheck({ ...config, trustProxy: ['10.0.0.1'] }), 'ok', '10.0.0.1'],
  ['a good secret', () => secretsCheck(config, false), 'ok', 'The secrets are long and varied.'],
  ['another secret than that of the other nodes', () => secretsCheck(config, true), 'failing', 'is not the one'],
  ['a secret of one letter', () => secretsCheck({ ...config, sessionSecret: 'x'.repeat(40) }, false), 'attention', 'SESSION_SECRET'],
  ['a database elsewhere without TLS', () => secretsCheck({ ...config, databaseUrl: remote }, false), 'attention', 'not encrypted'],
  [
    'a database elsewhere with TLS',
    () => secretsCheck({ ...config, databaseUrl: `${remote}?sslmode=verify-full` }, false),
    'ok',
    'secrets',
  ],
  ['a database on this machine', () => secretsCheck({ ...config, databaseUrl: 'postgres://u:p@127.0.0.1:5432/x' }, false), 'ok', 'secrets'],
])('%s', (_, finding, state, text) => {
  const { state: is, text: says } = finding()
  expect([is, says]).toEqual([state, expect.stringContaining(text)])
})

test('a file of secrets that other accounts can read is named, and how much room the disk has', async () => {
  const dataDir = testFolder()
  writeFileSync(join(dataDir, 'session-secret'), 'hush')
  chmodSync(join(dataDir, 'session-secret'), 0o644)
  expect(secretsCheck({ ...config, dataDir }, false)).toMatchObject({ state: 'attention', text: expect.stringContaining('session-secret') })
  expect((await diskCheck({ ...config, dataDir })).text).toMatch(/^[\d.,]+ [MG]iB are free in /)
})

test('files in a folder whose name begins like that of the data folder are on a disk of their own', async () => {
  const dataDir = testFolder()
  const text = async (folder: string) => (await diskCheck({ ...config, dataDir, storage: { kind: 'file', folder } })).text
  expect(await text(`${dataDir}-files`)).toContain(`${dataDir}-files.`)
  expect(await text(join(dataDir, 'files'))).not.toContain('files')
})

test('a store that does not answer is named after a while, is tried once at a time, and its plain http is told', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const put = vi.fn(() => answered)
  const storage = { ...app.storage, put, origin: 'http://store.example.com' }
  const about = { ...app.config, publicUrl: 'https://shop.example.com' }
  const first = filesCheck(about, storage)
  const second = filesCheck(about, storage)
  const checks = await runChecks({ config: about, pool: app, settings: null, storage, node })
  expect(checks.find(({ title }) => title === 'Files')).toMatchObject({
    state: 'failing',
    text: expect.stringMatching(/^The file store did not answer/),
  })
  resolve()
  for (const finding of [await first, await second])
    expect(finding).toMatchObject({ state: 'attention', text: expect.stringContaining('http://store.example.com, without TLS') })
  expect(put).toHaveBeenCalledTimes(1)
})

test('the health page and the doctor say so if the session secret is another one', async () => {
  await assertSecret(app.db, app.config.sessionSecret)
  expect(await found('Secrets')).toMatchObject({ text: expect.not.stringContaining('is not the one') })
  expect(await found('Secrets', { sessionSecret: 'quite another secret, as long and varied' })).toMatchObject({ state: 'failing' })
})

test('the health page says so if the session secret in the data folder cannot be read', async () => {
  const dataDir = testFolder()
  mkdirSync(join(dataDir, 'session-secret'))
  const unread = { sessionSecret: null, dataDir } as unknown as typeof app.config
  expect(await found('Secrets', unread)).toMatchObject({ state: 'failing', text: expect.stringContaining('could not be checked') })
})
