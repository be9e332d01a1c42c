import type { FeedHint } from '#server/platform/events/feed.ts'

/**
 * Chat messages published on this node before they had a position, so that their hints, which follow in order, need not repeat them. A
 * listener that had the message gets nothing more: its position stays behind until the next hint or heartbeat, and if it resumes from there
 * it skips messages it has.
 */
export type EarlyPublish = {
  add: (message: MessageName) => void
  /** A new listener, without the messages published before. */
  joined: () => void
  /**
   * The hints still to be published: without those that all listeners have; without the message if a listener joined in between, which then
   * asks for it.
   */
  rest: (hints: readonly FeedHint[]) => readonly FeedHint[]
}

type MessageName = Pick<FeedHint, 'itemId' | 'number'>

/** The maximum stored. Beyond it, all are dropped: a client skips what it gets twice. */
const most = 10_000

export function openEarlyPublish(): EarlyPublish {
  /** The number of listeners that had joined when each was published. */
  const published = new Map<string, number>()
  let joins = 0
  const nameOf = ({ itemId, number }: MessageName) => `${number} ${itemId}`

  function restOf(hint: FeedHint): FeedHint[] {
    const name = nameOf(hint)
    const joinsThen = published.get(name)
    if (joinsThen === undefined) return [hint]
    published.delete(name)
    return joinsThen === joins ? [] : [{ ...hint, message: null }]
  }
  return {
    add: (message) => {
      if (published.size >= most) published.clear()
      published.set(nameOf(message), joins)
    },
    joined: () => {
      joins += 1
    },
    rest: (hints) => (published.size > 0 ? hints.flatMap(restOf) : hints),
  }
}
