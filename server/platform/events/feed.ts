import type { FeedKind } from '#domain/event.ts'
import type { Live } from '#server/live/live.ts'

/** Something that happened, with the position it was given; what every node hears once, in order. */
export type FeedHint = {
  position: number
  /** Null for a hint that is no event of the history. */
  eventId: number | null
  kind: FeedKind
  itemId: string
  ownerId: string | null
  /** Of a message in a chat, and the message itself as JSON; null for all else. */
  number: number | null
  message: string | null
}

/** The running feed of this node: dispatcher, consumers and live streams. */
export type Feed = {
  /** Says that something was committed; coalesced, cheap, safe to call often. */
  wake: () => void
  /** The moment (ms) up to which everything committed anywhere has surely been heard here; a cache may be trusted as long as it is young. */
  lastPollAt: () => number
  /** Calls the listener for every hint that reaches this node, whoever may hear it. Returns how to stop. */
  onHint: (listener: (hint: FeedHint) => void) => () => void
  /** The streams that are open on this node. */
  live: Live
  close: () => Promise<void>
}
