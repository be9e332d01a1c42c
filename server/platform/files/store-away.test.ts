import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { listen } from '#server/testing/listen.ts'

/** A store that has its bucket and answers everything else with 503, with this Retry-After, or never. */
let retryAfter: string | null = null
let isSilent = false
const times: number[] = []
const store = createServer(({ method }, response) => {
  if (method === 'HEAD') return void response.writeHead(200).end()
  times.push(Date.now())
  if (isSilent) return
  response
    .writeHead(503, { 'content-type': 'application/xml', ...(retryAfter && { 'retry-after': retryAfter }) })
    .end('<Error><Code>SlowDown</Code><Message>No.</Message></Error>')
})
const { url: endpoint } = await listen(store)
afterEach(() => vi.useRealTimers())

/** Reads a file while the clock leaps ahead, over a real connection. Returns the error and how much time has passed. */
async function askAStoreThatIsAway() {
  const storage = await openStorage({ kind: 's3', bucket: 'files', endpoint, region: 'us-east-1' })
  times.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const started = Date.now()
  let error: unknown = null
  const asked = storage.get('products/p/0_a.png').catch((thrown: unknown) => {
    error = thrown
  })
  while (error === null) {
    await vi.advanceTimersByTimeAsync(250)
    for (let turns = 0; turns < 20; turns += 1) await turn()
  }
  await asked
  return { error, passed: Date.now() - started }
}

test('a store that always answers 503 is given up within two minutes, with its last answer in the error (spec §9)', async () => {
  const { error, passed } = await askAStoreThatIsAway()
  expect(error).toMatchObject({ code: 'storage/retry-limit-exceeded', cause: { name: 'SlowDown', $metadata: { httpStatusCode: 503 } } })
  expect(passed).toBeLessThanOrEqual(limits.storage.budgetMs + limits.storage.attemptMs)
  expect(passed).toBeGreaterThan(limits.storage.budgetMs - 2 * limits.upload.retryLongestMs)
  expect(times.length).toBeGreaterThan(3)
})

test('a store that asks for half a minute is not asked sooner', async () => {
  retryAfter = '30'
  const { error } = await askAStoreThatIsAway()
  expect(error).toMatchObject({ code: 'storage/retry-limit-exceeded' })
  for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(29_000)
  expect(times.length).toBeGreaterThan(1)
  expect(times.length).toBeLessThan(6)
})

test('a store that never answers is given up as well', async () => {
  isSilent = true
  const { error, passed } = await askAStoreThatIsAway()
  expect(error).toMatchObject({ code: 'storage/retry-limit-exceeded' })
  expect(passed).toBeLessThanOrEqual(limits.storage.budgetMs + limits.storage.attemptMs)
  expect(times.length).toBeGreaterThan(2)
})
