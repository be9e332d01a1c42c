import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '#domain/user.ts'

/** The live streams of this node. */
export type Live = {
  /** Opens a stream for the actor, from the position he names on. Throws `too-many-streams`. */
  open: (actor: Actor, response: ServerResponse<IncomingMessage>, from: string | null, headers: Record<string, string>) => void
  /** How many streams are open. */
  count: () => number
}
