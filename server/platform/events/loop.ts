import { AppError } from '#domain/errors.ts'
import { type Alive, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { spanned } from '#server/platform/tracer.ts'

/** A worker loop: runs a pass whenever asked, never two at once. */
export type Loop = {
  /** Starts a pass soon: at once after a rest, otherwise when the gap is over; asking again meanwhile has no effect. */
  ask: () => void
  /** Runs work in parallel with the passes. If it stalls (for `ms`), it is counted and given up like a pass: rejects. */
  watch: (work: (alive: Alive) => Promise<void>, ms?: number) => Promise<void>
  /** Starts no more passes, and aborts the signal of the current one; settles when that has ended, or after `stopMs` at the latest. */
  close: () => Promise<void>
}

/** The state of a loop for operators; `completedAt` (ms) is the end of its last pass without an error, `failingSince` (ms) of the first with one after it. */
export type LoopState = { name: string; running: boolean; stalls: number; completedAt: number | null; failingSince: number | null }

type Options = {
  log: Log
  /** The pause (ms) between the end of a pass and the next one, so that many requests become one pass. */
  gapMs?: number
  /** Starts a pass this often (ms), without being asked. */
  everyMs?: number
  /** The pause (ms) after a failed pass, asked or not, before it is repeated. */
  retryMs?: number | (() => number)
  stallMs?: number
  stopMs?: number
}

/** `unavailable`, like an unreachable database: the work is retried later. */
class Stalled extends AppError {}

/** The loops of this process, for its metrics. */
const open = new Set<LoopState>()
export const loopStates = (): readonly LoopState[] => [...open]

/**
 * Opens a loop. A pass that fails is logged, once per change, under the name of the loop. A pass that stalls, that is without a call of
 * `alive` for `stallMs`, is given up, and the next begins. It may still be working on one step, until its next `alive`, so each step has to
 * be safe to run in parallel with another pass, as with another node: by locks, leases and conditions in the database. A stalled pass may
 * occupy a connection, so the limit doubles with each further one in a row. `closing` is aborted when the loop closes: a long pass ends early.
 */
export function openLoop(name: string, pass: (alive: Alive, closing: AbortSignal) => Promise<unknown>, options: Options): Loop {
  const { log, gapMs = limits.feed.gapMs, everyMs, retryMs, stallMs = limits.loop.stallMs, stopMs = limits.loop.stopMs } = options
  const state: LoopState = { name, running: false, stalls: 0, completedAt: null, failingSince: null }
  const errors = openErrorLog(log, name)
  let asked = false
  let stalledInARow = 0
  let last: Promise<void> = Promise.resolve()
  let resting: NodeJS.Timeout | null = null
  const closing = new AbortController()
  const isClosing = () => closing.signal.aborted
  const passOnce = (alive: Alive) => pass(alive, closing.signal)

  function stall(ms: number): Stalled {
    state.stalls += 1
    return new Stalled('unavailable', { message: `it has stalled for ${ms / 1000} seconds. That is given up, and begun anew.` })
  }
  /** Runs a pass and returns the pause (ms) after it. */
  async function run(): Promise<number> {
    const limit = stallMs * 2 ** Math.min(stalledInARow, limits.loop.doublingsMax)
    try {
      await spanned(
        'pass',
        () => name,
        () => withTimeLimit(passOnce, limit, () => stall(limit)),
      )
      stalledInARow = 0
      state.completedAt = Date.now()
      state.failingSince = null
      errors.recovered()
      return gapMs
    } catch (error) {
      state.failingSince ??= Date.now()
      if (error instanceof Stalled) stalledInARow += 1
      if (error instanceof Stalled || retryMs !== undefined) asked = true
      // An error during a stop of Backstall is not logged.
      if (!isClosing()) errors.failed(error)
      return typeof retryMs === 'function' ? retryMs() : (retryMs ?? gapMs)
    }
  }
  function start(): void {
    asked = false
    state.running = true
    last = run().then((restMs) => {
      state.running = false
      if (!isClosing()) resting = setTimeout(rested, restMs)
    })
  }
  function rested(): void {
    resting = null
    if (asked) start()
  }
  function ask(): void {
    if (isClosing()) return
    asked = true
    if (!state.running && !resting) start()
  }
  let stopping: Promise<void> | null = null
  async function end(): Promise<void> {
    closing.abort()
    clearInterval(timer)
    if (resting) clearTimeout(resting)
    await withTimeLimit(() => last, stopMs).catch(() => log.warn(`${name} is still at work and is not waited for any longer.`))
    open.delete(state)
  }
  const timer = everyMs === undefined ? undefined : setInterval(ask, everyMs)
  open.add(state)
  const watch: Loop['watch'] = (work, ms = stallMs) => withTimeLimit(work, ms, () => stall(ms))
  return { ask, watch, close: () => (stopping ??= end()) }
}
