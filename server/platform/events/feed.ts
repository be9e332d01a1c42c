import type { FeedKind } from '#domain/event-kinds.ts'
import type { Live } from '#server/live/live.ts'

/** A hint with its position. Every node gets it once, in order. */
export type FeedHint = {
  position: number
  kind: FeedKind
  itemId: string
  ownerId: string | null
  /** The number of a chat message, and the message itself as JSON; null for all other kinds. */
  number: number | null
  message: string | null
}

/** The running feed of this node: dispatcher, consumers and live streams. */
export type Feed = {
  /** Signals that hints were committed; coalesced, cheap, safe to call often. */
  wake: () => void
  /** The moment (ms) up to which everything committed on any node has been published here; a cache may be trusted while it is recent. */
  publishedUpTo: () => number
  /** Calls the listener for every hint that reaches this node, whatever its audience. Returns a function that ends that. */
  onHint: (listener: (hint: FeedHint) => void) => () => void
  /** The streams that are open on this node. */
  live: Live
  close: () => Promise<void>
}
