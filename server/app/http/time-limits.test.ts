import { connect as dial } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { connect } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { openPools } from '#server/platform/database/open-pools.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { testServer } from '#server/testing/worker.ts'

const { request, core, background } = limits.database

/** A test server with the pools and time limits of a node, and without rate limits. */
async function openNode() {
  const { app, seller, admin } = await openTestApp()
  const database = { ...testServer(), database: app.sql.options.database }
  const { pools, close } = openPools(database, 10)
  const door = await openTestServer({ ...app, ...pools }, { bench: true })
  afterAll(close)
  const node = { app, seller, admin, database, ...door }
  return { ...node, does: await openDeeds(node) }
}

const about = { email: 'nora@example.com', password: 'quite a long password' }

/** Frequent actions. Each statement is prepared on each connection first: only then are they pipelined. */
async function openDeeds({ app, seller, admin, ask, call }: TestServer & Pick<TestApp, 'app' | 'seller' | 'admin'>) {
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
  const warm = async (times: number, deed: () => Promise<unknown>) => Promise.all(Array.from({ length: times }, deed))
  for (const [deed, run] of Object.entries(does)) await warm(deed === 'sign in' ? 6 : 30, run)
  return does
}
const { app, seller, admin, database, url, ask, does } = await openNode()
type Deed = keyof typeof does

/** No measure of speed: far above the time on a busy machine, and below a wait in a queue behind a lock. */
const promptMs = 5_000

/** Repeats these actions with so many callers until the returned function is called, which settles when all have their answers. */
function flood(callers: number, deeds: readonly (() => Promise<unknown>)[]): () => Promise<unknown> {
  let over = false
  const one = async (at: number) => {
    for (let round = at; !over; round++) await deeds[round % deeds.length]?.()
  }
  const all = Promise.all(Array.from({ length: callers }, (_, at) => one(at)))
  return () => {
    over = true
    return all
  }
}

type Finished = { onTestFinished: (end: () => Promise<void>) => void }

/** Locks a table until `letGo`, as a manual migration would. */
async function lock({ app }: Pick<TestApp, 'app'>, table: string, { onTestFinished }: Finished): Promise<() => Promise<void>> {
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`lock table ${holder(table)} in access exclusive mode`
  let held = true
  const letGo = async () => {
    if (held) await holder`rollback`
    if (held) holder.release()
    held = false
  }
  onTestFinished(letGo)
  return letGo
}

const ofIdentity: readonly Deed[] = ['sign in', 'ask who they are', 'ask whether it is ready']
const ofChat: readonly Deed[] = ['write a message', 'read messages', 'mark a message read']
const ofNotices: readonly Deed[] = ['see notices', 'count notices']
const ofProducts: readonly Deed[] = ['see products', 'open a product']

// Each on a node of its own, so that they need not wait for each other.
test.concurrent.for([
  { table: 'notifications', held: ofNotices, others: [...ofIdentity, ...ofChat, ...ofProducts], node: await openNode() },
  { table: 'chat_messages', held: ofChat, others: [...ofIdentity, ...ofNotices, ...ofProducts], node: await openNode() },
  { table: 'products', held: ofProducts, others: [...ofIdentity, ...ofChat, ...ofNotices], node: await openNode() },
])(
  'while $table is locked and requested without a pause, people do everything else as usual',
  { timeout: 120_000 },
  async ({ table, held, others, node }, { onTestFinished }) => {
    await lock(node, table, { onTestFinished })
    const stop = flood(
      40,
      held.map((deed) => node.does[deed]),
    )
    onTestFinished(async () => void (await stop()))
    // Longer than a wait for a lock and a wait for a connection together.
    const end = performance.now() + core.lockMs + core.poolMs
    for (let round = 0; performance.now() < end || round < 2; round++)
      for (const deed of others) {
        const took = stopwatch()
        const { status } = await node.does[deed]()
        expect([deed, status]).toEqual([deed, 200])
        expect(took(), deed).toBeLessThan(promptMs)
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

// Mostly waiting, so they run side by side.
describe('time limits', () => {
  test.concurrent('people who need a locked table are refused in time, and no statement of theirs waits any longer', async ({
    expect,
    onTestFinished,
  }) => {
    const letGo = await lock({ app }, 'products', { onTestFinished })
    const passed = stopwatch()
    const held = Array.from({ length: 49 }, (_, at) => (at % 2 ? does['see products']() : does['open a product']()))
    const asked = ask('/rpc/products/list', { as: seller, method: 'POST', json: { json: {} } })
    await expect.poll(waiting).toBe(10)
    const response = await Promise.all(held)
    const { status, headers } = await asked
    expect([status, headers.get('retry-after')]).toEqual([503, String(limits.database.retryAfter)])
    expect(passed()).toBeLessThan(limits.database.callMs + 2_000)
    expect(new Set(response.map(({ status, answer }) => `${status} ${answer.code}`))).toEqual(new Set(['503 unavailable']))
    expect(response.every(({ answer }) => (answer.data as { retryAfter?: number }).retryAfter === limits.database.retryAfter)).toBe(true)
    // Neither for the lock nor for a connection. At most two are pipelined behind each statement that waited.
    await expect.poll(waiting, { timeout: 3 * request.lockMs }).toBe(0)
    await letGo()
    expect((await does['open a product']()).status).toBe(200)
  }, 60_000)

  test.concurrent('a person who is refused because a table is locked learns when to try again', async ({ onTestFinished }) => {
    await lock({ app }, 'notifications', { onTestFinished })
    const { status, headers } = await ask('/rpc/notifications/list', { as: seller, method: 'POST', json: { json: {} } })
    expect([status, headers.get('retry-after')]).toEqual([503, String(limits.database.retryAfter)])
  }, 60_000)

  test.concurrent('while the database does not answer at all, calls, sign-in, storefronts and pages still end in time', async ({
    onTestFinished,
  }) => {
    const { sql, db, close } = connect(database, 1)
    onTestFinished(close)
    const hung = { sql, db }
    const door = await openTestServer({ ...app, ...hung, identity: hung, chat: hung, notices: hung }, { bench: true })
    onTestFinished(door.close)
    const program = asProgram(door, await addKey(app, admin.id))
    const held = sql`select pg_sleep(600)`.execute()
    const cut = expect(held).rejects.toMatchObject({ code: '57014' })
    const started = performance.now()
    const response = await Promise.all([
      door.ask('/rpc/chats/unread', { as: seller, method: 'POST', json: {} }),
      door.ask('/rpc/users/me', { as: seller, method: 'POST', json: {} }),
      door.ask('/api/auth/sign-in', { method: 'POST', json: about }),
      door.ask('/api/auth/ended', { as: seller }),
      program('GET', '/products'),
      door.ask('/seller/products', { as: seller }),
    ])
    expect(performance.now() - started).toBeLessThan(limits.database.callMs + 5_000)
    expect(response.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
    held.cancel()
    await cut
  }, 60_000)

  test.concurrent('a statement that takes too long is cancelled by the database, and one that waits too long for a connection is not sent', async ({
    expect,
    onTestFinished,
  }) => {
    const { sql, close } = connect(database, 1, { statementMs: 3_000, lockMs: 3_000, poolMs: 200 })
    onTestFinished(close)
    // Opens the connection first, so that no query waits for that.
    await sql`select 1`
    const long = expect(sql`select pg_sleep(600), 'too long'`).rejects.toMatchObject({ code: '57014' })
    // A query is pipelined unless the first one on its connection has run for a while.
    const isOld = () => app.sql`
      select from pg_stat_activity where query like ${"%'too long'"} and clock_timestamp() > query_start + interval '150 ms'`
    await expect.poll(isOld).toHaveLength(1)
    await expect(sql`select 'behind it'`).rejects.toMatchObject({ code: 'CONNECTION_POOL_TIMEOUT' })
    await expect(sql.begin((tx) => tx`select 'behind it'`)).rejects.toMatchObject({ code: 'CONNECTION_POOL_TIMEOUT' })
    await long
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
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
  }, 60_000)
})

test('a background statement that waits too long for a lock gives its connection back, too', async ({ onTestFinished }) => {
  const { sql, close } = connect(database, 1, { ...background, lockMs: 200 })
  onTestFinished(close)
  await lock({ app }, 'products', { onTestFinished })
  await expect(sql`select from products`).rejects.toMatchObject({ code: '55P03' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})
