import type { ServerResponse } from 'node:http'
import { type Actor, type Role, roles } from '#domain/user.ts'
import type { Stream } from '#server/live/stream.ts'

/** Everybody who listens on this node, by the two things on which hearing depends. */
export type Listeners = {
  /** Only those who are up to date. */
  byRole: Record<Role, Set<Stream>>
  byUser: Map<string, Set<Stream>>
}

/** A listener comes, with his portion of the heartbeat; he leaves when his response closes. */
export function enter(listeners: Listeners, actor: Actor, response: ServerResponse, portion: number | null): Stream {
  const { byUser } = listeners
  const { id: userId, role, sessionId } = actor
  const stream: Stream = { userId, role, sessionId, response, at: 0, portion }
  byUser.set(userId, (byUser.get(userId) ?? new Set()).add(stream))
  response.on('close', () => leave(listeners, stream))
  return stream
}

/** Nothing is told to this one any more. */
export function leave({ byRole, byUser }: Listeners, stream: Stream): void {
  byRole[stream.role].delete(stream)
  const own = byUser.get(stream.userId)
  own?.delete(stream)
  if (own?.size === 0) byUser.delete(stream.userId)
}

export const isUpToDate = ({ byRole }: Listeners, stream: Stream): boolean => byRole[stream.role].has(stream)

export const upToDate = ({ byRole }: Listeners): Stream[] => roles.flatMap((role) => [...byRole[role]])

export const listenersOf = ({ byUser }: Listeners, userId: string): Stream[] => [...(byUser.get(userId) ?? [])]

export const allListeners = ({ byUser }: Listeners): Stream[] => [...byUser.values()].flatMap((streams) => [...streams])
