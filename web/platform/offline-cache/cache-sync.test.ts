import '#web/testing/indexed-db.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { openCacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { updateOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { cacheWindow, list, one, pages, refusal } from '#web/testing/cache-window.ts'

const store = openCacheStore()
const person = 'anna seller'
const { here, openWindow, closeWindow, openScreen, closeScreen, showAnswered, cachedData } = cacheWindow(store, person)

const reopenWindow = () => {
  closeWindow()
  openWindow()
}
const askedIds = () => here.asked.map(({ input }) => input.id)
const refuses = (code: string) => () => {
  throw refusal(code)
}
const unreachable = () => {
  throw new TypeError('Failed to fetch')
}

/** Pauses of these lengths end when a test ends them; randomness changes none of them. */
function holdPauses(lengths: number[]) {
  const pauses: { run: () => void; ms: number }[] = []
  const pause = globalThis.setTimeout
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) =>
    lengths.includes(ms) ? void pauses.push({ run, ms }) : pause(run, ms)) as never)
  return { lengths: () => pauses.map(({ ms }) => ms), endLast: () => pauses.at(-1)?.run() }
}

beforeEach(async () => {
  await store.clear()
  await store.adopt(person, 'build', {})
  openWindow()
})
afterEach(() => {
  closeWindow()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the offline cache on screen', () => {
  it('is shown before the server has answered, and the server is still asked', async () => {
    await showAnswered(one('a'), { title: 'Teapot' })
    reopenWindow()
    const screen = openScreen(one('a'))
    expect(screen.queryFn).toHaveBeenCalledTimes(1)
    await expect.poll(() => screen.read().data).toEqual({ title: 'Teapot' })
    // A form that begins with the server's answer continues to wait, and the status line does not call this current.
    expect(screen.read()).toMatchObject({ isFetching: true, isFetchedAfterMount: false, isStale: true })
    expect(here.sync.isCatchingUp()).toBe(true)
    screen.resolve({ title: 'Blue teapot' })
    await expect.poll(() => screen.read().data).toEqual({ title: 'Blue teapot' })
    expect(screen.read().isFetchedAfterMount).toBe(true)
    expect(here.sync.isCatchingUp()).toBe(false)
    closeWindow()
    await expect.poll(() => cachedData(one('a'))).toEqual({ title: 'Blue teapot' })
  })

  it('never replaces an answer of the server', async () => {
    await showAnswered(one('a'), 'old')
    reopenWindow()
    const screen = openScreen(one('a'))
    screen.resolve('new')
    await expect.poll(() => screen.read().data).toBe('new')
    await store.read(person, 'anything')
    expect(screen.read().data).toBe('new')
  })

  it('stays, with a note, while the server cannot be asked, and is verified once it can', async () => {
    await showAnswered(one('a'), 'old')
    reopenWindow()
    const screen = openScreen(one('a'))
    screen.reject(new TypeError('Failed to fetch'))
    await expect.poll(() => screen.read().data).toBe('old')
    await expect.poll(() => screen.read().isError).toBe(true)
    // The server has not confirmed it.
    expect(here.sync.isCatchingUp()).toBe(true)
    screen.queryFn.mockResolvedValue('new')
    here.sync.verify()
    await expect.poll(() => screen.read()).toMatchObject({ data: 'new', isError: false })
    expect(here.sync.isCatchingUp()).toBe(false)
  })

  it('is requested again automatically, each time later, until the server confirms it', async () => {
    await showAnswered(one('a'), 'old')
    reopenWindow()
    const pauses = holdPauses([2_000, 4_000, 8_000])
    const screen = openScreen(one('a'))
    screen.reject(Object.assign(new Error('of a proxy'), { status: 402 }))
    await expect.poll(() => screen.read().data).toBe('old')
    await expect.poll(pauses.lengths).toEqual([2_000])
    pauses.endLast()
    await expect.poll(pauses.lengths).toEqual([2_000, 4_000])
    expect(screen.queryFn).toHaveBeenCalledTimes(2)
    expect(here.sync.isCatchingUp()).toBe(true)
    screen.queryFn.mockResolvedValue('new')
    pauses.endLast()
    await expect.poll(() => screen.read().data).toBe('new')
    expect(here.sync.isCatchingUp()).toBe(false)
    expect(pauses.lengths()).toEqual([2_000, 4_000])
  })

  it('is not requested before the time that the server named, even when the connection is back', async () => {
    await showAnswered(one('a'), 'old')
    reopenWindow()
    const pauses = holdPauses([60_000])
    const screen = openScreen(one('a'))
    screen.reject(Object.assign(new Error('too often'), { status: 429, data: { retryAfter: 60 } }))
    await expect.poll(() => screen.read().data).toBe('old')
    await expect.poll(pauses.lengths).toEqual([60_000])
    here.sync.verify()
    expect(screen.read().isFetching).toBe(false)
    expect(screen.queryFn).toHaveBeenCalledTimes(1)
    expect(here.sync.isCatchingUp()).toBe(true)
  })

  it('stays when it is marked as read during a request, even if the request then fails', async () => {
    const notices = [['notifications', 'list'], { input: {}, type: 'query' }]
    await showAnswered(notices, { rows: [{ id: 'n', isRead: false }], unread: 1 })
    reopenWindow()
    const screen = openScreen(notices)
    await expect.poll(() => screen.read().data).toMatchObject({ unread: 1 })
    await here.queries.cancelQueries({ queryKey: notices })
    expect(screen.read().data).toMatchObject({ unread: 1 })
    expect(here.sync.isCatchingUp()).toBe(true)
    updateOptimistically<object>(here.queries, notices, (data) => ({ ...data, unread: 0 }))
    screen.reject(new TypeError('Failed to fetch'))
    void here.queries.invalidateQueries({ queryKey: notices })
    // Cancelled once more, it is as the optimistic update left it.
    await here.queries.cancelQueries({ queryKey: notices })
    expect(screen.read().data).toMatchObject({ unread: 0 })
    await here.queries.refetchQueries({ queryKey: notices })
    expect(screen.read()).toMatchObject({ isError: true, data: { rows: [{ id: 'n' }], unread: 0 } })
  })

  it('is removed from screen and store when the server answers not found', async () => {
    await showAnswered(one('a'), 'old')
    reopenWindow()
    const screen = openScreen(one('a'))
    await expect.poll(() => screen.read().data).toBe('old')
    screen.reject(refusal('not-found'))
    await expect.poll(() => screen.read()).toMatchObject({ data: undefined, isError: true })
    await expect.poll(() => cachedData(one('a'))).toBe(undefined)
  })

  it('contains no optimistic updates, no secrets, and nothing that only describes the moment', async () => {
    await showAnswered(one('a'), 'said')
    here.queries.setQueryData(one('a'), 'expected')
    const moment = [['chats', 'typists'], { input: { id: 'c' }, type: 'query' }]
    const secret = [['apiKeys', 'list'], { type: 'query' }]
    await showAnswered(moment, 'Ben is writing')
    await showAnswered(secret, 'key')
    closeWindow()
    await expect.poll(() => cachedData(one('a'))).toBe('said')
    expect(await store.hashes(person)).toEqual([JSON.stringify(one('a'))])
  })

  it('contains the beginning of a long list', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({ rows: [{ id: `${at}` }], next: `${at}` }))
    await showAnswered(list, { pages: rows, pageParams: rows.map((_, at) => at) })
    closeWindow()
    await expect.poll(() => cachedData(list)).toEqual({ pages: rows.slice(0, 4), pageParams: [0, 1, 2, 3] })
  })

  it('is not read for a query that is disabled', async () => {
    await showAnswered(one('a'), 'old')
    reopenWindow()
    const screen = openScreen(one('a'), false)
    await store.read(person, 'anything')
    expect(screen.read().data).toBe(undefined)
  })
})

describe('rows that the server does not confirm (spec §9)', () => {
  it('are asked for: one that is gone is deleted, one that only moved is cached as it is now', async () => {
    await showAnswered(list, pages('gone', 'moved', 'there'))
    for (const id of ['gone', 'moved', 'there']) await showAnswered(one(id), { id, title: 'old' })
    reopenWindow()
    here.answer = ({ input: { id } }) => {
      if (id === 'gone') throw refusal('not-found')
      return { id, title: 'new' }
    }
    const screen = openScreen(list)
    await expect.poll(() => screen.read().data).toStrictEqual(pages('gone', 'moved', 'there'))
    screen.resolve(pages('there'))
    await expect.poll(askedIds).toEqual(['gone', 'moved'])
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    await expect.poll(() => cachedData(one('moved'))).toEqual({ id: 'moved', title: 'new' })
    expect(await cachedData(one('there'))).toEqual({ id: 'there', title: 'old' })
  })

  it('are asked for too where the list came with the page, so that nothing cached was shown before it', async () => {
    await showAnswered(list, pages('gone', 'there'))
    for (const id of ['gone', 'there']) await showAnswered(one(id), { id, title: 'old' })
    closeWindow()
    here.answer = refuses('not-found')
    openWindow((page) => page.setQueryData(list, pages('there')))
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    expect(askedIds()).toEqual(['gone'])
    expect(await cachedData(one('there'))).toEqual({ id: 'there', title: 'old' })
    closeWindow()
    await expect.poll(() => cachedData(list)).toMatchObject({ pages: pages('there').pages })
  })

  it('are asked for too where the server answers before the cached list is found', async () => {
    await showAnswered(list, pages('gone', 'there'))
    await showAnswered(one('gone'), { id: 'gone', title: 'old' })
    reopenWindow()
    here.answer = refuses('not-found')
    openScreen(list).resolve(pages('there'))
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    expect(askedIds()).toEqual(['gone'])
  })

  it('are asked for when the connection is back, if they could not be before', async () => {
    await showAnswered(list, pages('gone', 'moved'))
    for (const id of ['gone', 'moved']) await showAnswered(one(id), { id, title: 'old' })
    reopenWindow()
    here.answer = unreachable
    openScreen(list).resolve(pages())
    await expect.poll(askedIds).toEqual(['gone', 'moved'])
    expect(await cachedData(one('gone'))).toEqual({ id: 'gone', title: 'old' })
    here.answer = ({ input: { id } }) => {
      if (id === 'gone') throw refusal('not-found')
      return { id, title: 'new' }
    }
    here.sync.verify()
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    await expect.poll(() => cachedData(one('moved'))).toEqual({ id: 'moved', title: 'new' })
    expect(askedIds()).toEqual(['gone', 'moved', 'gone', 'moved'])
    await expect.poll(() => cachedData(list)).toMatchObject({ pages: pages().pages })
  })

  it('do not keep their list from being stored if the server always fails on one of them', async () => {
    await showAnswered(list, pages('broken'))
    await showAnswered(one('broken'), { id: 'broken', title: 'old' })
    reopenWindow()
    here.answer = refuses('internal')
    openScreen(list).resolve(pages())
    await expect.poll(askedIds).toEqual(['broken'])
    await expect.poll(() => cachedData(list)).toMatchObject({ pages: pages().pages })
  })

  it('are asked for once the next window has read the list, if the window was closed before: until then the cache has the former list', async () => {
    await showAnswered(list, pages('gone'))
    await showAnswered(one('gone'), { id: 'gone', title: 'old' })
    reopenWindow()
    here.answer = unreachable
    openScreen(list).resolve(pages())
    await expect.poll(askedIds).toEqual(['gone'])
    reopenWindow()
    here.answer = refuses('not-allowed')
    const screen = openScreen(list)
    await expect.poll(() => screen.read().data).toStrictEqual(pages('gone'))
    expect([here.sync.isCatchingUp(), askedIds()]).toEqual([true, []])
    screen.resolve(pages())
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    expect(askedIds()).toEqual(['gone'])
    await expect.poll(() => cachedData(list)).toMatchObject({ pages: pages().pages })
  })

  it('do not include what the server has answered since the list was requested', async () => {
    await showAnswered(list, pages('moved', 'gone'))
    for (const id of ['moved', 'gone']) await showAnswered(one(id), { id, title: 'old' })
    reopenWindow()
    const screen = openScreen(list)
    await expect.poll(() => screen.read().data).toStrictEqual(pages('moved', 'gone'))
    await showAnswered(one('moved'), { id: 'moved', title: 'new' })
    await expect.poll(() => cachedData(one('moved'))).toEqual({ id: 'moved', title: 'new' })
    here.answer = refuses('not-found')
    screen.resolve(pages())
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    expect(askedIds()).toEqual(['gone'])
  })
})

describe('two windows of one person', () => {
  it('each protect only their own screen: what the other one shows may be deleted to make room', async () => {
    const large = (id: string) => ({ id, padding: 'x'.repeat(limits.cache.bytesMin / 4) })
    await store.allow(person, limits.cache.bytesMin, new Set())
    await store.write(person, [{ hash: JSON.stringify(one('in the other')), data: large('in the other'), at: Date.now() }], [], new Set())
    await showAnswered(one('here'), large('here'))
    for (const id of ['a', 'b', 'c', 'd']) {
      await showAnswered(one(id), large(id))
      await expect.poll(() => cachedData(one(id))).toEqual(large(id))
      closeScreen()
    }
    expect(await cachedData(one('here'))).toEqual(large('here'))
    expect(await cachedData(one('in the other'))).toBe(undefined)
    expect(await cachedData(one('a'))).toBe(undefined)
  })

  it('a window whose cache another one locked by mistake asks who is signed in; one whose cache is open does not', async () => {
    here.lockedOut = 0
    await showAnswered(one('a'), { title: 'Teapot' })
    await expect.poll(() => cachedData(one('a'))).toEqual({ title: 'Teapot' })
    expect(here.lockedOut).toBe(0)
    await store.lock()
    await showAnswered(one('b'), { title: 'Kettle' })
    await expect.poll(() => here.lockedOut).toBe(1)
    expect(await cachedData(one('b'))).toBe(undefined)
  })
})
