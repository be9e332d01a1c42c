import { AppError } from '#domain/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** Signals progress, which restarts the time limit. Throws if the work was given up, so that it ends there. */
export type Alive = () => void

/** The work was given up. Whether it took effect is unknown. */
export class TimeLimitError extends AppError {
  constructor() {
    super('unavailable', { detail: { retryAfter: limits.database.retryAfter } })
  }
}

/**
 * Waits for the work up to `ms` after its last call of `alive`, then gives it up: aborts `signal` and rejects with `late`, by default
 * `unavailable`. The result of the work is then ignored, but it may still take effect, so it must be harmless in parallel with a second
 * attempt.
 */
export async function withTimeLimit<Result>(
  work: (alive: Alive, signal: AbortSignal) => Promise<Result>,
  ms: number,
  late: () => Error = () => new TimeLimitError(),
): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const ending = new AbortController()
  let givenUp: Error | null = null
  const timer = setTimeout(() => {
    givenUp = late()
    reject(givenUp)
    ending.abort()
  }, ms)
  const alive = () => {
    if (givenUp) throw givenUp
    timer.refresh()
  }
  try {
    return await Promise.race([work(alive, ending.signal), over])
  } finally {
    clearTimeout(timer)
  }
}

/** One time limit (ms) for several pieces of work in a row. The time between them, such as while a body arrives, does not count. */
export function sharedTimeLimit(ms: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let left = ms
  return async (work) => {
    const since = performance.now()
    try {
      return await withTimeLimit(work, left)
    } finally {
      left = Math.max(0, left - (performance.now() - since))
    }
  }
}
