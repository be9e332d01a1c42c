import { waitOf } from '#web/platform/rpc/problem.ts'
import { longestTimer, reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/** The query already failed several times, so the first pause is not short. */
const failuresBefore = 3

/** The pause after this many failures in a row, in milliseconds; never shorter than the server asked for. */
export function backoffDelay(failures: number, error: unknown): number {
  const pause = reconnectDelay(failures + failuresBefore)
  return Math.min(longestTimer, Math.max(pause, waitOf(error) ?? 0))
}

/** Repeats failed requests after growing pauses. */
export function retryWithBackoff(ask: (name: string) => void) {
  const failed = new Map<string, { failures: number; notBefore: number; timer: ReturnType<typeof setTimeout> }>()
  const over = (name: string): void => {
    clearTimeout(failed.get(name)?.timer)
    failed.delete(name)
  }
  return {
    failed: (name: string, error: unknown): void => {
      const failures = (failed.get(name)?.failures ?? 0) + 1
      clearTimeout(failed.get(name)?.timer)
      const timer = setTimeout(() => ask(name), backoffDelay(failures, error))
      failed.set(name, { failures, notBefore: Date.now() + (waitOf(error) ?? 0), timer })
    },
    /** True unless the server asked for a pause that is not over. */
    mayAsk: (name: string): boolean => Date.now() >= (failed.get(name)?.notBefore ?? 0),
    /** The request succeeded, or its answer is no longer needed. */
    over,
    stop: (): void => {
      for (const name of failed.keys()) over(name)
    },
  }
}
