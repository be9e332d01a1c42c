import { longestTimer } from '#web/platform/rpc/ask-failed.ts'
import { waitOf } from '#web/platform/rpc/problem.ts'
import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/** A question that failed was asked a few times already, so the first pause is no short one. */
const failuresBefore = 3

/** How long to wait after so many failures in a row; never shorter than whoever answered asked for. In milliseconds. */
export function pauseAfter(failures: number, error: unknown): number {
  const pause = reconnectDelay(failures + failuresBefore, Math.random())
  return Math.min(longestTimer, Math.max(pause, waitOf(error) ?? 0))
}

/** Asks again for what failed, after a while that grows. */
export function askLater(ask: (name: string) => void) {
  const failed = new Map<string, { failures: number; notBefore: number; timer: ReturnType<typeof setTimeout> }>()
  const over = (name: string): void => {
    clearTimeout(failed.get(name)?.timer)
    failed.delete(name)
  }
  return {
    failed: (name: string, error: unknown): void => {
      const failures = (failed.get(name)?.failures ?? 0) + 1
      clearTimeout(failed.get(name)?.timer)
      const timer = setTimeout(() => ask(name), pauseAfter(failures, error))
      failed.set(name, { failures, notBefore: Date.now() + (waitOf(error) ?? 0), timer })
    },
    /** Has whoever answered nothing against being asked at this moment? */
    mayAsk: (name: string): boolean => Date.now() >= (failed.get(name)?.notBefore ?? 0),
    /** It was answered, or nobody wants to know it any more. */
    over,
    stop: (): void => {
      for (const name of failed.keys()) over(name)
    },
  }
}
