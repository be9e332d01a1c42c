import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { type CacheEntry, openCacheStore } from '#web/platform/offline-cache/cache-store.ts'

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
/** As much as a quarter of the smallest store, with its hash. */
const quarter = (hash: string) => row(hash, 'x'.repeat(smallest / 4 - 20))
const nobodyLooks = new Set<string>()

async function ofAnna(bytes: number = smallest) {
  const store = openCacheStore(bytes)
  await store.adopt('anna', 'build 1', { user: 'Anna' })
  return store
}
async function keptOf(store: ReturnType<typeof openCacheStore>, hashes: string[], person = 'anna') {
  const found = await Promise.all(hashes.map((hash) => store.read(person, hash)))
  return hashes.filter((_, at) => found[at] !== null)
}

describe('what was seen', () => {
  it('is there again in another window, for the person who saw it and for nobody else', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one', { title: 'Teapot' })], [], nobodyLooks)
    const window = openCacheStore()
    expect((await window.read('anna', 'one'))?.data).toEqual({ title: 'Teapot' })
    expect(await window.hashes('anna')).toEqual(['one'])
    expect(await window.read('ben', 'one')).toBe(null)
    expect(await window.hashes('ben')).toEqual([])
    await window.write('ben', [row('two')], [], nobodyLooks)
    await window.remove('ben', 'one')
    await window.forgetRows('ben')
    expect(await store.hashes('anna')).toEqual(['one'])
  })

  it('takes as much room as somebody allows, at least a mebibyte; what is too much goes at once, what is on screen stays', async () => {
    const store = await ofAnna(8 * smallest)
    await store.write('anna', ['a', 'b', 'c', 'd', 'e', 'f'].map(quarter), [], nobodyLooks)
    expect(await store.size('anna')).toMatchObject({ bytesMax: 8 * smallest })
    await expect(store.allow('anna', smallest - 1, nobodyLooks)).rejects.toMatchObject({ code: 'invalid-argument', field: 'bytes' })
    await expect(store.allow('anna', Number.NaN, nobodyLooks)).rejects.toMatchObject({
      message: 'Allow at least 1 MiB (1,048,576 bytes).',
    })
    await store.allow('ben', smallest, nobodyLooks)
    expect(await keptOf(store, ['a', 'b', 'c', 'd', 'e', 'f'])).toHaveLength(6)
    await store.allow('anna', smallest, new Set(['a']))
    expect(await keptOf(store, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['a', 'd', 'e', 'f'])
    // Another window, and another build for the same person, go by it; somebody else does not.
    const later = openCacheStore()
    await later.adopt('anna', 'build 2', { user: 'Anna' })
    expect(await later.size('anna')).toEqual({ bytes: 0, bytesMax: smallest })
    await later.adopt('ben', 'build 2', { user: 'Ben' })
    expect(await later.size('ben')).toEqual({ bytes: 0, bytesMax: limits.cache.bytes })
    expect(await later.size('anna')).toBe(null)
  })

  it('is gone as soon as somebody else signs in, or the same person with another build', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], nobodyLooks)
    await store.adopt('ben', 'build 1', { user: 'Ben' })
    expect(await store.read('anna', 'one')).toBe(null)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.read('anna', 'one')).toBe(null)
    await store.write('anna', [row('one')], [], nobodyLooks)
    await store.adopt('anna', 'build 2', { user: 'Anna' })
    expect(await store.read('anna', 'one')).toBe(null)
    expect(await store.remembered('build 1')).toBe(null)
    expect(await store.remembered('build 2')).toEqual({ user: 'Anna' })
  })

  it('is gone after a sign-out, and a window that has not heard of it yet writes nothing back', async () => {
    const store = await ofAnna()
    const late = openCacheStore()
    await late.write('anna', [row('one')], [], nobodyLooks)
    await store.clear()
    await late.write('anna', [row('two')], ['one'], nobodyLooks)
    expect(await keptOf(late, ['one', 'two'])).toEqual([])
    expect(await late.remembered('build 1')).toBe(null)
    expect(await store.isEmpty()).toBe(true)
  })

  it('cannot be read after the session ran out, and comes back when the same person signs in', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], nobodyLooks)
    await store.lock()
    expect(await store.read('anna', 'one')).toBe(null)
    expect(await store.remembered('build 1')).toBe(null)
    expect(await store.isEmpty()).toBe(false)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await keptOf(store, ['one'])).toEqual(['one'])
  })

  it('stays open for whoever has signed in since it was asked whether anybody is there, but not by a clock that was put back', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], nobodyLooks)
    const other = openCacheStore()
    await other.lock(Date.now() - 1_000)
    expect(await store.isLocked('anna')).toBe(false)
    expect(await keptOf(store, ['one'])).toEqual(['one'])
    await store.adopt('anna', 'build 1', { user: 'Anna' }, Date.now() + 60_000)
    await other.lock(Date.now())
    expect([await store.isLocked('anna'), await store.isLocked('ben')]).toEqual([true, false])
    expect(await keptOf(store, ['one'])).toEqual([])
    expect(await store.remembered('build 1')).toBe(null)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.isLocked('anna')).toBe(false)
    expect(await keptOf(store, ['one'])).toEqual(['one'])
  })

  it('is not shown any more after a week, nor is anybody remembered for longer than a session lasts', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('old')], [], nobodyLooks)
    vi.useFakeTimers({ now: Date.now() + limits.cache.keptMs, toFake: ['Date'] })
    expect(await store.read('anna', 'old')).toBe(null)
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.hashes('anna')).toEqual([])
    vi.setSystemTime(Date.now() + limits.session.lifeMs)
    expect(await store.remembered('build 1')).toBe(null)
  })

  it('is all forgotten but for whose it is, where a name had to be taken out', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], [], nobodyLooks)
    await store.forgetRows('anna')
    expect(await store.hashes('anna')).toEqual([])
    expect(await store.remembered('build 1')).toEqual({ user: 'Anna' })
  })
})

describe('the size of what was seen (spec §9)', () => {
  it('is refused below the least, and is forty megabytes unless said otherwise', () => {
    expect(() => openCacheStore(limits.cache.bytesMin - 1)).toThrowError(
      expect.objectContaining({ code: 'invalid-argument', field: 'bytes' }),
    )
    expect(() => openCacheStore(Number.NaN)).toThrowError(expect.objectContaining({ code: 'invalid-argument' }))
    expect(() => openCacheStore(limits.cache.bytesMin)).not.toThrow()
    expect([limits.cache.bytesMin, limits.cache.bytes]).toEqual([1_048_576, 41_943_040])
  })

  it('is kept by forgetting what was used least recently', async () => {
    const store = await ofAnna()
    const names = ['1', '2', '3', '4']
    for (const name of names) await store.write('anna', [quarter(name)], [], nobodyLooks)
    expect(await keptOf(store, names)).toEqual(names)
    await store.write('anna', [], ['1'], nobodyLooks)
    await store.write('anna', [quarter('5')], [], nobodyLooks)
    expect(await keptOf(store, [...names, '5'])).toEqual(['1', '3', '4', '5'])
  })

  it('never forgets what is on screen', async () => {
    const store = await ofAnna()
    for (const name of ['1', '2', '3', '4', '5']) await store.write('anna', [quarter(name)], [], new Set(['1', '2']))
    expect(await keptOf(store, ['1', '2', '3', '4', '5'])).toEqual(['1', '2', '4', '5'])
  })

  it('counts bytes, not letters, counts what is written again once, and takes nothing that is larger than all', async () => {
    const store = await ofAnna()
    for (let time = 0; time < 9; time++) await store.write('anna', [quarter('1')], [], nobodyLooks)
    await store.write('anna', [quarter('2'), quarter('3'), quarter('4')], [], nobodyLooks)
    expect(await keptOf(store, ['1', '2', '3', '4'])).toEqual(['1', '2', '3', '4'])
    await store.write('anna', [row('large', 'x'.repeat(smallest))], [], nobodyLooks)
    expect(await store.hashes('anna')).toEqual(['1', '2', '3', '4'])
    // Two bytes each: as long as two of the others.
    await store.write('anna', [row('letters', 'ö'.repeat(smallest / 4 - 20))], [], nobodyLooks)
    expect(await store.hashes('anna')).toEqual(['3', '4', 'letters'])
    await store.remove('anna', 'letters')
    await store.write('anna', [quarter('5'), quarter('6')], [], nobodyLooks)
    expect(await store.hashes('anna')).toEqual(['3', '4', '5', '6'])
  })
})

describe('a browser that keeps nothing', () => {
  const works = async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one')], ['one'], nobodyLooks)
    expect([await store.read('anna', 'one'), await store.hashes('anna'), await store.remembered('build 1')]).toEqual([null, [], null])
    expect(await store.size('anna')).toBe(null)
    await Promise.all([store.lock(), store.clear(), store.remove('anna', 'one'), store.forgetRows('anna')])
  }

  it('works all the same where storage is barred, as in some private windows', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await works()
  })

  it('works all the same where there is none', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await works()
    vi.unstubAllGlobals()
  })

  it('keeps what it had when the disk is full', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('one', 1)], [], nobodyLooks)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await store.write('anna', [row('one', 2), row('two')], [], nobodyLooks)
    put.mockRestore()
    // Whoever looks how much is kept is told that nothing is, until something fits again.
    expect(await store.size('anna')).toBe(null)
    expect((await store.read('anna', 'one'))?.data).toBe(1)
    expect(await store.hashes('anna')).toEqual(['one'])
    await store.write('anna', [row('two')], [], nobodyLooks)
    expect(await store.hashes('anna')).toEqual(['one', 'two'])
    expect(await store.size('anna')).toMatchObject({ bytesMax: smallest })
  })
})

describe('a browser whose disk is full', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }

  it('shows nothing of whoever signed out, though it could not remove it, and removes it as soon as it can', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('secret')], [], nobodyLooks)
    const clearing = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(full)
    const removing = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(full)
    expect(await store.clear()).toBe(false)
    const window = openCacheStore()
    expect([await window.remembered('build 1'), await window.read('anna', 'secret'), await window.hashes('anna')]).toEqual([null, null, []])
    clearing.mockRestore()
    removing.mockRestore()
    // A visitor opens the page: it locks what may be there.
    await window.lock()
    await window.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await window.hashes('anna')).toEqual([])
    await window.write('anna', [row('new')], [], nobodyLooks)
    expect((await window.read('anna', 'new'))?.data).toBe('new')
  })

  it('removes all where it cannot note that a session ran out, or who came next', async () => {
    const store = await ofAnna()
    await store.write('anna', [row('secret')], [], nobodyLooks)
    const noting = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    await store.lock()
    await store.adopt('ben', 'build 1', { user: 'Ben' })
    expect(await openCacheStore().remembered('build 1')).toBe(null)
    noting.mockRestore()
    await store.adopt('anna', 'build 1', { user: 'Anna' })
    expect(await store.hashes('anna')).toEqual([])
  })

  it('does not remember the one before where the next could neither be noted nor the former removed', async () => {
    const store = await ofAnna()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(full)
    await store.adopt('ben', 'build 1', { user: 'Ben' })
    expect(await openCacheStore().remembered('build 1')).toBe(null)
  })
})

it('an opening that failed once keeps no window from clearing at a sign-out', async () => {
  const before = await ofAnna()
  await before.write('anna', [row('secret')], [], nobodyLooks)
  const window = openCacheStore()
  const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  expect(await window.read('anna', 'secret')).toBe(null)
  opening.mockRestore()
  expect(await window.clear()).toBe(true)
  expect(await before.hashes('anna')).toEqual([])
})
