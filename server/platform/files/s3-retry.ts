import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { isWorthRetrying } from '#server/platform/files/s3-error.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Strategy = Exclude<Extract<NonNullable<S3ClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>, undefined>
type Token = Awaited<ReturnType<Strategy['acquireInitialRetryToken']>>

/**
 * Retries what another attempt may fix until `budgetMs` after the first: exponential backoff from one second, with jitter, and never sooner
 * than the store asks (`Retry-After`; spec §9, product §11).
 */
export function retryWithin(budgetMs: number): Strategy {
  const startedAt = new WeakMap<Token, number>()
  const token = (count: number, delay: number, started: number): Token => {
    const made = { getRetryCount: () => count, getRetryDelay: () => delay }
    startedAt.set(made, started)
    return made
  }
  return {
    acquireInitialRetryToken: async () => token(0, 0, Date.now()),
    async refreshRetryTokenForRetry(last, { error, retryAfterHint }) {
      const started = startedAt.get(last) ?? Date.now()
      const delay = Math.max(backoff(last.getRetryCount()), retryAfterHint ? retryAfterHint.getTime() - Date.now() : 0)
      if (!isWorthRetrying(error) || Date.now() + delay > started + budgetMs) throw error
      return token(last.getRetryCount() + 1, delay, started)
    },
    recordSuccess() {},
  }
}

function backoff(retries: number): number {
  const { retryFirstMs, retryLongestMs } = limits.upload
  const full = Math.min(retryFirstMs * 2 ** retries, retryLongestMs)
  return full / 2 + (Math.random() * full) / 2
}
