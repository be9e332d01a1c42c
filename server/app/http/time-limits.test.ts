import { connect as dial } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { openPools } from '#server/platform/database/open-pools.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { databaseOf, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { testServer } from '#server/testing/worker.ts'

const { request, core, background } = limits.database

/** A test server with the pools and time limits of a node, and without rate limits. */
async function openNode() {
  const { app, seller, admin } = await openTestApp()
  const database = { ...testServer(), database: databaseOf(app) }
  const { pools, close } = openPools(database, 10)
  const server = await openTestServer({ ...app, ...pools }, { bench: true })
  afterAll(close)
  const node = { app, seller, admin, database, ...server }
  return { ...node, does: await openActions(node) }
}

const about = { email: 'nora@example.com', password: 'quite a long password' }

/** Frequent actions. Each statement is prepared on each connection first: only then are they pipelined. */
async function openActions({ app, seller, admin, ask, call }: TestServer & Pick<TestApp, 'app' | 'seller' | 'admin'>) {
  const { id } = await addProduct(app, seller.id)
  const { answer: chat } = await call('chats.open', {}, seller)
  expect((await ask('/api/auth/sign-up', { method: 'POST', json: { ...about, name: 'Nora' } })).status).toBe(200)
  const send = () => call('chats.send', { id: chat.id, clientId: newId(), text: 'Is something wrong?' }, seller)
  const markRead = async () => call('chats.markRead', { id: chat.id, number: (await send()).answer.number }, admin)
  const does = {
    'sign in': () => ask('/api/auth/sign-in', { method: 'POST', json: about }),
    'ask who they are': () => call('users.me', undefined, seller),
    'ask whether it is ready': () => ask('/readyz'),
    'write a message': send,
    'read messages': () => call('chats.messages', { id: chat.id }, admin),
    'mark a message read': markRead,
    'see notices': () => call('notifications.list', {}, seller),
    'count notices': () => call('notifications.unread', undefined, admin),
    'see products': () => call('products.list', {}, seller),
    'open a product': () => call('products.get', { id }, admin),
  }
  const warm = async (times: number, action: () => Promise<unknown>) => Promise.all(Array.from({ length: times }, action))
  for (const [action, run] of Object.entries(does)) await warm(action === 'sign in' ? 6 : 30, run)
  return does
}
const { app, seller, admin, database, url, ask, does } = await openNode()
type Action = keyof typeof does

/** Not a measure of speed: far above the time on a busy machine, and below a wait in a queue behind a lock. */
const promptMs = 5_000

/** Repeats these actions with this many callers until the returned function is called, which settles when all have their answers. */
function flood(callers: number, actions: readonly (() => Promise<unknown>)[]): () => Promise<unknown> {
  let over = false
  const one = async (at: number) => {
    for (let round = at; !over; round++) await actions[round % actions.length]?.()
  }
  const all = Promise.all(Array.from({ length: callers }, (_, at) => one(at)))
  return () => {
    over = true
    return all
  }
}

type Finished = { onTestFinished: (end: () => Promise<void>) => void }

/** Locks a table until `unlock`, as a manual migration would. */
async function lock({ app }: Pick<TestApp, 'app'>, table: string, { onTestFinished }: Finished): Promise<() => Promise<void>> {
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`lock table ${holder(table)} in access exclusive mode`
  let blocked = true
  const unlock = async () => {
    if (blocked) await holder`rollback`
    if (blocked) holder.release()
    blocked = false
  }
  onTestFinished(unlock)
  return unlock
}

const ofIdentity: readonly Action[] = ['sign in', 'ask who they are', 'ask whether it is ready']
const ofChat: readonly Action[] = ['write a message', 'read messages', 'mark a message read']
const ofNotices: readonly Action[] = ['see notices', 'count notices']
const ofProducts: readonly Action[] = ['see products', 'open a product']

// Each on a separate node, so that they need not wait for each other.
test.concurrent.for([
  { table: 'notifications', blocked: ofNotices, others: [...ofIdentity, ...ofChat, ...ofProducts], node: await openNode() },
  { table: 'chat_messages', blocked: ofChat, others: [...ofIdentity, ...ofNotices, ...ofProducts], node: await openNode() },
  { table: 'products', blocked: ofProducts, others: [...ofIdentity, ...ofChat, ...ofNotices], node: await openNode() },
])(
  'while $table is locked and requested without a pause, people do everything else as usual',
  { timeout: 120_000 },
  async ({ table, blocked, others, node }, { onTestFinished }) => {
    await lock(node, table, { onTestFinished })
    const stop = flood(
      40,
      blocked.map((action) => node.does[action]),
    )
    onTestFinished(async () => void (await stop()))
    // Longer than a wait for a lock and a wait for a connection together. Those who are served pause between two requests.
    const end = performance.now() + core.lockMs + core.poolMs
    for (let round = 0; performance.now() < end || round < 2; round++)
      for (const action of others) {
        const took = stopwatch()
        const { status } = await node.does[action]()
        expect([action, status]).toEqual([action, 200])
        expect(took(), action).toBeLessThan(promptMs)
        await pause(50)
      }
  },
)

const waiting = async () => (await app.sql`select from pg_locks where not granted and relation = 'products'::regclass`).length

/** Sends a request whose body comes byte by byte and never ends. Returns the answer up to the end of the connection. */
async function trickle(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const line = dial(Number(port), hostname)
  let response = ''
  line.setEncoding('utf8').on('data', (text: string) => (response += text))
  line.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`)
  const dripping = setInterval(() => line.write(' '), 100)
  await new Promise((resolve) => line.on('error', resolve).on('close', resolve))
  clearInterval(dripping)
  return response
}

/** A connection to the server that stays open until the server has closed it in both directions; `text` is what has come back. */
function line(): { write: (text: string) => void; text: () => string; closed: Promise<void> } {
  const { hostname, port } = new URL(url)
  const socket = dial({ port: Number(port), host: hostname, allowHalfOpen: true })
  let response = ''
  let knocking: NodeJS.Timeout
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  // A server that has only ended its own side takes this in silence; one that has closed resets the connection.
  socket.on('end', () => (knocking = setInterval(() => socket.write(' '), 100)))
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('error', () => {}).on('close', () => resolve(clearInterval(knocking)))
  return { write: (text) => socket.writable && socket.write(text), text: () => response, closed: promise }
}

const { sql, db, close } = connect(database, 1)
afterAll(close)
const hung = { sql, db }
const server = await openTestServer({ ...app, ...hung, identity: hung, chat: hung, notices: hung }, { bench: true })

// Mostly waiting, so they run side by side.
describe('time limits', () => {
  test.concurrent('people who need a locked table are refused in time, and no statement of theirs waits any longer', async ({
    expect,
    onTestFinished,
  }) => {
    const unlock = await lock({ app }, 'products', { onTestFinished })
    /** Fifty calls; returns how many statements waited at once. */
    const refused = async (): Promise<number> => {
      const passed = stopwatch()
      const blocked = Promise.all(Array.from({ length: 49 }, (_, at) => (at % 2 ? does['see products']() : does['open a product']())))
      const asked = ask('/rpc/products/list', { as: seller, method: 'POST', json: { json: {} } })
      let [most, isOver] = [0, false]
      void Promise.allSettled([blocked, asked]).then(() => (isOver = true))
      for (; !isOver; await pause(20)) most = Math.max(most, await waiting())
      const [response, { status, headers }] = [await blocked, await asked]
      expect([status, headers.get('retry-after')]).toEqual([503, String(limits.database.retryAfter)])
      expect(passed()).toBeLessThan(limits.database.callMs + 2_000)
      expect(new Set(response.map(({ status, answer }) => `${status} ${answer.code}`))).toEqual(new Set(['503 unavailable']))
      expect(response.every(({ answer }) => (answer.data as { retryAfter?: number }).retryAfter === limits.database.retryAfter)).toBe(true)
      return most
    }
    let together = await refused()
    // Again, if the machine stalled for as long as they waited.
    while (together < 10) together = await refused()
    expect(together).toBe(10)
    // Neither for the lock nor for a connection. At most two are pipelined behind each statement that waited.
    const ended = stopwatch()
    await expect.poll(waiting).toBe(0)
    expect(ended()).toBeLessThan(3 * request.lockMs)
    await unlock()
    expect((await does['open a product']()).status).toBe(200)
  })

  test.concurrent('a person who is refused because a table is locked learns when to try again', async ({ onTestFinished }) => {
    await lock({ app }, 'notifications', { onTestFinished })
    const { status, headers } = await ask('/rpc/notifications/list', { as: seller, method: 'POST', json: { json: {} } })
    expect([status, headers.get('retry-after')]).toEqual([503, String(limits.database.retryAfter)])
  })

  test.concurrent('while the database does not answer, calls, sign-in, storefronts and pages still end in time', async () => {
    const program = asProgram(server, await addKey(app, admin.id))
    const blocked = sql`select pg_sleep(600)`
    const cut = expect(blocked).rejects.toMatchObject({ code: '57014' })
    const passed = stopwatch()
    const response = await Promise.all([
      server.ask('/rpc/chats/unread', { as: seller, method: 'POST', json: {} }),
      server.ask('/rpc/users/me', { as: seller, method: 'POST', json: {} }),
      server.ask('/api/auth/sign-in', { method: 'POST', json: about }),
      server.ask('/api/auth/ended', { as: seller }),
      program('GET', '/products'),
      server.ask('/seller/products', { as: seller }),
    ])
    expect(passed()).toBeLessThan(limits.database.callMs + 5_000)
    expect(response.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
    blocked.cancel()
    await cut
  })

  test.concurrent('a statement that takes too long is cancelled by the database, and one that waits too long for a connection is not sent', async ({
    expect,
    onTestFinished,
  }) => {
    const hasty = connect(database, 1, { statementMs: 3_000, lockMs: 3_000, poolMs: 60_000 })
    onTestFinished(hasty.close)
    const cancelled = expect(hasty.sql`select pg_sleep(600)`).rejects.toMatchObject({ code: '57014' })
    const { sql, close } = connect(database, 1, { statementMs: 600_000, lockMs: 3_000, poolMs: 200 })
    onTestFinished(close)
    // Opens the connection first, so that no query waits for that.
    await sql`select 1`
    const sleeping = sql`select pg_sleep(600), 'too long'`
    const long = expect(sleeping).rejects.toMatchObject({ code: '57014' })
    // A query is pipelined unless the first one on its connection has run for a while.
    const isOld = () => app.sql`
      select from pg_stat_activity where query like ${"%'too long'"} and clock_timestamp() > query_start + interval '150 ms'`
    await expect.poll(isOld).toHaveLength(1)
    await expect(sql`select 'behind it'`).rejects.toMatchObject({ code: 'CONNECTION_POOL_TIMEOUT' })
    await expect(sql.begin((tx) => tx`select 'behind it'`)).rejects.toMatchObject({ code: 'CONNECTION_POOL_TIMEOUT' })
    sleeping.cancel()
    await Promise.all([cancelled, long])
    for (const one of [hasty.sql, sql]) expect(await one`select 1 as one`).toEqual([{ one: 1 }])
  })

  test.concurrent('a client that sends a body drop by drop is refused in time, and cut off', async () => {
    const passed = stopwatch()
    const response = await Promise.all(['/api/auth/sign-in', '/rpc/users/me'].map((path) => trickle(url, path)))
    for (const answer of response) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toMatch(/^connection: close$/im)
      expect(answer).toContain('"code":"too-slow"')
    }
    expect(passed()).toBeLessThan(limits.request.anonymousBodyMs + 5_000)
  })

  test.concurrent('a connection without a whole request is closed within seconds, and one that only rested is not', async ({
    expect,
    onTestFinished,
  }) => {
    const used = line()
    used.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(used.text).toContain('"alive":true')
    const atOnce = stopwatch()
    const passed = stopwatch()
    const silent = line()
    const slow = line()
    const foreign = line()
    foreign.write('\u0016\u0003\u0001 this is no HTTP')
    await foreign.closed
    expect(foreign.text()).toMatch(/^HTTP\/1\.1 400 /)
    expect(atOnce()).toBeLessThan(limits.connection.headerMs)
    slow.write('GET /healthz HTTP/1.1\r\n')
    const dripping = setInterval(() => slow.write('x: y\r\n'), 200)
    onTestFinished(async () => clearInterval(dripping))
    await Promise.all([silent.closed, slow.closed])
    for (const { text } of [silent, slow]) expect(text()).toMatch(/^HTTP\/1\.1 408 /)
    expect(passed()).toBeLessThan(limits.connection.headerMs + limits.connection.checkMs + 5_000)
    // Its header takes a while, too, and it has rested longer than a header may take.
    const header = 'GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    let sent = 0
    const typing = setInterval(() => used.write(header.slice(sent, ++sent)), 60)
    onTestFinished(async () => clearInterval(typing))
    await used.closed
    expect(used.text()).toContain('"ready":true')
  })
})

test('a background statement that waits too long for a lock gives its connection back, too', async ({ onTestFinished }) => {
  const { sql, close } = connect(database, 1, { ...background, lockMs: 200 })
  onTestFinished(close)
  await lock({ app }, 'products', { onTestFinished })
  await expect(sql`select from products`).rejects.toMatchObject({ code: '55P03' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})
