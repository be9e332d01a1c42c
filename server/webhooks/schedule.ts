import { limits } from '#domain/limits.ts'
import type { Answer } from '#server/webhooks/post.ts'

const { retryMs, jitter, restFirstMs, restLastMs, restMaxMs } = limits.webhook

/** What an answer means: it arrived, nothing more is wanted there, or it is tried again. */
export type Outcome = { kind: 'delivered' | 'gone' | 'failed'; error: string | null }

/** Any 2xx is a yes and 410 a no for good (Standard Webhooks, "Deliverability and reliability"); everything else may pass. */
export function outcomeOf({ status, error }: Answer): Outcome {
  if (status === null) return { kind: 'failed', error }
  if (status >= 200 && status < 300) return { kind: 'delivered', error: null }
  if (status === 410) return { kind: 'gone', error: 'It answered 410: nothing more is wanted here.' }
  if (status >= 300 && status < 400) return { kind: 'failed', error: `It answered ${status}; redirects are not followed.` }
  return { kind: 'failed', error: `It answered ${status}.` }
}

/** After so many failed attempts, how long until the next (ms): never earlier than the receiver asked for. Null after the last. */
export function waitAfter(attempts: number, retryAfterMs: number | null, chance: () => number = Math.random): number | null {
  const wait = retryMs[attempts - 1]
  return wait === undefined ? null : Math.max(Math.round(wait * (1 + jitter * (2 * chance() - 1))), retryAfterMs ?? 0)
}

/** How long an endpoint is left alone (ms) after so many failures in a row, so that what waits for it does not come down on it at once. */
export const restAfter = (failures: number, retryAfterMs: number | null): number =>
  Math.min(Math.max(Math.min(restFirstMs * 2 ** Math.min(failures - 1, 30), restLastMs), retryAfterMs ?? 0), restMaxMs)
