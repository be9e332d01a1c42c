import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'

/** Says that the work goes on: its time limit starts anew. Throws where the work was given up, so that it ends there. */
export type Alive = () => void

/** Work that was given up. Whether it took effect is not known. */
export class TimeLimitError extends AppError {
  constructor() {
    super('unavailable', { detail: { retryAfter: limits.database.retryAfter } })
  }
}

/**
 * Waits for the work for so long (ms) after its last sign of life, then gives it up: rejects with what is `late`, unless told otherwise `unavailable`.
 * It is told by `signal`. Nobody hears what becomes of it then, but it may still take effect, so it must do no harm beside a second try.
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

/** One time limit (ms) for pieces of work that follow each other. What passes between them, such as while a body arrives, does not count. */
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
