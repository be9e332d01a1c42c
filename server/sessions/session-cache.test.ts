import { expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { type Found, openSessionCache } from '#server/sessions/session-cache.ts'

const sela: Actor = { id: 'sela', role: 'seller', status: 'active', name: 'Sela', email: 'sela@example.com', sessionId: 's1' }
const rivka: Actor = { ...sela, id: 'rivka', sessionId: 's2' }

/** A feed that says what it is told to say. */
function openCache() {
  let heard: (hint: FeedHint) => void = () => {}
  let lastPollAt = Date.now()
  const cache = openSessionCache({
    lastPollAt: () => lastPollAt,
    onHint: (listener) => {
      heard = listener
      return () => {}
    },
  })
  const hear = (kind: FeedHint['kind'], ownerId: string) =>
    heard({ position: 1, eventId: null, kind, itemId: 'any', ownerId, number: null, message: null })
  return { ...cache, hear, fallSilent: () => (lastPollAt = Date.now() - limits.session.feedSilentMs) }
}
const remember = (cache: ReturnType<typeof openCache>, actor: Actor) => cache.through(actor.id, async () => ({ actor, leftMs: 60_000 }))

test('a session that was just seen is known without asking', async () => {
  const cache = openCache()
  expect(await remember(cache, sela)).toEqual(sela)
  expect(cache.get('sela')).toEqual(sela)
  expect(cache.get('rivka')).toBeNull()
})

test('a word about a person is believed at once, and only about him', async () => {
  const cache = openCache()
  await remember(cache, sela)
  await remember(cache, rivka)
  cache.hear('session.change', 'sela')
  expect(cache.get('sela')).toBeNull()
  expect(cache.get('rivka')).toEqual(rivka)
  cache.hear('product.approve', 'rivka')
  expect(cache.get('rivka')).toEqual(rivka)
})

test('while the feed is silent nobody is known without asking', async () => {
  const cache = openCache()
  await remember(cache, sela)
  cache.fallSilent()
  expect(cache.get('sela')).toBeNull()
})

test('what was read before a change and arrives after it is not remembered', async () => {
  const cache = openCache()
  const { promise, resolve } = Promise.withResolvers<Found>()
  const reading = cache.through('sela', () => promise)
  cache.hear('session.change', 'sela')
  resolve({ actor: sela, leftMs: 60_000 })
  expect(await reading).toEqual(sela)
  expect(cache.get('sela')).toBeNull()
})

test('a session is known no longer than it lasts', async () => {
  const cache = openCache()
  await cache.through('sela', async () => ({ actor: sela, leftMs: 0 }))
  expect(cache.get('sela')).toBeNull()
})

test('nobody suspended and no visitor is remembered', async () => {
  const cache = openCache()
  await cache.through('sela', async () => ({ actor: { ...sela, status: 'suspended' }, leftMs: 60_000 }))
  await cache.through('nobody', async () => null)
  expect([cache.get('sela'), cache.get('nobody')]).toEqual([null, null])
})
