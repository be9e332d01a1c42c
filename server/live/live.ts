import type { ServerResponse } from 'node:http'
import type { StreamEnd } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import { publishToListeners } from '#server/live/audience.ts'
import { catchUp } from '#server/live/catch-up.ts'
import { allListeners, enter, isUpToDate, type Listeners, leave, listenersOf, upToDate } from '#server/live/listeners.ts'
import { openPolls } from '#server/live/polls.ts'
import { framesOf, isPoll, type Stream, send } from '#server/live/stream.ts'
import { watchSessions } from '#server/live/watch-sessions.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { openEarlyPublish } from '#server/platform/events/early-publish.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import type { FeedReader } from '#server/platform/events/feed-reader.ts'
import { positionIn, positionText } from '#server/platform/events/position.ts'

/** The live streams of this node. */
export type Live = {
  /** True if one more stream of this person is not too many. */
  hasRoomFor: (userId: string) => boolean
  /** Starts a stream on a response whose head is sent, from the position its client names on. */
  open: (actor: Actor, response: ServerResponse, from: string | null) => void
  /**
   * Starts a poll on a response whose headers are set: answered as soon as there is something to tell after the position its
   * client names, at the latest after `waitMs` with the position this node is at; at once if it names none.
   */
  poll: (actor: Actor, response: ServerResponse, from: string | null, waitMs: number) => void
  /** Where the feed stands on this node, as a client names it. */
  position: () => string
  /**
   * Tells at once what was just committed on this node and has no position yet, so that a message is not held up by the dispatcher. When its
   * hint follows in its place, it is told only to whoever came in between.
   */
  tellEarly: (hint: Omit<FeedHint, 'position'> & { number: number; message: string }) => void
  /** How many streams and polls are open. */
  count: () => number
  /** Ends all streams and answers all polls, so that their clients come back elsewhere. */
  close: () => void
}

export type LiveDeps = { sql: Sql; tail: FeedReader; epoch: string; log: Log }

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
  const polls = openPolls({ listeners, tail, frames })
  const all = () => allListeners(listeners)
  const startOf = (from: string | null) => (from === null ? tail.known() : positionIn(epoch, from))
  const isBlind = () => Date.now() - tail.heardUpTo() > limits.live.blindMs

  function end(stream: Stream, reason: StreamEnd['reason'] | null) {
    if (reason === null && isPoll(stream)) return polls.finish(stream)
    leave(listeners, stream)
    if (reason) send(stream, frames.end({ reason }))
    stream.response.end()
  }
  const sessions = watchSessions({ sql, log, all, end })

  const early = openEarlyPublish()
  const joinPolls = (poll: Stream) => {
    early.joined()
    polls.join(poll)
  }

  let portion = 0
  const beats = setInterval(() => {
    portion = (portion + 1) % beatPortions
    // Who cannot know what happened must not say that nothing did.
    if (isBlind()) return
    const beat = frames.beat(tail.known())
    for (const stream of upToDate(listeners)) if (stream.portion === portion) send(stream, beat)
  }, limits.live.heartbeatMs / beatPortions)

  return {
    hasRoomFor: (userId) => listenersOf(listeners, userId).length < limits.live.streamsPerPerson,
    count: () => all().length,
    position: () => positionText(epoch, tail.known()),
    open: (actor, response, from) => {
      // Gone before we came to it: then its end will not be told again.
      if (response.destroyed) return
      const stream = enter(listeners, actor, response, Math.floor(Math.random() * beatPortions))
      const join = () => {
        // Says that what was missed has all been told.
        send(stream, frames.beat(stream.at))
        early.joined()
        listeners.byRole[stream.role].add(stream)
      }
      catchUp(stream, startOf(from), { sql, tail, frames, greet: true, join }).catch(() => response.destroy())
    },
    poll: (actor, response, from, waitMs) => {
      if (response.destroyed) return
      const poll = enter(listeners, actor, response, null)
      const over = setTimeout(() => (isBlind() || !isUpToDate(listeners, poll) ? polls.refuse(poll) : polls.finish(poll)), waitMs)
      response.on('close', () => clearTimeout(over))
      catchUp(poll, startOf(from), { sql, tail, frames, greet: from === null, join: joinPolls }).catch(() => polls.refuse(poll))
    },
    tellEarly: (hint) => {
      early.add(hint)
      publishToListeners([{ ...hint, position: tail.known() }], listeners, frames)
      polls.answer()
    },
    tell: (hints) => {
      publishToListeners(early.rest(hints), listeners, frames)
      polls.answer()
      const people = new Set(hints.filter(aboutPeople).flatMap(({ ownerId, itemId }) => [ownerId ?? '', itemId]))
      if (hints.some(({ kind }) => kind === 'settings.edit')) sessions.check(all())
      else if (people.size > 0) sessions.check([...people].flatMap((id) => listenersOf(listeners, id)))
    },
    resetAll: () => {
      for (const stream of upToDate(listeners)) send(stream, frames.reset(tail.known()))
      polls.answer()
    },
    close: () => {
      clearInterval(beats)
      void sessions.stop()
      for (const stream of all()) {
        // A connection that waits for its next poll would hold up the end.
        if (!stream.response.headersSent) stream.response.setHeader('Connection', 'close')
        end(stream, null)
      }
    },
  }
}

const aboutPeople = ({ kind }: FeedHint) => kind === 'session.change' || kind.startsWith('user.')
