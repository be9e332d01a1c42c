import type { FeedHint } from '#server/platform/events/feed.ts'

/**
 * What was told here before it had a position, so that its hint, which follows in its place, need not say it again. Whoever listened already
 * hears nothing more of it: his position stays behind until the next hint or heartbeat, and if he resumes from there he passes over what he knows.
 */
export type EarlyPublish = {
  add: (message: MessageName) => void
  /** Somebody listens from now on, who did not hear what was told before. */
  joined: () => void
  /** The hints as they are still to be told: not at all, or without the words where somebody came in between, who then asks for them. */
  rest: (hints: readonly FeedHint[]) => readonly FeedHint[]
}

type MessageName = Pick<FeedHint, 'itemId' | 'number'>

/** What is remembered. Beyond it, all of it is forgotten: a client skips what it hears twice. */
const most = 10_000

export function openEarlyPublish(): EarlyPublish {
  /** How many had come when each was told. */
  const told = new Map<string, number>()
  let comers = 0
  const nameOf = ({ itemId, number }: MessageName) => `${number} ${itemId}`

  function restOf(hint: FeedHint): FeedHint[] {
    const name = nameOf(hint)
    const heardBy = told.get(name)
    if (heardBy === undefined) return [hint]
    told.delete(name)
    return heardBy === comers ? [] : [{ ...hint, message: null }]
  }
  return {
    add: (message) => {
      if (told.size >= most) told.clear()
      told.set(nameOf(message), comers)
    },
    joined: () => {
      comers += 1
    },
    rest: (hints) => (told.size > 0 ? hints.flatMap(restOf) : hints),
  }
}
