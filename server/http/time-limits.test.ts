import { connect as dial } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { connect } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { openDoor } from '#server/testing/door.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { addProduct } from '#server/testing/things.ts'
import { openWorld } from '#server/testing/world.ts'

const { app, seller, admin } = await openWorld()
const database = { ...inject('database'), database: app.sql.options.database }
const { request, background } = limits.database

/** A door with pools of its own, with the time limits that `server/start.ts` gives them. */
async function openLimited() {
  const pools = [connect(database, 10, request), connect(database, 4, request), connect(database, 2, background)] as const
  const [{ sql, db }, core, behind] = pools
  const door = await openDoor({ ...app, sql, db, core, background: behind })
  onTestFinished(async () => void (await Promise.all(pools.map(({ close }) => close()))))
  onTestFinished(door.close)
  return door
}

/** Holds a table until `letGo`, as a migration by hand would. */
async function lock(table: string): Promise<() => Promise<void>> {
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

const waiting = async () => (await app.sql`select from pg_locks where not granted and relation = 'products'::regclass`).length

test('while a table is locked, only the calls that need it are refused: people sign in, write, read and are told as ever', async () => {
  const { ask, call } = await openLimited()
  const { id } = await addProduct(app, seller.id)
  const { answer: chat } = await call('chats.open', {}, seller)
  const password = 'quite a long password'
  const about = { name: 'Nora', email: 'nora@example.com', password }
  expect((await ask('/api/auth/sign-up', { method: 'POST', json: about })).status).toBe(200)
  const letGo = await lock('products')
  const passed = stopwatch()
  const held = Array.from({ length: 50 }, (_, at) => {
    if (at % 2) return call('products.list', {}, seller)
    return call('products.get', { id }, admin)
  })
  await expect.poll(waiting).toBe(10)

  const others = stopwatch()
  const signIn = await ask('/api/auth/sign-in', { method: 'POST', json: { email: about.email, password } })
  expect(signIn.status).toBe(200)
  const said = await call('chats.send', { id: chat.id, clientId: newId(), text: 'Is something wrong?' }, seller)
  expect(said.status).toBe(200)
  expect((await call('chats.messages', { id: chat.id }, admin)).answer).toMatchObject({ rows: [{ text: 'Is something wrong?' }] })
  expect((await call('notifications.list', {}, seller)).status).toBe(200)
  expect((await call('users.me', undefined, seller)).status).toBe(200)
  expect((await ask('/readyz')).json).toEqual({ ready: true, missing: [] })
  expect(others()).toBeLessThan(request.lockMs)
  // All of that while the fifty waited.
  expect(await waiting()).toBe(10)

  const told = await Promise.all(held)
  expect(passed()).toBeLessThan(limits.database.callMs + 2_000)
  expect(new Set(told.map(({ status, answer }) => `${status} ${answer.code}`))).toEqual(new Set(['503 unavailable']))
  expect(told.every(({ answer }) => (answer.data as { retryAfter?: number }).retryAfter === limits.database.retryAfter)).toBe(true)
  // Nothing of theirs waits any longer: neither for the lock nor for a connection.
  await expect.poll(waiting).toBe(0)
  await letGo()
  expect((await call('products.get', { id }, seller)).status).toBe(200)
}, 60_000)

test('who is refused because a table is locked is told when to come back', async () => {
  const { ask } = await openLimited()
  await lock('products')
  const { status, headers } = await ask('/rpc/products/list', { as: seller, method: 'POST', json: { json: {} } })
  expect([status, headers.get('retry-after')]).toEqual([503, String(limits.database.retryAfter)])
}, 60_000)

test('a background statement that meets a lock gives its connection back, too', async () => {
  const { sql, close } = connect(database, 1, { ...background, lockMs: 200 })
  onTestFinished(close)
  await lock('products')
  await expect(sql`select from products`).rejects.toMatchObject({ code: '55P03' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a statement that works too long is ended by the database, and one that waits too long for a connection is not sent', async () => {
  const { sql, close } = connect(database, 1, { statementMs: 3_000, lockMs: 3_000, poolMs: 200 })
  onTestFinished(close)
  // From here on the connection is open: a query is not held up by its opening.
  await sql`select 1`
  const long = expect(sql`select pg_sleep(600), 'too long'`).rejects.toMatchObject({ code: '57014' })
  // Only behind a query that has taken its time already no other is sent.
  const isOld = () => app.sql`
    select from pg_stat_activity where query like ${"%'too long'"} and clock_timestamp() > query_start + interval '150 ms'`
  await expect.poll(isOld).toHaveLength(1)
  await expect(sql`select 'behind it'`).rejects.toMatchObject({ code: 'CONNECTION_POOL_TIMEOUT' })
  await expect(sql.begin((tx) => tx`select 'behind it'`)).rejects.toMatchObject({ code: 'CONNECTION_POOL_TIMEOUT' })
  await long
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

/** Sends a request whose body comes byte by byte and never ends; what was answered until the connection was closed. */
async function trickle(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const line = dial(Number(port), hostname)
  let told = ''
  line.setEncoding('utf8').on('data', (text: string) => (told += text))
  line.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`)
  const dripping = setInterval(() => line.write(' '), 100)
  await new Promise((resolve) => line.on('error', resolve).on('close', resolve))
  clearInterval(dripping)
  return told
}

test('who sends a body drop by drop is told so in time, and cut off', async () => {
  const { url } = await openLimited()
  const passed = stopwatch()
  const told = await Promise.all(['/api/auth/sign-in', '/rpc/users/me'].map((path) => trickle(url, path)))
  for (const answer of told) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/^connection: close$/im)
    expect(answer).toContain('"code":"too-slow"')
  }
  expect(passed()).toBeLessThan(limits.request.anonymousBodyMs + 5_000)
}, 60_000)
