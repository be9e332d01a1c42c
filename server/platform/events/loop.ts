import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { type Alive, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'

/** A worker loop: does its pass whenever asked, never two at once. */
export type Loop = {
  /** A pass begins soon: at once after a rest, otherwise when the gap is over; asking again meanwhile costs nothing. */
  ask: () => void
  /** Does work that goes on beside the passes. If it stalls (for `ms`), it is counted and given up like a pass: rejects. */
  watch: (work: (alive: Alive) => Promise<void>, ms?: number) => Promise<void>
  /** No pass begins any more; settles when the one under way has ended, or at the latest after `stopMs`. */
  stop: () => Promise<void>
}

/** What an operator may know of a loop; `completedAt` (ms) is the end of its last pass without an error. */
export type LoopState = { name: string; running: boolean; stalls: number; completedAt: number | null }

type Options = {
  log: Log
  /** Between the end of a pass and the next one, so that many wishes become one pass. */
  gapMs?: number
  /** It also asks itself this often. */
  everyMs?: number
  /** After a pass that failed the next one begins so soon, asked or not. */
  retryMs?: number
  stallMs?: number
  stopMs?: number
}

/** Like a database out of reach: the work is no failure, it is taken up again. */
class Stalled extends AppError {}

/** The loops of this process, as its metrics tell of them. */
const open = new Set<LoopState>()
export const loopStates = (): readonly LoopState[] => [...open]

/**
 * Opens a loop. A pass that fails is logged, once per change, under the name of the loop. A pass that stalls, which is one that gives no
 * sign of life by `alive` for `stallMs`, is given up, and the next begins. It may still be at work on one step, until its next `alive`,
 * so each step is safe beside another pass, as it is beside another node: by locks, leases and conditions in the database.
 * A stalled pass may hold a connection, so each further one in a row is waited for twice as long.
 */
export function openLoop(name: string, pass: (alive: Alive) => Promise<unknown>, options: Options): Loop {
  const { log, gapMs = limits.feed.gapMs, everyMs, retryMs, stallMs = limits.loop.stallMs, stopMs = limits.loop.stopMs } = options
  const state: LoopState = { name, running: false, stalls: 0, completedAt: null }
  const trouble = openErrorLog(log, name)
  let asked = false
  let stalledInARow = 0
  let last: Promise<void> = Promise.resolve()
  let resting: NodeJS.Timeout | null = null
  let stopped = false

  function stall(ms: number): Stalled {
    state.stalls += 1
    return new Stalled('unavailable', { message: `it has stalled for ${ms / 1000} seconds. That is given up, and begun anew.` })
  }
  /** Answers how long to rest after it. */
  async function run(): Promise<number> {
    const limit = stallMs * 2 ** Math.min(stalledInARow, limits.loop.doublingsMax)
    try {
      await withTimeLimit(pass, limit, () => stall(limit))
      stalledInARow = 0
      state.completedAt = Date.now()
      trouble.mended()
      return gapMs
    } catch (error) {
      if (error instanceof Stalled) stalledInARow += 1
      if (error instanceof Stalled || retryMs !== undefined) asked = true
      // What is cut short by the end of Backstall is no trouble.
      if (!stopped) trouble.failed(error)
      return retryMs ?? gapMs
    }
  }
  function start(): void {
    asked = false
    state.running = true
    last = run().then((restMs) => {
      state.running = false
      if (!stopped) resting = setTimeout(rested, restMs)
    })
  }
  function rested(): void {
    resting = null
    if (asked) start()
  }
  function ask(): void {
    if (stopped) return
    asked = true
    if (!state.running && !resting) start()
  }
  let stopping: Promise<void> | null = null
  async function end(): Promise<void> {
    stopped = true
    clearInterval(timer)
    if (resting) clearTimeout(resting)
    await withTimeLimit(() => last, stopMs).catch(() => log.warn(`${name} is still at work and is not waited for any longer.`))
    open.delete(state)
  }
  const timer = everyMs === undefined ? undefined : setInterval(ask, everyMs)
  open.add(state)
  const watch: Loop['watch'] = (work, ms = stallMs) => withTimeLimit(work, ms, () => stall(ms))
  return { ask, watch, stop: () => (stopping ??= end()) }
}
