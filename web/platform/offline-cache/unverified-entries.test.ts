import '#web/testing/indexed-db.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { cacheWindow, list, one, pages, refusal } from '#web/testing/cache-window.ts'

const store = openCacheStore()
const { here, openWindow, closeWindow, openScreen, showAnswered, cachedData } = cacheWindow(store, 'anna seller')

beforeEach(async () => {
  await store.clear()
  await store.adopt('anna seller', 'build', {})
  openWindow()
})
afterEach(closeWindow)

describe('rows that the server does not confirm (spec §9)', () => {
  it('are asked for: one that is gone is deleted, one that only moved is cached as it is now', async () => {
    await showAnswered(list, pages('gone', 'moved', 'there'))
    for (const id of ['gone', 'moved', 'there']) await showAnswered(one(id), { id, title: 'old' })
    closeWindow()
    openWindow()
    here.answer = ({ input: { id } }) => {
      if (id === 'gone') throw refusal('not-found')
      return { id, title: 'new' }
    }
    const screen = openScreen(list)
    await expect.poll(() => screen.read().data).toStrictEqual(pages('gone', 'moved', 'there'))
    screen.resolve(pages('there'))
    await expect.poll(() => here.asked.map(({ input }) => input.id)).toEqual(['gone', 'moved'])
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    await expect.poll(() => cachedData(one('moved'))).toEqual({ id: 'moved', title: 'new' })
    expect(await cachedData(one('there'))).toEqual({ id: 'there', title: 'old' })
  })

  it('are asked for too where the list came with the page, so that nothing cached was shown before it', async () => {
    await showAnswered(list, pages('gone', 'there'))
    for (const id of ['gone', 'there']) await showAnswered(one(id), { id, title: 'old' })
    closeWindow()
    here.answer = () => {
      throw refusal('not-found')
    }
    openWindow((page) => page.setQueryData(list, pages('there')))
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    expect(here.asked.map(({ input }) => input.id)).toEqual(['gone'])
    expect(await cachedData(one('there'))).toEqual({ id: 'there', title: 'old' })
    closeWindow()
    await expect.poll(() => cachedData(list)).toMatchObject({ pages: pages('there').pages })
  })

  it('are asked for too where the server answers before the cached list is found', async () => {
    await showAnswered(list, pages('gone', 'there'))
    await showAnswered(one('gone'), { id: 'gone', title: 'old' })
    closeWindow()
    openWindow()
    here.answer = () => {
      throw refusal('not-found')
    }
    openScreen(list).resolve(pages('there'))
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    expect(here.asked.map(({ input }) => input.id)).toEqual(['gone'])
  })

  it('are asked for when the connection is back, and by the next window at the latest, if they could not be before', async () => {
    await showAnswered(list, pages('gone', 'moved'))
    for (const id of ['gone', 'moved']) await showAnswered(one(id), { id, title: 'old' })
    closeWindow()
    openWindow()
    here.answer = () => {
      throw new TypeError('Failed to fetch')
    }
    const screen = openScreen(list)
    await expect.poll(() => screen.read().data).toStrictEqual(pages('gone', 'moved'))
    screen.resolve(pages())
    await expect.poll(() => here.asked.map(({ input }) => input.id)).toEqual(['gone', 'moved'])
    expect(await cachedData(one('gone'))).toEqual({ id: 'gone', title: 'old' })
    closeWindow()
    openWindow()
    await expect.poll(() => here.asked.length).toBeGreaterThan(0)
    here.answer = ({ input: { id } }) => {
      if (id === 'gone') throw refusal('not-found')
      return { id, title: 'new' }
    }
    here.sync.verify()
    await expect.poll(() => cachedData(one('gone'))).toBe(undefined)
    await expect.poll(() => cachedData(one('moved'))).toEqual({ id: 'moved', title: 'new' })
  })
})
