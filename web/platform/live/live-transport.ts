import { limits } from '#domain/limits.ts'
import type { Call, Outcome } from '#web/platform/live/live-call.ts'

const { heartbeatMs, greetingMs, youngStreamsMax, failedStreamsMax, streamAgainMs, pollSeconds, pollSecondsMin } = limits.live

/** The transport of the next request: a stream, or a poll that waits at most this many seconds. */
export type Transport = { kind: 'stream' } | { kind: 'poll'; seconds: number }

/**
 * Chooses between streams and polls by their outcomes (product §11). A stream without a greeting is held back by a proxy; one is proof
 * enough, because the next poll shows whether the server is there. Streams that break off early may have other reasons, so it takes
 * several. Streams without an answer may be barred, or the server is away: a poll finds out. `first` is the transport that worked last in this
 * browser.
 */
export function chooseTransport(first: Transport['kind']) {
  let young = 0
  /** Streams in a row that got no answer. */
  let failed = 0
  let pollUntil = Number.NEGATIVE_INFINITY
  let longest: number = pollSeconds
  if (first === 'poll') pollForAWhile()

  function streamEnded({ answered, silent, livedMs }: Outcome) {
    failed = answered || silent ? 0 : failed + 1
    if (livedMs >= heartbeatMs) young = 0
    else if (silent) young = youngStreamsMax
    else if (answered) young += 1
    if (young >= youngStreamsMax) pollForAWhile()
  }
  function pollForAWhile() {
    // The next stream alone decides.
    young = youngStreamsMax - 1
    pollUntil = performance.now() + streamAgainMs
    longest = pollSeconds
  }
  return {
    /** While catching up, polls are short, so that an answer comes soon even if it is empty. */
    next: (caughtUp: boolean): Transport =>
      performance.now() < pollUntil || failed >= failedStreamsMax
        ? { kind: 'poll', seconds: caughtUp ? longest : pollSecondsMin }
        : { kind: 'stream' },
    ended: (transport: Transport, outcome: Outcome) => {
      if (transport.kind === 'stream') return streamEnded(outcome)
      if (failed >= failedStreamsMax) {
        failed = failedStreamsMax - 1
        if (isAnswered(outcome)) pollForAWhile()
      }
      // A proxy may not allow waits that long.
      if (!isAnswered(outcome) && transport.seconds === longest) longest = Math.max(pollSecondsMin, Math.floor(longest / 2))
    },
    /** Another network may let streams through. */
    startOver: () => {
      young = 0
      failed = 0
      pollUntil = Number.NEGATIVE_INFINITY
    },
  }
}

/** A poll's answer is complete when it ends with the position of the feed. */
export const isAnswered = ({ lastEvent }: Outcome): boolean => lastEvent === 'beat'

/** The address and time limits of the next request. A stream without an event for two heartbeats is dead, even if it looks open. */
export function callFor(transport: Transport, position: string | null): Call {
  const query = new URLSearchParams()
  if (position !== null) query.set('position', position)
  if (transport.kind === 'stream') return { address: withQuery('/api/live', query), firstWordMs: greetingMs, nextWordMs: 2 * heartbeatMs }
  query.set('wait', String(transport.seconds))
  // A poll is answered when its time is up; if not, it was lost on the way.
  const patienceMs = transport.seconds * 1000 + greetingMs
  return { address: withQuery('/api/live/poll', query), firstWordMs: patienceMs, nextWordMs: heartbeatMs }
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
