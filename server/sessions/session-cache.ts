import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { Feed } from '#server/platform/events/feed.ts'

type Entry = { actor: Actor; until: number }

/** Who it is, and how long his session has left, in milliseconds. */
export type Found = { actor: Actor; leftMs: number }

/**
 * Remembers for a moment who a session belongs to, so that a page full of calls asks the database once.
 * Trusted only while the feed is alive, for a second at most (product §2: reads end within 1 s) and not beyond the session's end, and dropped at once by any hint about
 * the person or his sessions. Writes do not rely on it: they check the session in their own statement.
 */
export function openSessionCache(feed: Pick<Feed, 'lastPollAt' | 'onHint'>) {
  const { cachedMs, feedSilentMs, cachedMax } = limits.session
  const entries = new Map<string, Entry>()
  /** Counts hints about people: what was read before the last one is not remembered. */
  let changes = 0
  const stop = feed.onHint(({ kind, ownerId }) => {
    if (ownerId && (kind === 'session.change' || kind.startsWith('user.'))) forget(ownerId)
  })
  const alive = (now: number) => now - feed.lastPollAt() < feedSilentMs

  /** Forgets a person at once; what is being read about anybody meanwhile is not remembered. */
  function forget(userId: string): void {
    changes += 1
    for (const [key, { actor }] of entries) if (actor.id === userId) entries.delete(key)
  }

  /** Whoever this key was seen to belong to less than a second ago. */
  function get(key: string): Actor | null {
    const entry = entries.get(key)
    if (!entry) return null
    const now = Date.now()
    if (now < entry.until && alive(now)) return entry.actor
    entries.delete(key)
    return null
  }

  /** Asks, and remembers the answer unless something changed meanwhile. */
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
