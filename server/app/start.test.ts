import { scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect as connectTo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect, type Sql } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { databaseUser } from '#server/platform/database/embedded/make-database.ts'
import { openPlace } from '#server/platform/database/embedded/place.ts'
import { type Client, register, signIn } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { listen } from '#server/testing/listen.ts'
import { listenTo } from '#server/testing/live-stream.ts'
import { databasesOf, freshFolder, installedFolder, openStarts, type Started, start } from '#server/testing/process.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'

const isRoot = process.getuid?.() === 0

const empty = { description: '', price: null, category: null, sku: null, stock: null, tags: [], attributes: [] }
const product = (title: string) => ({ ...empty, title, draft: true, imagesFollow: false })

/** Saves drafts without a pause until the server is gone. `saved` are the ids that were acknowledged so far. */
function saveUntilGone(client: Client): { saved: string[]; over: Promise<unknown> } {
  const saved: string[] = []
  const save = async (lane: number) => {
    for (let number = 0; ; number += 1) {
      const { id } = (await client.call('products/create', product(`Draft ${lane}-${number}`))) as { id: string }
      saved.push(id)
    }
  }
  return { saved, over: Promise.allSettled([1, 2, 3, 4].map(save)) }
}

/** Ends its database process, so that it has to log, and expects it to continue. */
async function expectToLogAndLive(address: string, dataDir: string): Promise<void> {
  const ok = (path: string) => fetch(address + path).then((answer) => answer.ok)
  await expect.poll(() => ok('/readyz').catch(() => false), { timeout: 60_000 }).toBe(true)
  const client = await register(address, 'Sela')
  const saves = () => client.call('products/create', product('Written')).then(() => true)
  const [before] = databasesOf(dataDir)
  process.kill(before ?? 0, 'SIGKILL')
  await expect.poll(() => databasesOf(dataDir)[0] ?? before, { timeout: 60_000 }).not.toBe(before)
  await expect.poll(() => saves().catch(() => false), { timeout: 60_000 }).toBe(true)
  expect(await ok('/healthz')).toBe(true)
}

/** A connection of the test to its embedded database. */
function connectBeside(dataDir: string) {
  const { sockets, password } = openPlace(dataDir, findBinaries())
  return connect({ path: join(sockets, '.s.PGSQL.5432'), username: databaseUser, password, database: 'postgres' }, 2)
}

const waitingIn = (sql: Sql) => sql`select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'backstall'`

async function expectAllThere(client: Client, ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await client.call('products/get', { id })).toMatchObject({ id, status: 'draft' })
}

describe('an operator', { timeout: 120_000 }, () => {
  it('gets the name of a wrong setting and its allowed values, and nothing is created', async () => {
    const dataDir = freshFolder()
    const backstall = start({ dataDir, env: { PORT: 'eighty' } })
    expect(await backstall.ended).toBe(78)
    expect(backstall.output()).toContain('PORT is "eighty"; allowed: a port number from 0 to 65535')
    expect(backstall.output()).not.toMatch(/\bat .*\.[jt]s:/)
    expect(existsSync(dataDir)).toBe(false)
  })

  describe('who starts three at once on an empty folder that was open to other accounts', () => {
    const dataDir = freshFolder()
    const startHere = openStarts()
    let all: Started[] = []
    let outcomes: PromiseSettledResult<string>[] = []
    let running: Started
    let address: string

    beforeAll(async () => {
      mkdirSync(dataDir)
      chmodSync(dataDir, 0o755)
      all = [1, 2, 3].map(() => startHere({ dataDir }))
      outcomes = await Promise.allSettled(all.map(({ ready }) => ready()))
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
      running = all[winner] as Started
      address = await running.ready()
    })

    it('gets exactly one, complete', () => {
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect(all.filter(({ output }) => output().includes('Another Backstall holds'))).toHaveLength(2)
      expect(all.filter(({ output }) => output().includes('The first admin is'))).toHaveLength(1)
      expect(databasesOf(dataDir)).toHaveLength(1)
      expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database'])
    })

    it('finds everything in the data folder closed to other accounts', () => {
      const modes = ['', 'session-secret', 'database', 'database/place.json', 'database/cluster', 'database/socket'].map(
        (name) => `${(statSync(join(dataDir, name)).mode & 0o777).toString(8)} ${name}`,
      )
      expect(modes).toEqual([
        '700 ',
        '600 session-secret',
        '700 database',
        '600 database/place.json',
        '700 database/cluster',
        '700 database/socket',
      ])
    })

    it('gets the first password once, and stops Backstall cleanly', async () => {
      const [, password = ''] = /with the password (\S+)/.exec(running.output()) ?? []
      const admin = await signIn(address, 'support@example.com', password)
      expect(await admin.call('users/me', undefined)).toMatchObject({ user: { role: 'admin', isSupport: true } })
      const { sql, close } = connectBeside(dataDir)
      const [stored] = await sql<{ hash: string }[]>`select password as hash from accounts`
      await close()
      const [salt = '', key] = stored?.hash.split(':') ?? []
      // At full cost, unlike other tests.
      expect(scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex')).toBe(key)
      running.kill('SIGTERM')
      expect(await running.ended).toBe(0)
      expect(databasesOf(dataDir)).toEqual([])

      running = startHere({ dataDir })
      address = await running.ready()
      expect(running.output()).not.toContain('password')
    })

    it('stops it cleanly also while its workers wait for a locked table, and until then it is ready', async () => {
      const { sql, close } = connectBeside(dataDir)
      onTestFinished(close)
      const locked = sql.begin(async (tx) => {
        await tx`lock table outgoing_mails, bulk_decisions, chats`
        await tx`select pg_sleep(600)`
      })
      const cut = expect(locked).rejects.toThrow()
      await expect.poll(async () => (await waitingIn(sql)).length).toBeGreaterThanOrEqual(3)
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
      // A worker that still waits when it is stopped: its wait ends after some seconds, and begins anew.
      const fresh = () => sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'backstall' and query like '%bulk_decisions%'
          and clock_timestamp() < query_start + interval '5 seconds'`
      await expect.poll(fresh).not.toEqual([])
      running.kill('SIGTERM')
      expect(await running.ended).toBe(0)
      expect(running.output()).toContain('Carrying out bulk decisions is still at work and is not waited for any longer.')
      await cut
    })
  })

  it('stops it soon also while streams, calls, webhooks and sessions wait for locked tables', async () => {
    const dataDir = await installedFolder()
    const backstall = start({ dataDir })
    const address = await backstall.ready()
    const client = await register(address, 'Sela')
    const { sql, close } = connectBeside(dataDir)
    onTestFinished(close)
    const headers = { Cookie: client.cookie }
    const streams = await Promise.all([1, 2, 3].map(() => fetch(`${address}/api/live`, { headers })))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
    const locked = sql.begin(async (tx) => {
      await tx`lock table users, webhook_endpoints`
      await tx`select pg_sleep(600)`
    })
    const cut = expect(locked).rejects.toThrow()
    await expect.poll(async () => (await waitingIn(sql)).length).toBeGreaterThanOrEqual(2)
    // Asked again when they are refused, as a call waits for a lock no longer than some seconds; until nobody answers.
    const ask = async () => {
      const isAnswered = () =>
        client.call('users/me', undefined).then(
          () => true,
          (error) => !(error instanceof TypeError),
        )
      while (await isAnswered());
    }
    const calls = Promise.all(Array.from({ length: 12 }, ask))
    await expect.poll(async () => (await waitingIn(sql)).length).toBeGreaterThanOrEqual(5)
    const passed = stopwatch()
    backstall.kill('SIGTERM')
    expect(await backstall.ended).toBe(0)
    expect(passed()).toBeLessThan(14_000)
    // It is still running only if the lock came in the middle of its pass.
    expect(backstall.output().match(/live streams still stand is still at work/g) ?? []).not.toHaveLength(2)
    await Promise.all([calls, cut])
  })

  it('learns that the port is taken, and no database is left running', async () => {
    const { port } = await listen(createServer())
    const dataDir = freshFolder()
    const backstall = start({ dataDir, env: { PORT: String(port) } })
    expect(await backstall.ended).toBe(1)
    expect(backstall.output()).toContain(`Port ${port} on 127.0.0.1 is taken`)
    expect(databasesOf(dataDir)).toEqual([])
  })

  // Not `runIf`: a skipped test counts as a failure. If the tests do not run as root, every other test covers this case.
  if (isRoot)
    it('may start it as an ordinary account', async () => {
      const parent = mkdtempSync(join(tmpdir(), 'backstall-account-'))
      onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
      chmodSync(parent, 0o777)
      const dataDir = join(parent, 'data')
      const address = await start({ dataDir, uid: 65_534 }).ready()
      await register(address, 'Sela')
      expect(statSync(join(dataDir, 'database/cluster')).uid).toBe(65_534)
    })

  describe('after kill -9', () => {
    const startHere = openStarts()
    let dataDir: string
    let running: Started
    let client: Client

    beforeAll(async () => {
      dataDir = await installedFolder()
      running = startHere({ dataDir })
      client = await register(await running.ready(), 'Sela')
    })

    /** Kills it, with or without its database, while it saves drafts. Starts it again and expects all of them. */
    async function expectAllAfter(kill: () => void): Promise<void> {
      const { saved, over } = saveUntilGone(client)
      await expect.poll(() => saved.length, { timeout: 50_000 }).toBeGreaterThan(20)
      kill()
      await over
      running = startHere({ dataDir })
      client = await signIn(await running.ready(), 'sela@example.com', 'quite a long password')
      await expectAllThere(client, saved)
    }

    it('of the server alone finds all acknowledged drafts, with the same database process', async () => {
      const before = databasesOf(dataDir)
      await expectAllAfter(() => running.kill('SIGKILL'))
      expect(running.output()).toContain('Using the database that was still running')
      expect(databasesOf(dataDir)).toEqual(before)
    })

    it('of everything finds all acknowledged drafts', async () => {
      await expectAllAfter(() => {
        for (const pid of databasesOf(dataDir)) process.kill(pid, 'SIGKILL')
        running.kill('SIGKILL')
      })
      expect(databasesOf(dataDir)).toHaveLength(1)
    })

    it('stops it at once although browsers have open streams, idle connections and connections opened ahead', async () => {
      const address = await running.ready()
      const { port, hostname } = new URL(address)
      const ahead = connectTo(Number(port), hostname)
      await once(ahead, 'connect')
      const stream = await listenTo(address, { Cookie: client.cookie })
      await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
      const passed = stopwatch()
      running.kill('SIGTERM')
      await stream.ended
      expect(stream.isWhole()).toBe(true)
      expect(await running.ended).toBe(0)
      expect(passed()).toBeLessThan(4_000)
    })
  })

  it('need not care that its log is on a full disk: it goes on, and stops cleanly', async () => {
    const dataDir = await installedFolder()
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const backstall = start({ dataDir, log: full, env: { PORT: String(port) } })
    await expectToLogAndLive(`http://127.0.0.1:${port}`, dataDir)
    backstall.kill('SIGTERM')
    expect(await backstall.ended).toBe(0)
  })

  describe('with one that runs', () => {
    const startHere = openStarts()
    let dataDir: string
    let running: Started
    let address: string

    beforeAll(async () => {
      dataDir = await installedFolder()
      running = startHere({ dataDir })
      address = await running.ready()
    })

    it('cannot start a second one on the same folder, and learns which process locks it', async () => {
      const second = startHere({ dataDir })
      expect(await second.ended).toBe(1)
      expect(second.output()).toMatch(/Another Backstall holds this data folder: process \d+, at 127\.0\.0\.1:\d+, since \d{4}-/)
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
      expect(databasesOf(dataDir)).toHaveLength(1)
    })

    it('need not restart it when the database process dies', async () => {
      const client = await register(address, 'Dora')
      const { id } = (await client.call('products/create', product('Still here'))) as { id: string }
      for (const pid of databasesOf(dataDir)) process.kill(pid, 'SIGKILL')
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200)
      await expect.poll(() => running.output(), { timeout: 60_000 }).toContain('The embedded database is there again.')
      await expectAllThere(client, [id])
      expect((await startHere({ dataDir }).ended) ?? 0).toBe(1)
    })

    it('need not care that the reader of its log is gone: it goes on, and stops cleanly', async () => {
      running.stopReading()
      await expectToLogAndLive(address, dataDir)
      running.kill('SIGTERM')
      expect(await running.ended).toBe(0)
    })
  })
})
