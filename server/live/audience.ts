import { mayHear } from '#domain/event.ts'
import { roles } from '#domain/user.ts'
import type { Listeners } from '#server/live/listeners.ts'
import type { Frames } from '#server/live/stream.ts'
import { type Stream, send } from '#server/live/stream.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'

/** Owns nothing: what such a person hears, everybody of the role hears. */
const nobody = ''

/**
 * Tells the hints to all who may hear them, in their order. `mayHear` is asked once per hint and audience (a role, or an owner in
 * his role), not per stream, and each audience's frames are encoded once.
 */
export function publishToListeners(hints: readonly FeedHint[], { byRole, byUser }: Listeners, frames: Frames): void {
  for (const role of roles) {
    if (byRole[role].size === 0) continue
    const wide = hints.filter((hint) => mayHear({ id: nobody, role }, hint))
    const owners = new Map<string, Buffer | null>()
    for (const id of new Set(hints.map(({ ownerId }) => ownerId))) {
      if (id === null || !byUser.has(id)) continue
      const heard = hints.filter((hint) => mayHear({ id, role }, hint))
      // An owner may hear more than his role, and of notes about him less; both at once may be as many.
      if (!isSame(heard, wide)) owners.set(id, heard.length > 0 ? frames.hints(heard) : null)
    }
    tellRole(byRole[role], wide.length > 0 ? frames.hints(wide) : null, owners, byUser)
  }
}

const isSame = (some: readonly FeedHint[], others: readonly FeedHint[]) =>
  some.length === others.length && some.every((hint, at) => hint === others[at])

function tellRole(streams: Set<Stream>, toAll: Buffer | null, owners: Map<string, Buffer | null>, byUser: Listeners['byUser']): void {
  if (toAll) {
    for (const stream of streams) if (!owners.has(stream.userId)) send(stream, toAll)
  }
  for (const [id, chunk] of owners) {
    if (!chunk) continue
    for (const stream of byUser.get(id) ?? []) if (streams.has(stream)) send(stream, chunk)
  }
}
