import type { Sql } from '#server/platform/database/database.ts'
import { hintsAfter } from '#server/platform/events/dispatch.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { limits } from '#server/platform/limits/limits.ts'

export type FeedReader = {
  /** The last position published on this node. */
  lastPosition: () => number
  /** The hints after a position, without the messages of chats; null if this node does not keep so many. */
  recentAfter: (position: number) => FeedHint[] | null
  /** The moment (ms) up to which everything committed has been published here. */
  publishedUpTo: () => number
  /** Takes hints that this node dispatched; false if an earlier one is missing here, then `readNew` reads all of them. */
  take: (hints: readonly FeedHint[], since: number | null) => boolean
  /** Reads and publishes what other nodes dispatched. */
  readNew: () => Promise<void>
}

type Heads = { head: number; oldest: number | null; newest: number | null }

/** A message may be erased, so it is not kept. */
const withoutMessage = (hint: FeedHint): FeedHint => (hint.message === null ? hint : { ...hint, message: null })

/** Reads the feed on this node: every hint once, in the order of positions, without a gap. `before` are the last hints up to `start`. */
export function openFeedReader(
  sql: Sql,
  { start, before }: { start: number; before: readonly FeedHint[] },
  deps: { publish: (hints: readonly FeedHint[]) => void; rewound: () => void },
): FeedReader {
  let lastPosition = start
  /** The last hints up to `lastPosition`, without a gap: thousands of streams that resume at once do not ask the database. */
  let recent = before.map(withoutMessage)
  let publishedUpTo = 0
  /** When we last read, and the newest hint that waited for a position then. */
  let lastRead = { at: 0, newest: 0 }

  function publish(hints: readonly FeedHint[]) {
    const fresh = hints.filter(({ position }) => position > lastPosition)
    const isNext = fresh[0]?.position === lastPosition + 1
    if (fresh.length > 0) recent = [...(isNext ? recent : []), ...fresh.map(withoutMessage)].slice(-limits.feed.recentMax)
    lastPosition = fresh.at(-1)?.position ?? lastPosition
    if (fresh.length > 0) deps.publish(fresh)
  }
  async function readTo(head: number) {
    for (let more = true; more && lastPosition < head; ) {
      const hints = await hintsAfter(sql, lastPosition, limits.feed.batch)
      more = hints.length > 0
      publish(hints)
    }
  }
  /** If all hints that waited at the last read are gone, everything committed before it has been published. */
  function advancePublishedUpTo(at: number, { oldest, newest }: Heads) {
    if (oldest === null) publishedUpTo = Math.max(publishedUpTo, at)
    else if (oldest > lastRead.newest) publishedUpTo = Math.max(publishedUpTo, lastRead.at)
    lastRead = { at, newest: newest ?? lastRead.newest }
  }
  return {
    lastPosition: () => lastPosition,
    recentAfter: (position) => {
      const missed = lastPosition - position
      return missed > recent.length ? null : recent.slice(recent.length - missed)
    },
    publishedUpTo: () => publishedUpTo,
    take: (hints, since) => {
      const next = hints[0]
      if (next && next.position > lastPosition + 1) return false
      publish(hints)
      if (since !== null) publishedUpTo = Math.max(publishedUpTo, since)
      return true
    },
    readNew: async () => {
      const at = Date.now()
      const before = lastPosition
      const [heads] = await sql<Heads[]>`
        select h.position as head, w.oldest, w.newest from feed_head h, (select min(id) as oldest, max(id) as newest from feed_waiting) w`
      if (!heads) throw new Error('The feed has no head.')
      if (heads.head < before) {
        // The database was restored to an earlier state: the positions published since will be given again.
        lastPosition = heads.head
        recent = []
        deps.rewound()
      }
      await readTo(heads.head)
      advancePublishedUpTo(at, heads)
    },
  }
}
