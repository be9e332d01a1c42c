import { limits } from '#domain/limits.ts'
import type { Call, Outcome } from '#web/platform/live/live-call.ts'

const { heartbeatMs, greetingMs, youngStreamsMax, streamAgainMs, pollSeconds, pollSecondsMin } = limits.live

/** How the feed is asked next: by a stream, or by a poll that waits so many seconds at most. */
export type Transport = { kind: 'stream' } | { kind: 'poll'; seconds: number }

/**
 * Chooses between streams and polls by how they fare (product §11). A stream that is not greeted is held back on its way, and one
 * silent stream is proof enough, as a poll asks the same; streams that break off young may have other reasons, so it takes some.
 * `first` is what worked last in this browser.
 */
export function chooseTransport(first: Transport['kind']) {
  let young = 0
  let pollUntil = Number.NEGATIVE_INFINITY
  let longest: number = pollSeconds
  if (first === 'poll') pollForAWhile()

  function streamEnded({ answered, silent, livedMs }: Outcome) {
    if (livedMs >= heartbeatMs) young = 0
    else if (silent) young = youngStreamsMax
    else if (answered) young += 1
    if (young >= youngStreamsMax) pollForAWhile()
  }
  function pollForAWhile() {
    // The stream that is tried then decides alone.
    young = youngStreamsMax - 1
    pollUntil = performance.now() + streamAgainMs
    longest = pollSeconds
  }
  return {
    /** Until all is known that happened a poll is short, so that an answer comes soon, whatever it says. */
    next: (caughtUp: boolean): Transport =>
      performance.now() < pollUntil ? { kind: 'poll', seconds: caughtUp ? longest : pollSecondsMin } : { kind: 'stream' },
    ended: (transport: Transport, outcome: Outcome) => {
      if (transport.kind === 'stream') return streamEnded(outcome)
      // It may have waited longer than something on the way allows.
      if (!isAnswered(outcome) && transport.seconds === longest) longest = Math.max(pollSecondsMin, Math.floor(longest / 2))
    },
    /** Another network may let streams through. */
    startOver: () => {
      young = 0
      pollUntil = Number.NEGATIVE_INFINITY
    },
  }
}

/** A poll's answer is whole when it says where the feed stands. */
export const isAnswered = ({ lastEvent }: Outcome): boolean => lastEvent === 'beat'

/** What to ask, from the position that is known, and how patiently. A stream unheard of for two heartbeats is dead, though it may look open. */
export function callFor(transport: Transport, position: string | null): Call {
  const query = new URLSearchParams()
  if (position !== null) query.set('position', position)
  if (transport.kind === 'stream') return { address: withQuery('/api/live', query), firstWordMs: greetingMs, nextWordMs: 2 * heartbeatMs }
  query.set('wait', String(transport.seconds))
  // It answers when its time is up, or something on the way has swallowed it.
  const patienceMs = transport.seconds * 1000 + greetingMs
  return { address: withQuery('/api/live/poll', query), firstWordMs: patienceMs, nextWordMs: heartbeatMs }
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
