import type { Actor } from '#domain/user.ts'
import type { Feed } from '#server/platform/events/feed.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Entry = { actor: Actor; until: number }

/** The person, and the time their session has left, in milliseconds. */
export type Found = { actor: Actor; leftMs: number }

/**
 * Caches who a session belongs to, so that a page with many calls queries the database once. An entry is used only while the feed is alive, for
 * one second at most (product §2: reads end within 1 s) and not beyond the end of the session; any hint about the person or their sessions drops
 * it at once. Writes do not rely on it: they check the session in their own statement.
 */
export function openSessionCache(feed: Pick<Feed, 'publishedUpTo' | 'onHint'>) {
  const { cachedMs, feedSilentMs, cachedMax } = limits.session
  const entries = new Map<string, Entry>()
  /** Counts hints about people: a read that began before the last one is not cached. */
  let changes = 0
  const stop = feed.onHint(({ kind, ownerId }) => {
    if (ownerId && (kind === 'session.change' || kind.startsWith('user.'))) forget(ownerId)
  })
  const alive = (now: number) => now - feed.publishedUpTo() < feedSilentMs

  /** Drops a person's entries at once; no read in progress, about any person, is cached. */
  function forget(userId: string): void {
    changes += 1
    for (const [key, { actor }] of entries) if (actor.id === userId) entries.delete(key)
  }

  /** The person that this key belonged to less than a second ago. */
  function get(key: string): Actor | null {
    const entry = entries.get(key)
    if (!entry) return null
    const now = Date.now()
    if (now < entry.until && alive(now)) return entry.actor
    entries.delete(key)
    return null
  }

  /** Runs `ask` and caches its answer unless something changed meanwhile. */
  async function through(key: string, ask: () => Promise<Found | null>): Promise<Actor | null> {
    const before = changes
    const since = Date.now()
    const found = await ask()
    if (found?.actor.status !== 'active' || changes !== before) return found?.actor ?? null
    if (entries.size >= cachedMax) entries.clear()
    entries.set(key, { actor: found.actor, until: since + Math.min(cachedMs, found.leftMs) })
    return found.actor
  }

  return { get, through, forget, close: stop }
}
