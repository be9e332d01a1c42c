import type { ServerResponse } from 'node:http'
import type { StreamEnd } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { Sql } from '#server/database/database.ts'
import { type Listeners, tellListeners } from '#server/events/audience.ts'
import { catchUp } from '#server/events/catch-up.ts'
import type { FeedHint } from '#server/events/feed.ts'
import { framesOf } from '#server/events/frames.ts'
import type { Log } from '#server/events/log.ts'
import { positionIn } from '#server/events/position.ts'
import { type Stream, send } from '#server/events/stream.ts'
import type { Tail } from '#server/events/tail.ts'
import { watchSessions } from '#server/events/watch-sessions.ts'

/** The live streams of this node. */
export type Live = {
  /** True if one more stream of this person is not too many. */
  hasRoomFor: (userId: string) => boolean
  /** Starts a stream on a response whose head is sent, from the position its client names on. */
  open: (actor: Actor, response: ServerResponse, from: string | null) => void
  /** How many streams are open. */
  count: () => number
  /** Ends all streams, so that their clients come back elsewhere. */
  close: () => void
}

export type LiveDeps = { sql: Sql; tail: Tail; epoch: string; log: Log }

/** What the feed tells the streams of this node. */
export type LiveControl = Live & {
  tell: (hints: readonly FeedHint[]) => void
  /** What was told before no longer holds: everybody starts afresh. */
  resetAll: () => void
}

/** A heartbeat reaches the streams in so many portions, so that thousands of them do not hold up a hint. */
const beatPortions = 10

/** Opens the live streams of a node. */
export function openLive({ sql, tail, epoch, log }: LiveDeps): LiveControl {
  const frames = framesOf(epoch)
  const listeners: Listeners = { byRole: { seller: new Set(), admin: new Set() }, byUser: new Map() }
  const { byRole, byUser } = listeners
  const upToDate = () => [...byRole.admin, ...byRole.seller]
  const streamsOf = (userId: string) => [...(byUser.get(userId) ?? [])]
  const all = () => [...byUser.keys()].flatMap(streamsOf)

  function leave(stream: Stream) {
    byRole[stream.role].delete(stream)
    const own = byUser.get(stream.userId)
    own?.delete(stream)
    if (own?.size === 0) byUser.delete(stream.userId)
  }
  function end(stream: Stream, reason: StreamEnd['reason'] | null) {
    leave(stream)
    if (reason) send(stream, frames.end({ reason }))
    stream.response.end()
  }
  const sessions = watchSessions({ sql, log, all, end })

  let portion = 0
  const beats = setInterval(() => {
    portion = (portion + 1) % beatPortions
    // Who cannot know what happened must not say that nothing did.
    if (Date.now() - tail.heardUpTo() > limits.live.blindMs) return
    const beat = frames.beat(tail.known())
    for (const stream of upToDate()) if (stream.portion === portion) send(stream, beat)
  }, limits.live.heartbeatMs / beatPortions)

  return {
    hasRoomFor: (userId) => (byUser.get(userId)?.size ?? 0) < limits.live.streamsPerPerson,
    count: () => all().length,
    open: ({ id: userId, role, sessionId }, response, from) => {
      // Gone before we came to it: then its end will not be told again.
      if (response.destroyed) return
      const stream: Stream = { userId, role, sessionId, response, at: 0, portion: Math.floor(Math.random() * beatPortions) }
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(stream))
      response.on('close', () => leave(stream))
      const start = from === null ? tail.known() : positionIn(epoch, from)
      catchUp(stream, start, { sql, tail, frames, join: () => byRole[role].add(stream) }).catch(() => response.destroy())
    },
    tell: (hints) => {
      tellListeners(hints, listeners, frames)
      const people = new Set(hints.filter(aboutPeople).flatMap(({ ownerId, itemId }) => [ownerId ?? '', itemId]))
      if (people.size > 0) sessions.check([...people].flatMap(streamsOf))
    },
    resetAll: () => {
      for (const stream of upToDate()) send(stream, frames.reset(tail.known()))
    },
    close: () => {
      clearInterval(beats)
      sessions.stop()
      for (const stream of all()) end(stream, null)
    },
  }
}

const aboutPeople = ({ kind }: FeedHint) => kind === 'session.change' || kind.startsWith('user.')
