import type { ServerResponse } from 'node:http'
import type { Hearer } from '#domain/event-kinds.ts'
import { roles } from '#domain/user.ts'
import type { Stream } from '#server/live/stream.ts'

/** Who opens a stream: `sessionId` of a signed-in person, `expiresAt` of a buyer's token. */
export type Listening = Hearer & { sessionId?: string; expiresAt?: number | null }

export const listenerRoles = [...roles, 'buyer'] as const

/** All listeners of this node, by role and by user: what they may hear depends on these two. */
export type Listeners = {
  /** Only those that are up to date. */
  byRole: Record<Hearer['role'], Set<Stream>>
  byUser: Map<string, Set<Stream>>
}

/** Adds a listener, with its portion of the heartbeat. It is removed when its response closes. */
export function enter(listeners: Listeners, actor: Listening, response: ServerResponse, portion: number | null): Stream {
  const { byUser } = listeners
  const { id: userId, role, sessionId = null } = actor
  const stream: Stream = { userId, role, sessionId, response, at: 0, portion }
  byUser.set(userId, (byUser.get(userId) ?? new Set()).add(stream))
  response.on('close', () => leave(listeners, stream))
  return stream
}

/** Removes a listener: no more hints are sent to it. */
export function leave({ byRole, byUser }: Listeners, stream: Stream): void {
  byRole[stream.role].delete(stream)
  const own = byUser.get(stream.userId)
  own?.delete(stream)
  if (own?.size === 0) byUser.delete(stream.userId)
}

export const isUpToDate = ({ byRole }: Listeners, stream: Stream): boolean => byRole[stream.role].has(stream)

export const upToDate = ({ byRole }: Listeners): Stream[] => listenerRoles.flatMap((role) => [...byRole[role]])

export const listenersOf = ({ byUser }: Listeners, userId: string): Stream[] => [...(byUser.get(userId) ?? [])]

export const allListeners = ({ byUser }: Listeners): Stream[] => [...byUser.values()].flatMap((streams) => [...streams])
