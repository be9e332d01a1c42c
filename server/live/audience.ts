import { type Listeners, listenerRoles } from '#server/live/listeners.ts'
import type { Frames } from '#server/live/stream.ts'
import { heardBy, type Stream, send } from '#server/live/stream.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'

/** An id that owns nothing, so it hears only what every person of the role hears. */
const noOwner = ''

/**
 * Publishes the hints, in their order, to all listeners who may hear them. `mayHear` is asked once per hint and audience (a role, or an
 * owner in that role) instead of per stream, and the frames of each audience are encoded once.
 */
export function publishToListeners(hints: readonly FeedHint[], { byRole, byUser }: Listeners, frames: Frames): void {
  for (const role of listenerRoles) {
    if (byRole[role].size === 0) continue
    const wide = heardBy({ id: noOwner, role }, hints)
    const owners = new Map<string, Buffer | null>()
    for (const id of new Set(hints.map(({ ownerId }) => ownerId))) {
      if (id === null || !byUser.has(id)) continue
      const heard = heardBy({ id, role }, hints)
      // Owners hear more than their role, except for notes about them. The two lists can differ and still have the same length.
      if (!isSame(heard, wide)) owners.set(id, heard.length > 0 ? frames.hints(heard) : null)
    }
    sendToRole(byRole[role], wide.length > 0 ? frames.hints(wide) : null, owners, byUser)
  }
}

const isSame = (some: readonly FeedHint[], others: readonly FeedHint[]) =>
  some.length === others.length && some.every((hint, at) => hint === others[at])

function sendToRole(streams: Set<Stream>, toAll: Buffer | null, owners: Map<string, Buffer | null>, byUser: Listeners['byUser']): void {
  if (toAll) {
    for (const stream of streams) if (!owners.has(stream.userId)) send(stream, toAll)
  }
  for (const [id, chunk] of owners) {
    if (!chunk) continue
    for (const stream of byUser.get(id) ?? []) if (streams.has(stream)) send(stream, chunk)
  }
}
