import { beforeAll, expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { countAttempts } from '#server/platform/rate-limits/attempts.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { addUser } from '#server/users/add-user.ts'

const { app } = await openTestApp()
const { ask } = await openTestServer(app, { trustProxy: ['127.0.0.1'] })
const password = 'a lantern in the fog'
const people = ['ida', 'jon', 'kim', 'lea', 'max', 'ned'].map((name) => `${name}@example.com`)
const [ida = '', jon = '', kim = '', lea = '', max = '', ned = ''] = people

beforeAll(async () => {
  await Promise.all(people.map((email) => addUser(app, { name: 'P', email, password }, 'seller', 'self')))
})

const signIn = (email: string, given: string, address: string, cookie = '') =>
  ask('/api/auth/sign-in', { method: 'POST', json: { email, password: given }, headers: { 'x-forwarded-for': address, cookie } })
const statuses = async (tries: Promise<{ status: number }>[]) => (await Promise.all(tries)).map(({ status }) => status).sort()
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

test('after ten wrong passwords for an account from one address even the right one is refused there, and only there', async () => {
  const sideBySide = await statuses(times(14, () => signIn(ida, 'wrong password', '203.0.113.1')))
  expect(sideBySide).toEqual([...times(limits.signIn.wrongPerAccount, () => 401), 429, 429, 429, 429])
  const refused = await signIn(ida, password, '203.0.113.1')
  expect([refused.status, refused.json]).toEqual([
    429,
    { user: null, code: 'too-many-requests', field: null, error: 'Too many attempts. Try again in 15 minutes.' },
  ])
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(limits.signIn.windowMs / 1000)
  expect((await signIn(ida, password, '203.0.113.2')).status).toBe(200)
  expect((await signIn(jon, password, '203.0.113.1')).status).toBe(200)
  await app.sql`update counters set window_ends = now() - interval '1 second'`
  expect((await signIn(ida, password, '203.0.113.1')).status).toBe(200)
})

test('an address without an account is counted like any other', async () => {
  const tries = await statuses(times(11, () => signIn('nobody@example.com', 'wrong password', '203.0.113.3')))
  expect(tries).toEqual([...times(10, () => 401), 429])
})

test('the right password does not count, so frequent sign-ins are not slowed', async () => {
  for (const _ of times(12, () => 0)) expect((await signIn(kim, password, '203.0.113.4')).status).toBe(200)
})

test('after a hundred wrong tries a network address is refused for every account', async () => {
  const { wrongPerAddress, windowMs } = limits.signIn
  for (const _ of times(wrongPerAddress, () => 0))
    await countAttempts(app, [{ of: ['sign-in', '203.0.113.5'], max: wrongPerAddress, windowMs }])
  expect((await signIn(lea, password, '203.0.113.5')).status).toBe(429)
  expect((await signIn(lea, password, '203.0.113.6')).status).toBe(200)
})

test('when an account is attacked from everywhere, a new device is refused, and a known one only waits', async () => {
  const known = (await signIn(max, password, '203.0.113.7')).headers.getSetCookie().find((cookie) => cookie.startsWith('backstall.device='))
  const { wrongPerAccountAnywhere, windowMs, slowMs } = limits.signIn
  for (const _ of times(wrongPerAccountAnywhere, () => 0)) await countAttempts(app, [{ of: ['sign-in anywhere', max], max: 0, windowMs }])
  expect((await signIn(max, password, '203.0.113.8')).status).toBe(429)
  expect((await signIn(max, password, '203.0.113.8', 'backstall.device=AAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(429)
  const before = performance.now()
  expect((await signIn(max, password, '203.0.113.9', known?.split(';')[0])).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThanOrEqual(slowMs - 50)
  expect((await signIn(ned, password, '203.0.113.9', known?.split(';')[0])).status).toBe(200)
})

test('a forwarded address in the request does not escape the count', async () => {
  const direct = await openTestServer(app)
  const tries = times(11, () =>
    direct.ask('/api/auth/sign-in', {
      method: 'POST',
      json: { email: ned, password: 'wrong password' },
      headers: { 'x-forwarded-for': `198.51.100.${Math.random()}` },
    }),
  )
  expect(await statuses(tries)).toEqual([...times(10, () => 401), 429])
})

test('a network address registers at most a hundred times an hour', async () => {
  const { perAddress, windowMs } = limits.signUp
  const register = (address: string) =>
    ask('/api/auth/sign-up', {
      method: 'POST',
      json: { name: 'N', email: `n${address}@example.com`, password },
      headers: { 'x-forwarded-for': address },
    })
  for (const _ of times(perAddress, () => 0)) await countAttempts(app, [{ of: ['sign-up', '203.0.113.10'], max: perAddress, windowMs }])
  const refused = await register('203.0.113.10')
  expect([refused.status, refused.json?.code, refused.json?.user]).toEqual([429, 'too-many-requests', null])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await register('203.0.113.11')).status).toBe(200)
})

test('BENCH lifts the counting, and nothing else', async () => {
  const bench = await openTestServer(app, { bench: true })
  const wrong = () => bench.ask('/api/auth/sign-in', { method: 'POST', json: { email: ida, password: 'wrong password' } })
  expect(await statuses(times(12, wrong))).toEqual(times(12, () => 401))
})

test('counters store no network or mail address in plain text', async () => {
  const rows = await app.sql`select key from counters`
  expect(rows.length).toBeGreaterThan(5)
  expect(JSON.stringify(rows)).not.toMatch(/@|203\.0/)
})
