import { writeFileSync } from 'node:fs'
import { createServer, connect as dial } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connect } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { databaseUser } from '#server/platform/database/embedded/make-database.ts'
import { openPlace, type Place } from '#server/platform/database/embedded/place.ts'
import { startPostmaster, stopPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { shareSessions } from '#server/platform/database/open-database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { listen } from '#server/testing/listen.ts'
import { start } from '#server/testing/process.ts'
import { openS3Server } from '#server/testing/s3-server.ts'
import { connected, testFolder } from '#server/testing/worker.ts'

let place: Place
let port: number
const secret = 'a secret that all nodes share, long enough'

beforeAll(async () => {
  place = openPlace(testFolder(), findBinaries())
  port = await freePort()
  const access = join(place.cluster, 'over-tcp.conf')
  writeFileSync(access, 'host all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o644 })
  await startPostmaster(place, { listen_addresses: '127.0.0.1', port: String(port), hba_file: access, fsync: 'off' })
})

afterAll(() => stopPostmaster(place))

const url = (password: string) => `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`

it('a pooler that shares sessions among transactions is detected, unlike connections with sessions of their own', async () => {
  const one = connect(url(place.password), 1)
  const other = connect(url(place.password), 1)
  const two = connect(url(place.password), 2)
  onTestFinished(async () => void (await Promise.all([one, other, two].map(({ close }) => close()))))
  expect(await shareSessions(one.sql, other.sql)).toBe(false)
  // Such a pooler gives both connections the session that was used last, ...
  expect(await shareSessions(one.sql, one.sql)).toBe(true)
  // ... or one connection several sessions in turn.
  for (const connection of [await two.sql.reserve(), await two.sql.reserve()]) connection.release()
  expect(await shareSessions(two.sql, other.sql)).toBe(true)
})

it('of several hosts the one that accepts writes is used, and looked for again when it has become read-only', {
  timeout: 180_000,
}, async () => {
  const other = openPlace(testFolder(), findBinaries())
  const otherPort = await freePort()
  const access = join(other.cluster, 'trusting.conf')
  writeFileSync(access, 'local all all trust\nhost all all 127.0.0.1/32 trust\n', { mode: 0o644 })
  await startPostmaster(other, { listen_addresses: '127.0.0.1', port: String(otherPort), hba_file: access, fsync: 'off' })
  onTestFinished(() => stopPostmaster(other))
  const first = connect(url(place.password), 1)
  const second = connect(url('').replace(`${port}`, `${otherPort}`), 1)
  const hosts = `127.0.0.1:${otherPort},127.0.0.1:${port}`
  const both = `${url(place.password).replace(`127.0.0.1:${port}`, hosts)}?target_session_attrs=read-write`
  const { sql, close } = connect(both, 1)
  onTestFinished(async () => void (await Promise.all([first, second, { close }].map((one) => one.close()))))
  const setReadOnly = (server: typeof first, isReadOnly: 'on' | 'off') =>
    server.sql.unsafe(`set default_transaction_read_only = off; alter database postgres set default_transaction_read_only = ${isReadOnly}`)
  const usedPort = async () => (await sql<{ port: number }[]>`select inet_server_port() as port`)[0]?.port

  await setReadOnly(second, 'on')
  expect(await usedPort()).toBe(port)
  await setReadOnly(first, 'on')
  await setReadOnly(second, 'off')
  await sql`set default_transaction_read_only = on`
  await expect(sql`create table written (n int)`).rejects.toMatchObject({ code: '25006' })
  expect(await usedPort()).toBe(otherPort)
  await setReadOnly(second, 'on')
  await sql`set default_transaction_read_only = on`
  await expect(sql.begin((tx) => tx`create table written (n int)`)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '25006' })
  await setReadOnly(first, 'off')
  expect(await usedPort()).toBe(port)
})

const knownToPoolers = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'TimeZone',
  'DateStyle',
  'standard_conforming_strings',
])

/** The start parameters of a connection, from its first message. */
const namesIn = (start: Buffer) =>
  start
    .subarray(8)
    .toString()
    .split('\0')
    .filter((name, at) => at % 2 === 0 && name !== '')

/** A pooler in session mode, like PgBouncer: it accepts only the start parameters that it knows. Returns the port it listens on. */
async function openPooler(change = (answer: Buffer) => answer): Promise<number> {
  const pooler = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (start: Buffer) => {
        const other = namesIn(start).find((name) => !knownToPoolers.has(name))
        const refusal = `SFATAL\0C08P01\0Munsupported startup parameter: ${other}\0\0`
        const head = Buffer.from('E\0\0\0\0')
        head.writeInt32BE(refusal.length + 4, 1)
        if (other) return socket.end(Buffer.concat([head, Buffer.from(refusal)]))
        const behind = dial(port, '127.0.0.1').on('error', () => socket.destroy())
        behind.write(start)
        socket.pipe(behind).on('data', (answer: Buffer) => socket.write(change(answer)))
        behind.on('end', () => socket.end())
      })
  })
  return (await listen(pooler)).port
}

it('Backstall runs behind a pooler in session mode, and its time limits apply there on every connection', {
  timeout: 180_000,
}, async () => {
  const pooled = url(place.password).replace(`:${port}/`, `:${await openPooler()}/`)
  const backstall = start({ dataDir: testFolder(), env: { DATABASE_URL: pooled, SESSION_SECRET: secret } })
  await backstall.ready()
  const { sql } = connected(pooled, 1, { statementMs: 7_000, lockMs: 3_000, poolMs: 60_000 })
  const settings = () => sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
  expect(await settings()).toEqual([{ statement: '7s', lock: '3s' }])
  await expect(sql`select pg_terminate_backend(pg_backend_pid())`).rejects.toThrow()
  expect(await settings()).toEqual([{ statement: '7s', lock: '3s' }])
  backstall.kill('SIGTERM')
  expect(await backstall.ended).toBe(0)
})

it('at the connection limit a starting node waits and says so, callers beyond it are refused, and all are served when there is room', {
  timeout: 180_000,
}, async () => {
  const { sql } = connected(url(place.password), 1)
  await sql.unsafe(`create role limited login password 'limited' connection limit 0`)
  const limited = `postgres://limited:limited@127.0.0.1:${port}/postgres`
  const backstall = start({ dataDir: testFolder(), env: { DATABASE_URL: limited, SESSION_SECRET: secret } })
  await expect.poll(backstall.output).toContain('Waiting for the database of DATABASE_URL (too many connections for role')
  const other = start({ dataDir: testFolder(), env: { DATABASE_URL: limited, SESSION_SECRET: secret } })
  await expect.poll(other.output).toContain('Waiting for the database')
  other.kill('SIGTERM')
  expect(await other.ended).toBe(0)
  expect(other.output()).toMatch(/Stopping \(SIGTERM\)\.\nStopped\.\n$/)
  // One is too few for a starting node, which opens two, so it goes on waiting.
  await sql`alter role limited connection limit 1`
  const pool = connected(limited, 6)
  const refused: unknown[] = []
  // Those who have a connection keep it until the others are refused.
  await sql`select pg_advisory_lock(53300)`
  const six = () => Array.from({ length: 6 }, () => pool.sql`select pg_advisory_xact_lock_shared(53300)`.then())
  const first = Promise.all(six().map((one) => one.catch((error: unknown) => refused.push(error))))
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(5)
  await sql`select pg_advisory_unlock(53300)`
  await first
  for (const error of refused) expect(error).toMatchObject({ code: '53300' })
  // The limit does not apply to a superuser.
  await sql`alter role limited superuser`
  expect(await Promise.all(six())).toHaveLength(6)
  await backstall.ready()
})

const own = { DATABASE_URL: () => url(place.password), SESSION_SECRET: () => secret }

/** Answers as PostgreSQL 14 would. */
function asOlder(answer: Buffer): Buffer {
  const at = answer.indexOf('\0\0\0\x0218\0\0\0\x01f')
  if (at >= 0) answer.write('14', at + 4)
  return answer
}

/** An empty database, and a role that may only connect to it. */
async function openPowerless(): Promise<string> {
  const { sql } = connected(url(place.password), 1)
  await sql.unsafe('create database powerless')
  await sql.unsafe(`create role powerless login password 'powerless'`)
  return `postgres://powerless:powerless@127.0.0.1:${port}/powerless`
}

it.each<[what: string, env: Record<string, () => string | Promise<string>>, sentence: string]>([
  [
    'a wrong password',
    { DATABASE_URL: () => url('quite-wrong') },
    'The database of DATABASE_URL cannot be used: password authentication failed',
  ],
  ['an unknown database', { DATABASE_URL: () => `${url(place.password)}2` }, 'cannot be used: database "postgres2" does not exist'],
  [
    'a read-only database',
    { DATABASE_URL: () => `${url(place.password)}?default_transaction_read_only=on` },
    'cannot be used: it is read-only',
  ],
  [
    'a role that may make no tables',
    { DATABASE_URL: openPowerless },
    'has too few rights in its database: permission denied for database powerless. Make it the owner',
  ],
  [
    'an old PostgreSQL',
    { DATABASE_URL: async () => url(place.password).replace(`:${port}/`, `:${await openPooler(asOlder)}/`) },
    'cannot be used: it is PostgreSQL 14; at least 15 is needed.',
  ],
  [
    'another secret than the other nodes',
    { SESSION_SECRET: () => 'quite-wrong, but long enough to be one', CURRENCY: () => 'CHF' },
    'SESSION_SECRET (or the file session-secret in DATA_DIR) is not the one',
  ],
  [
    'a missing bucket',
    { STORAGE_URL: async () => `s3://quite-missing?endpoint=${(await openS3Server()).url}` },
    'The file store (STORAGE_URL) cannot be used: ',
  ],
])('of %s the operator reads one sentence, without a secret, and nothing is written', async (_, wrong, sentence) => {
  const env: Record<string, string> = {
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  }
  for (const [name, value] of Object.entries({ ...own, ...wrong })) env[name] = await value()
  const { sql } = connected(url(place.password), 1)
  const stored = () => sql`select i.*, (select count(*) from users) as users from installation i`
  const before = await stored()
  const backstall = start({ dataDir: testFolder(), env })
  expect(await backstall.ended).toBe(78)
  const lines = backstall.output().trim().split('\n').slice(-2)
  expect(lines).toEqual(['Backstall cannot start.', expect.stringContaining(sentence)])
  expect(backstall.output()).not.toMatch(/quite-wrong|^ +at /m)
  expect(await stored()).toEqual(before)
})

it('a node that loses its place at the connection limit during its start ends with a sentence, and may be started again', async () => {
  const { sql } = connected(url(place.password), 1)
  await sql.unsafe(`create role narrow login password 'narrow' connection limit 2`)
  await sql.unsafe('create database narrow owner narrow')
  const narrow = `postgres://narrow:narrow@127.0.0.1:${port}/narrow`
  const backstall = start({ dataDir: testFolder(), env: { DATABASE_URL: narrow, SESSION_SECRET: secret } })
  expect(await backstall.ended).toBe(1)
  expect(backstall.output()).toMatch(
    /Backstall cannot start\.\nThe start failed because the database or the file store cannot be reached: too many connections for role "narrow"\.\n$/,
  )
})
