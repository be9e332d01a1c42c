import type { Hint } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import { requestFeed } from '#web/platform/live/live-call.ts'
import { type Line, type LiveStatus, liveStatus } from '#web/platform/live/live-status.ts'
import { callFor, chooseTransport, isAnswered, type Transport } from '#web/platform/live/live-transport.ts'
import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/** A message of the live stream. `missed`: anything may have changed, so everything shown is refetched. */
export type LiveMessage =
  | { kind: 'hint'; hint: Hint }
  | { kind: 'missed' }
  | { kind: 'beat'; position: string; by: Transport['kind'] }
  | { kind: 'status'; status: LiveStatus }
  | { kind: 'end'; reason: string }

type Body = Pick<Hint, 'position'> & Partial<Hint> & { reason?: string }

/**
 * Follows the feed by a stream, or by polls where no stream gets through, and resumes at its position, until closed or the session ends.
 * Both transports carry the same frames, so a change of transport loses and repeats nothing. `from` is the position to resume at, null to
 * start afresh; `first` is the transport that worked last in this browser.
 */
export function followLive(
  publish: (message: LiveMessage) => void,
  from: string | null,
  first: Transport['kind'] = 'stream',
): { close: () => void } {
  const closing = new AbortController()
  const choice = chooseTransport(first)
  let by = first
  const line: Line = { online: navigator.onLine, receiving: false, caughtUp: false, failures: 0 }
  let position = from
  let lastStatus: LiveStatus | null = null
  let wakeUp = () => {}
  let hangUp = () => {}
  /** The wall-clock time of the last event, and how long nothing may arrive. */
  let lastEventAt = Date.now()
  let patienceMs = 0

  const update = (change: Partial<Line>) => {
    Object.assign(line, change)
    const status = liveStatus(line)
    if (status !== lastStatus && !closing.signal.aborted) publish({ kind: 'status', status })
    lastStatus = status
  }
  const caughtUp = () => update({ receiving: true, caughtUp: true, failures: 0 })
  const handlers: Record<string, (body: Body) => void> = {
    hello: ({ position: start }) => {
      // The first connection has no position yet; what was read before it may already be stale.
      if (position === null) publish({ kind: 'missed' })
      position ??= start
      update({ receiving: true, failures: 0 })
    },
    hint: ({ position: at, kind, id, number, message }) => {
      position = at
      const more = { ...(number !== undefined && { number }), ...(message && { message }) }
      if (kind && id) publish({ kind: 'hint', hint: { position: at, kind, id, ...more } })
    },
    // The first beat also means that the backlog is complete.
    beat: ({ position: at }) => {
      position = at
      publish({ kind: 'beat', position: at, by })
      caughtUp()
    },
    reset: ({ position: at }) => {
      position = at
      publish({ kind: 'missed' })
      caughtUp()
    },
    end: ({ reason }) => {
      closing.abort()
      publish({ kind: 'end', reason: reason ?? '' })
    },
  }

  /** How long (ms) the server wants no further call, since the last one. */
  let restMs = 0
  /** Makes one request by stream or poll; returns whether to repeat it at once. */
  async function listen(): Promise<boolean> {
    const transport = choice.next(line.caughtUp)
    by = transport.kind
    const call = new AbortController()
    hangUp = () => call.abort()
    const feedCall = callFor(transport, position)
    patienceMs = Math.max(feedCall.firstWordMs, feedCall.nextWordMs)
    lastEventAt = Date.now()
    const outcome = await requestFeed(feedCall, call, ({ event, data }) => {
      lastEventAt = Date.now()
      handlers[event]?.(JSON.parse(data))
    })
    if (outcome.refusal !== null) handlers.end?.({ position: '', reason: outcome.refusal })
    choice.ended(transport, outcome)
    restMs = outcome.restMs
    if (transport.kind === 'poll' && isAnswered(outcome)) return true
    const pollIsNext = transport.kind === 'stream' && choice.next(false).kind === 'poll'
    // Only streams are known to be held back or barred; a poll finds out whether the server is there.
    if (pollIsNext && (outcome.silent || !outcome.answered)) return true
    update({ receiving: false, caughtUp: false, failures: line.failures + 1 })
    return pollIsNext
  }

  const pause = (ms: number) =>
    new Promise<void>((resume) => {
      wakeUp = resume
      setTimeout(resume, ms)
    })

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      const began = performance.now()
      const again = await listen()
      if (closing.signal.aborted) return
      // A pause even after a prompt answer: a flood of hints arrives as a few answers.
      const rest = again ? began + limits.live.pollSpacingMs - performance.now() : reconnectDelay(line.failures)
      if (rest > 0 || restMs > 0) await pause(Math.max(rest, restMs))
    }
  }

  const onOnline = () => {
    choice.startOver()
    update({ online: true, failures: 0 })
    wakeUp()
  }
  const onOffline = () => update({ online: false })
  /** After a sleep an open connection may be dead and a pause may be outdated, so it reconnects at once. */
  const onAwake = () => {
    if (Date.now() - lastEventAt <= patienceMs) return
    lastEventAt = Date.now()
    update({ failures: 0 })
    hangUp()
    wakeUp()
  }
  onWake(onAwake, closing.signal)
  addEventListener('online', onOnline, { signal: closing.signal })
  addEventListener('offline', onOffline, { signal: closing.signal })
  closing.signal.addEventListener('abort', () => {
    hangUp()
    wakeUp()
  })
  update({})
  void keepListening()
  return { close: () => closing.abort() }
}

/** How often the clock is checked, in milliseconds. */
const tick = 5_000

/**
 * Calls `act` when this page may have slept: it becomes visible, or the wall clock jumped ahead. Timers stand still during a sleep, so code
 * that waits for one may wait too long.
 */
function onWake(act: () => void, until: AbortSignal): void {
  let last = Date.now()
  const check = () => {
    const slept = Date.now() - last > 2 * tick
    last = Date.now()
    if (slept) act()
  }
  const timer = setInterval(check, tick)
  until.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && act(), { signal: until })
  addEventListener('pageshow', act, { signal: until })
}
