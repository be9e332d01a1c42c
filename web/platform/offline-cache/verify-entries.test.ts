import '#web/testing/indexed-db.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { verifyEntries } from '#web/platform/offline-cache/verify-entries.ts'
import { fakeLocks } from '#web/testing/locks.ts'

const store = openCacheStore()
const person = 'anna seller'
const earlier = 1_000_000
const rows = Array.from({ length: 250 }, (_, at) => `row ${at}`)

const entry = (hash: string, at = Date.now()) => ({ hash, data: 'as it was', at })
const confirm = (hashes: readonly string[], at?: number) =>
  store.write(
    person,
    hashes.map((hash) => entry(hash, at)),
    [],
    new Set(),
  )

/** A window with the list of what it asked; a test decides when the server answers. */
function openWindow() {
  const asked: string[] = []
  const waiting = new Map<string, { answer: () => void; fail: (error: unknown) => void }>()
  const answered: string[] = []
  const stopped = new AbortController()
  const failed = vi.fn()
  const over = vi.fn()
  const verify = verifyEntries({
    ...{ store, person, failed, over, signal: stopped.signal },
    ask: (hash) => {
      asked.push(hash)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const end = (how: () => void) => () => {
        waiting.delete(hash)
        how()
      }
      const answer = end(() => {
        answered.push(hash)
        resolve()
      })
      waiting.set(hash, { answer, fail: (error) => end(() => reject(error))() })
      return promise
    },
    flush: () => confirm(answered.splice(0)).then(() => {}),
  })
  const answerAll = async (count: number) => {
    while (asked.length < count || waiting.size > 0) {
      for (const { answer } of waiting.values()) answer()
      await new Promise<void>((resolve) => setTimeout(resolve))
    }
  }
  return { verify, asked, waiting, failed, over, answerAll, close: () => stopped.abort() }
}

beforeEach(async () => {
  fakeLocks()
  await store.clear()
  await store.adopt(person, 'build', {})
  await confirm(rows, earlier)
})
afterEach(() => vi.unstubAllGlobals())

describe('unverified entries', () => {
  it('are asked for in their order, a hundred at once, and are verified once answered', async () => {
    await store.markUnverified(person, [...rows].reverse(), Date.now())
    const { verify, asked, waiting, over, answerAll } = openWindow()
    verify()
    await expect.poll(() => asked.length).toBe(100)
    verify()
    for (const { answer } of [...waiting.values()].slice(0, 30)) answer()
    await expect.poll(() => asked.length).toBe(130)
    expect(waiting.size).toBe(100)
    await answerAll(250)
    await expect.poll(() => over.mock.calls.length).toBeGreaterThan(0)
    expect(asked).toEqual([...rows].reverse())
    expect(await store.unverified(person)).toEqual([])
  })

  it('do not include a row the server has answered since, one that is marked already, or one that is not cached', async () => {
    const now = Date.now()
    await confirm(['row 1'], now + 1)
    await store.markUnverified(person, ['row 2', 'row 3'], now)
    await store.markUnverified(person, ['row 3', 'row 1', 'never cached', 'row 0', 'row 2'], now)
    expect(await store.unverified(person)).toEqual(['row 2', 'row 3', 'row 0'])
    expect(await store.unverified('ben seller')).toEqual([])
  })

  it('stay unverified when the server cannot be reached: one is tried later, and the rest follows when it was answered', async () => {
    await store.markUnverified(person, rows, Date.now())
    const { verify, asked, waiting, failed, answerAll } = openWindow()
    verify()
    await expect.poll(() => asked.length).toBe(100)
    const cause = new TypeError('Failed to fetch')
    for (const { answer } of [...waiting.values()].slice(0, 20)) answer()
    await expect.poll(() => asked.length).toBe(120)
    for (const { fail } of [...waiting.values()]) fail(cause)
    await expect.poll(() => failed.mock.calls).toEqual([[cause]])
    expect(asked).toHaveLength(120)
    expect(await store.unverified(person)).toEqual(rows.slice(20))
    verify()
    await expect.poll(() => asked.slice(120)).toEqual(['row 20'])
    waiting.get('row 20')?.fail(cause)
    await expect.poll(() => failed.mock.calls.length).toBe(2)
    verify()
    await answerAll(120 + 1 + 230)
    expect(asked.slice(121)).toEqual(rows.slice(20))
    await expect.poll(() => store.unverified(person)).toEqual([])
  })

  it('are verified by one of two windows, and the other goes on when that one is closed', async () => {
    await store.markUnverified(person, rows, Date.now())
    const [one, other] = [openWindow(), openWindow()]
    one.verify()
    await expect.poll(() => one.asked.length).toBe(100)
    other.verify()
    for (const { answer } of [...one.waiting.values()].slice(0, 50)) answer()
    await expect.poll(() => one.asked.length).toBe(150)
    expect(other.asked).toEqual([])
    await confirm(one.asked.slice(0, 50))
    one.close()
    // A browser gives the lock of a closed window to the next one.
    for (const { answer } of one.waiting.values()) answer()
    await expect.poll(() => other.asked.length).toBe(100)
    expect(other.asked).toEqual(rows.slice(50, 150))
    await other.answerAll(200)
    await expect.poll(() => store.unverified(person)).toEqual([])
    expect(one.asked).toHaveLength(150)
  })

  it('that come up during the verification are included', async () => {
    await store.markUnverified(person, rows.slice(0, 3), Date.now())
    const { verify, asked, answerAll, over } = openWindow()
    verify()
    await expect.poll(() => asked.length).toBe(3)
    await store.markUnverified(person, rows.slice(2, 5), Date.now())
    verify()
    await answerAll(5)
    await expect.poll(() => over.mock.calls.length).toBeGreaterThan(0)
    expect(asked).toEqual(rows.slice(0, 5))
  })
})
