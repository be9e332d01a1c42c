import { type Listeners, listenerRoles, listenersOf } from '#server/live/listeners.ts'
import { type Frames, heardBy, send } from '#server/live/stream.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'

/** An id that owns nothing, so it hears only what every person of the role hears. */
const noOwner = ''

/**
 * Publishes the hints, in their order, to all listeners who may hear them. `mayHear` is asked once per hint and audience (a role, or an
 * owner in that role, who hears more than it, except for notes about them) instead of per stream, and the frames of each audience are encoded
 * once.
 */
export function publishToListeners(hints: readonly FeedHint[], listeners: Listeners, frames: Frames): void {
  const owners = new Set(hints.map(({ ownerId }) => ownerId ?? noOwner))
  const ofOwners = [...owners].flatMap((id) => listenersOf(listeners, id))
  for (const role of listenerRoles) {
    const streams = listeners.byRole[role]
    if (streams.size === 0) continue
    const encoded = new Map<string, Buffer>()
    const framesFor = (id: string): Buffer => {
      const chunk = encoded.get(id) ?? frames.hints(heardBy({ id, role }, hints))
      encoded.set(id, chunk)
      return chunk
    }
    const isForAll = framesFor(noOwner).length > 0
    for (const stream of isForAll ? streams : ofOwners.filter((one) => streams.has(one))) {
      const chunk = framesFor(owners.has(stream.userId) ? stream.userId : noOwner)
      if (chunk.length > 0) send(stream, chunk)
    }
  }
}
