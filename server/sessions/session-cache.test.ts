import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '#domain/user.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Found, openSessionCache } from '#server/sessions/session-cache.ts'

const sela: Actor = { id: 'sela', role: 'seller', status: 'active', name: 'Sela', email: 'sela@example.com', sessionId: 's1' }
const rivka: Actor = { ...sela, id: 'rivka', sessionId: 's2' }

// The clock stands still: an entry is used for one second only.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A session cache with a feed that the test controls. */
function openCache() {
  let heard: (hint: FeedHint) => void = () => {}
  let publishedUpTo = Date.now()
  const cache = openSessionCache({
    publishedUpTo: () => publishedUpTo,
    onHint: (listener) => {
      heard = listener
      return () => {}
    },
  })
  const sendHint = (kind: FeedHint['kind'], ownerId: string) =>
    heard({ position: 1, kind, itemId: 'any', ownerId, number: null, message: null })
  return { ...cache, sendHint, fallSilent: () => (publishedUpTo = Date.now() - limits.session.feedSilentMs) }
}
const cacheActor = (cache: ReturnType<typeof openCache>, actor: Actor) => cache.through(actor.id, async () => ({ actor, leftMs: 60_000 }))

test('a session that was just read comes from the cache', async () => {
  const cache = openCache()
  expect(await cacheActor(cache, sela)).toEqual(sela)
  expect(cache.get('sela')).toEqual(sela)
  expect(cache.get('rivka')).toBeNull()
})

test('a hint about a person drops their entry at once, and no other', async () => {
  const cache = openCache()
  await cacheActor(cache, sela)
  await cacheActor(cache, rivka)
  cache.sendHint('session.change', 'sela')
  expect(cache.get('sela')).toBeNull()
  expect(cache.get('rivka')).toEqual(rivka)
  cache.sendHint('product.approve', 'rivka')
  expect(cache.get('rivka')).toEqual(rivka)
})

test('nothing comes from the cache while the feed is silent', async () => {
  const cache = openCache()
  await cacheActor(cache, sela)
  cache.fallSilent()
  expect(cache.get('sela')).toBeNull()
})

test('a read that began before a change and ended after it is not cached', async () => {
  const cache = openCache()
  const { promise, resolve } = Promise.withResolvers<Found>()
  const reading = cache.through('sela', () => promise)
  cache.sendHint('session.change', 'sela')
  resolve({ actor: sela, leftMs: 60_000 })
  expect(await reading).toEqual(sela)
  expect(cache.get('sela')).toBeNull()
})

test('a session is not cached beyond its end', async () => {
  const cache = openCache()
  await cache.through('sela', async () => ({ actor: sela, leftMs: 0 }))
  expect(cache.get('sela')).toBeNull()
})

test('suspended people and visitors are not cached', async () => {
  const cache = openCache()
  await cache.through('sela', async () => ({ actor: { ...sela, status: 'suspended' }, leftMs: 60_000 }))
  await cache.through('nobody', async () => null)
  expect([cache.get('sela'), cache.get('nobody')]).toEqual([null, null])
})
