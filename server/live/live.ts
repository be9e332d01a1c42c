import type { ServerResponse } from 'node:http'
import type { StreamEnd } from '#domain/event.ts'
import { publishToListeners } from '#server/live/audience.ts'
import { catchUp } from '#server/live/catch-up.ts'
import { allListeners, enter, isUpToDate, type Listeners, type Listening, leave, listenersOf, upToDate } from '#server/live/listeners.ts'
import { openPolls } from '#server/live/polls.ts'
import { framesOf, isPoll, type Stream, send } from '#server/live/stream.ts'
import { watchSessions } from '#server/live/watch-sessions.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import type { FeedReader } from '#server/platform/events/feed-reader.ts'
import { positionIn, positionText } from '#server/platform/events/position.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** The live streams and polls of this node. */
export type Live = {
  /** False if the person has as many streams as allowed. */
  hasRoomFor: (userId: string) => boolean
  /** Starts a stream on a response whose head is sent, from the position that its client names. */
  open: (actor: Listening, response: ServerResponse, from: string | null) => void
  /**
   * Starts a poll on a response whose headers are set. It is answered as soon as there is a hint after the client's position, after
   * `waitMs` at the latest with the position of this node, and at once if the client names none.
   */
  poll: (actor: Listening, response: ServerResponse, from: string | null, waitMs: number) => void
  /** The position of the feed on this node, in the form clients use. */
  position: () => string
  /** The number of open streams and polls. */
  count: () => number
  /** Ends all streams and answers all polls, and cuts those that come later, so that their clients connect to another node. */
  close: () => void
}

export type LiveDeps = { sql: Sql; reader: FeedReader; epoch: string; log: Log }

/** The part of the streams that the feed controls. */
export type LiveControl = Live & {
  publish: (hints: readonly FeedHint[]) => void
  /** Positions sent before are no longer valid: all clients start afresh. */
  resetAll: () => void
}

/** A heartbeat is sent in this many portions, so that thousands of streams do not delay a hint. */
const beatPortions = 10

export function openLive({ sql, reader, epoch, log }: LiveDeps): LiveControl {
  const frames = framesOf(epoch)
  const listeners: Listeners = { byRole: { seller: new Set(), admin: new Set(), buyer: new Set() }, byUser: new Map() }
  const polls = openPolls({ listeners, reader, frames })
  const all = () => allListeners(listeners)
  const startOf = (from: string | null) => (from === null ? reader.lastPosition() : positionIn(epoch, from))
  const isBlind = () => Date.now() - reader.publishedUpTo() > limits.live.blindMs

  function end(stream: Stream, reason: StreamEnd['reason'] | null) {
    if (reason === null && isPoll(stream)) return polls.finish(stream)
    leave(listeners, stream)
    if (reason) send(stream, frames.end({ reason }))
    stream.response.end()
  }
  const sessions = watchSessions({ sql, log, all, end })
  let closed = false

  let portion = 0
  const beats = setInterval(() => {
    portion = (portion + 1) % beatPortions
    // A heartbeat says that nothing was missed, which a node without the feed cannot know.
    if (isBlind()) return
    const beat = frames.beat(reader.lastPosition())
    for (const stream of upToDate(listeners)) if (stream.portion === portion) send(stream, beat)
  }, limits.live.heartbeatMs / beatPortions)

  return {
    hasRoomFor: (userId) => listenersOf(listeners, userId).length < limits.live.streamsPerPerson,
    count: () => all().length,
    position: () => positionText(epoch, reader.lastPosition()),
    open: (actor, response, from) => {
      // The client has gone already: no `close` event would remove the stream.
      if (response.destroyed) return
      if (closed) return void response.destroy()
      const stream = enter(listeners, actor, response, Math.floor(Math.random() * beatPortions))
      if (actor.expiresAt) {
        const expiry = setTimeout(() => end(stream, 'expired'), actor.expiresAt - Date.now())
        response.on('close', () => clearTimeout(expiry))
      }
      const join = () => {
        // Marks that everything missed has been sent.
        send(stream, frames.beat(stream.at))
        listeners.byRole[stream.role].add(stream)
      }
      catchUp(stream, startOf(from), { sql, reader, frames, sendHello: true, join }).catch(() => response.destroy())
    },
    poll: (actor, response, from, waitMs) => {
      if (response.destroyed) return
      if (closed) return void response.destroy()
      const poll = enter(listeners, actor, response, null)
      const over = setTimeout(() => (isBlind() || !isUpToDate(listeners, poll) ? polls.refuse(poll) : polls.finish(poll)), waitMs)
      response.on('close', () => clearTimeout(over))
      catchUp(poll, startOf(from), { sql, reader, frames, sendHello: from === null, join: polls.join }).catch(() => polls.refuse(poll))
    },
    publish: (hints) => {
      publishToListeners(hints, listeners, frames)
      polls.answer()
      const people = new Set(hints.filter(aboutPeople).flatMap(({ ownerId, itemId }) => [ownerId ?? '', itemId]))
      // Who may use the widget may have changed: buyers come back, and are checked anew.
      if (hints.some(({ kind }) => kind === 'settings.edit' || kind === 'widget.rotate'))
        for (const stream of all()) if (stream.role === 'buyer') end(stream, null)
      if (hints.some(({ kind }) => kind === 'settings.edit')) sessions.check(all())
      else if (people.size > 0) sessions.check([...people].flatMap((id) => listenersOf(listeners, id)))
    },
    resetAll: () => {
      for (const stream of upToDate(listeners)) send(stream, frames.reset(reader.lastPosition()))
      polls.answer()
    },
    close: () => {
      closed = true
      clearInterval(beats)
      void sessions.close()
      for (const stream of all()) {
        // An idle connection that waits for the next poll would delay the stop.
        if (!stream.response.headersSent) stream.response.setHeader('Connection', 'close')
        end(stream, null)
      }
    },
  }
}

const aboutPeople = ({ kind }: FeedHint) => kind === 'session.change' || kind.startsWith('user.')
