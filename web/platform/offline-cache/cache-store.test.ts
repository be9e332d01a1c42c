import '#web/testing/indexed-db.ts'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { readFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { isInUse, unmarkInUse } from '#web/platform/offline-cache/cache-database.ts'
import { type CacheEntry, type CacheStore, openCacheStore } from '#web/platform/offline-cache/cache-store.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const smallest = limits.cache.bytesMin
const row = (hash: string, data: unknown = hash): CacheEntry => ({ hash, data, at: Date.now() })
/** A row of a quarter of the smallest cache, including its hash. */
const quarter = (hash: string) => row(hash, 'x'.repeat(smallest / 4 - 20))
const noneOnScreen = new Set<string>()

async function ofAnna(bytes: number = smallest) {
  const store = openCacheStore(bytes)
  await store.adopt('anna', 'build 1', { user: 'Anna' })
  return store
}
async function cachedOf(store: ReturnType<typeof openCacheStore>, hashes: string[], person = 'anna') {
  const found = await Promise.all(hashes.map((hash) => store.read(person, hash)))
  return hashes.filter((_, at) => found[at] !== null)
}

describe('the offline cache', () => {
  it('is found in another window by the same person, and by no other', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one', { title: 'Teapot' })], [], noneOnScreen)
    const window = openCacheStore()
    expect((await window.read('anna', 'one'))?.data).toEqual({ title: 'Teapot' })
    expect(await window.hashes('anna')).toEqual(['one'])
    expect(await window.read('ben', 'one')).toBe(null)
    expect(await window.hashes('ben')).toEqual([])
    await window.write('ben', [row('two')], [], noneOnScreen)
    await window.remove('ben', 'one')
    await window.forgetRows('ben')
    expect(await store.hashes('anna')).toEqual(['one'])
  })

  it('takes as much room as the person allows, at least a mebibyte; the excess is deleted at once, what is on screen stays', async () => {
    const store = await ofAnna(8 * smallest)
    await store.write('anna', ['a', 'b', 'c', 'd', 'e', 'f'].map(quarter), [], noneOnScreen)
    expect(await store.size('anna')).toMatchObject({ bytesMax: 8 * smallest })
    await expect(store.allow('anna', smallest - 1, noneOnScreen)).rejects.toMatchObject({ code: 'invalid-argument', field: 'bytes' })
    await expect(store.allow('anna', Number.NaN, noneOnScreen)).rejects.toMatchObject({
      message: 'Allow at least 1 MiB (1,048,576 bytes).',
    })
    await store.allow('ben', smallest, noneOnScreen)
    expect(await cachedOf(store, ['a', 'b', 'c', 'd', 'e', 'f'])).toHaveLength(6)
    await store.allow('anna', smallest, new Set(['a']))
    expect(await cachedOf(store, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['a', 'd', 'e', 'f'])
    // The limit holds in another window and in another build for the same person, but not for another person.
    const later = openCacheStore()
    await later.adopt('anna', 'build 2', { user: 'Anna' })
    expect(await later.size('anna')).toEqual({ bytes: 0, bytesMax: smallest })
    await later.adopt('ben', 'build 2', { user: 'Ben' })
    expect(await later.size('ben')).toEqual({ bytes: 0, bytesMax: limits.cache.bytes })
    expect(await later.size('anna')).toBe(null)
  })

  it('is deleted as soon as another person signs in, or the same person with another build', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], noneOnScreen)
    await store.adopt('ben', 'build 1', { user: 'Ben' })
    expect(await store.read('anna', 'one')).toBe(null)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.read('anna', 'one')).toBe(null)
    await store.write('anna', [row('one')], [], noneOnScreen)
    await store.adopt('anna', 'build 2', { user: 'Anna' })
    expect(await store.read('anna', 'one')).toBe(null)
    expect(await store.remembered('build 1')).toBe(null)
    expect(await store.remembered('build 2')).toEqual({ user: 'Anna' })
  })

  it('is gone after a sign-out, and a window that does not know of it yet writes nothing back', async () => {
    const store = await ofAnna()
    const late = openCacheStore()
    await late.write('anna', [row('one')], [], noneOnScreen)
    await store.clear()
    await late.write('anna', [row('two')], ['one'], noneOnScreen)
    expect(await cachedOf(late, ['one', 'two'])).toEqual([])
    expect(await late.remembered('build 1')).toBe(null)
    expect(await store.isEmpty()).toBe(true)
  })

  it('cannot be read after the session ended, and comes back when the same person signs in', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], noneOnScreen)
    await store.lock()
    expect(await store.read('anna', 'one')).toBe(null)
    expect(await store.remembered('build 1')).toBe(null)
    expect(await store.isEmpty()).toBe(false)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await cachedOf(store, ['one'])).toEqual(['one'])
  })

  it('stays open for a person who signed in after the check was sent, but not because a clock was put back', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], noneOnScreen)
    const other = openCacheStore()
    await other.lock(Date.now() - 1_000)
    expect(await store.isLocked('anna')).toBe(false)
    expect(await cachedOf(store, ['one'])).toEqual(['one'])
    await store.adopt('anna', 'build 1', { user: 'Anna' }, Date.now() + 60_000)
    await other.lock(Date.now())
    expect([await store.isLocked('anna'), await store.isLocked('ben')]).toEqual([true, false])
    expect(await cachedOf(store, ['one'])).toEqual([])
    expect(await store.remembered('build 1')).toBe(null)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.isLocked('anna')).toBe(false)
    expect(await cachedOf(store, ['one'])).toEqual(['one'])
  })

  it('is no longer shown after a week, and no person is remembered for longer than a session lasts', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('old')], [], noneOnScreen)
    vi.useFakeTimers({ now: Date.now() + limits.cache.keptMs, toFake: ['Date'] })
    expect(await store.read('anna', 'old')).toBe(null)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.hashes('anna')).toEqual([])
    vi.setSystemTime(Date.now() + limits.session.lifeMs)
    expect(await store.remembered('build 1')).toBe(null)
  })

  it('loses all entries but not its owner when a name had to be erased', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], noneOnScreen)
    await store.forgetRows('anna')
    expect(await store.hashes('anna')).toEqual([])
    expect(await store.remembered('build 1')).toEqual({ user: 'Anna' })
  })
})

describe('the size of the cache (spec §9)', () => {
  it('is refused below the minimum, and is forty megabytes by default', () => {
    expect(() => openCacheStore(limits.cache.bytesMin - 1)).toThrowError(
      expect.objectContaining({ code: 'invalid-argument', field: 'bytes' }),
    )
    expect(() => openCacheStore(Number.NaN)).toThrowError(expect.objectContaining({ code: 'invalid-argument' }))
    expect(() => openCacheStore(limits.cache.bytesMin)).not.toThrow()
    expect([limits.cache.bytesMin, limits.cache.bytes]).toEqual([1_048_576, 41_943_040])
  })

  it('is limited by deleting the least recently used entries', async () => {
    const store = await ofAnna()
    const names = ['1', '2', '3', '4']
    for (const name of names) await store.write('anna', [quarter(name)], [], noneOnScreen)
    expect(await cachedOf(store, names)).toEqual(names)
    await store.write('anna', [], ['1'], noneOnScreen)
    await store.write('anna', [quarter('5')], [], noneOnScreen)
    expect(await cachedOf(store, [...names, '5'])).toEqual(['1', '3', '4', '5'])
  })

  it('never deletes what is on screen', async () => {
    const store = await ofAnna()
    for (const name of ['1', '2', '3', '4', '5']) await store.write('anna', [quarter(name)], [], new Set(['1', '2']))
    expect(await cachedOf(store, ['1', '2', '3', '4', '5'])).toEqual(['1', '2', '4', '5'])
  })

  it('counts bytes, not letters, counts a rewritten entry once, and refuses an entry larger than the whole', async () => {
    const store = await ofAnna()
    for (let time = 0; time < 9; time++) await store.write('anna', [quarter('1')], [], noneOnScreen)
    await store.write('anna', [quarter('2'), quarter('3'), quarter('4')], [], noneOnScreen)
    expect(await cachedOf(store, ['1', '2', '3', '4'])).toEqual(['1', '2', '3', '4'])
    await store.write('anna', [row('large', 'x'.repeat(smallest))], [], noneOnScreen)
    expect(await store.hashes('anna')).toEqual(['1', '2', '3', '4'])
    // Two bytes each: as long as two of the others.
    await store.write('anna', [row('letters', 'ö'.repeat(smallest / 4 - 20))], [], noneOnScreen)
    expect(await store.hashes('anna')).toEqual(['3', '4', 'letters'])
    await store.remove('anna', 'letters')
    await store.write('anna', [quarter('5'), quarter('6')], [], noneOnScreen)
    expect(await store.hashes('anna')).toEqual(['3', '4', '5', '6'])
  })
})

describe('a browser that stores nothing', () => {
  const works = async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], ['one'], noneOnScreen)
    expect([await store.read('anna', 'one'), await store.hashes('anna'), await store.remembered('build 1')]).toEqual([null, [], null])
    expect(await store.size('anna')).toBe(null)
    await Promise.all([store.lock(), store.clear(), store.remove('anna', 'one'), store.forgetRows('anna')])
  }

  it('still works where storage is blocked, as in some private windows', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await works()
  })

  it('still works where there is none', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await works()
    vi.unstubAllGlobals()
  })
})

describe('a browser whose disk is full or broken', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  /** Another visit: nothing of this window is in memory. */
  const found = async (window = openCacheStore()) => [
    await window.remembered('build 1'),
    await window.read('anna', 'secret'),
    await window.hashes('anna'),
    await window.size('anna'),
  ]
  const nothing = [null, null, [], null]

  it.each([
    ['a write', 'put', (store: CacheStore) => store.write('anna', [row('one')], [], noneOnScreen)],
    ['a read', 'get', (store: CacheStore) => store.read('anna', 'secret')],
    ['the end of a session', 'put', (store: CacheStore) => store.lock()],
    ['the next person', 'put', (store: CacheStore) => store.adopt('ben', 'build 1', { user: 'Ben' })],
    ['a removal', 'delete', (store: CacheStore) => store.remove('anna', 'secret')],
  ] as const)('loses the cache when %s fails; the window goes on as if it were empty, and unsent work stays', async (_, call, fail) => {
    const store = await ofAnna()
    await store.write('anna', [row('secret')], [], noneOnScreen)
    storeOnDevice('anna', 'unsent:one', 'Not sent yet')
    const failing = vi.spyOn(IDBObjectStore.prototype, call).mockImplementation(full)
    await fail(store)
    failing.mockRestore()
    expect(await found(store)).toEqual(nothing)
    await store.write('anna', [row('two')], [], noneOnScreen)
    expect(await found()).toEqual(nothing)
    expect(readFromDevice('anna', 'unsent:one')?.content).toBe('Not sent yet')
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    await store.write('anna', [row('three')], [], noneOnScreen)
    expect(await store.hashes('anna')).toEqual(['three'])
  })

  it('shows the next person nothing of a person who signed out, though it could not delete it, and deletes it as soon as it can', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('secret')], [], noneOnScreen)
    const failing = (['put', 'clear', 'delete'] as const).map((call) => vi.spyOn(IDBObjectStore.prototype, call).mockImplementation(full))
    const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(full)
    expect(await store.clear()).toBe(false)
    const visit = openCacheStore()
    expect(await visit.remembered('build 1')).toBe(null)
    await visit.lock()
    await visit.adopt('ben', 'build 1', { user: 'Ben' })
    expect([await visit.remembered('build 1'), await visit.read('ben', 'secret'), await visit.hashes('ben')]).toEqual([null, null, []])
    expect(await openCacheStore().remembered('build 1')).toBe(null)
    expect(await store.isEmpty()).toBe(false)
    for (const one of failing) one.mockRestore()
    deleting.mockRestore()
    // A visitor opens the page.
    await openCacheStore().lock()
    expect(await store.isEmpty()).toBe(true)
  })

  it('gives a person who signs in again nothing from before their sign-out', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('secret')], [], noneOnScreen)
    const clearing = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(full)
    const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(full)
    expect(await store.clear()).toBe(false)
    clearing.mockRestore()
    deleting.mockRestore()
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.hashes('anna')).toEqual([])
    expect(await store.remembered('build 1')).toEqual({ user: 'Anna' })
  })

  it('remembers no one where localStorage is blocked: a sign-out could not hold there', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
    const store = await ofAnna()
    expect(await store.remembered('build 1')).toBe(null)
  })
})

it('an opening that failed twice does not stop a window from clearing at a sign-out', async () => {
  const before = await ofAnna()
  await before.write('anna', [row('secret')], [], noneOnScreen)
  const window = openCacheStore()
  const fail = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  }
  const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(fail)
  expect(await window.read('anna', 'secret'), 'one that failed once is repeated').toMatchObject({ hash: 'secret' })
  const other = openCacheStore()
  opening.mockImplementationOnce(fail).mockImplementationOnce(fail)
  expect(await other.read('anna', 'secret')).toBe(null)
  opening.mockRestore()
  expect(await window.clear()).toBe(true)
  expect(await before.hashes('anna')).toEqual([])
})

it('a person who signs out while the cache is being adopted is not shown as signed in afterwards', async () => {
  const store = openCacheStore()
  const adopting = store.adopt('anna', 'build 1', { user: 'Anna' })
  const clearing = store.clear()
  unmarkInUse()
  await Promise.all([adopting, clearing])
  expect(isInUse()).toBe(false)
  await openCacheStore().adopt('anna', 'build 1', { user: 'Anna' })
  expect(isInUse(), 'the next sign-in').toBe(true)
})
