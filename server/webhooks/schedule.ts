import { limits } from '#server/platform/limits/limits.ts'
import { refusalText, type StoredProblem } from '#server/platform/problem-texts.ts'
import type { Answer } from '#server/webhooks/post.ts'

const { retryMs, jitter, restFirstMs, restLastMs, restMaxMs } = limits.webhook

/** The meaning of an answer: delivered, never again to this endpoint, or to be tried again. */
export type Outcome = { kind: 'delivered' | 'gone' | 'failed'; error: StoredProblem | null }

/** Any 2xx is a success and 410 final (Standard Webhooks, "Deliverability and reliability"); anything else may be temporary. */
export function outcomeOf({ status, error }: Answer): Outcome {
  if (status === null) return { kind: 'failed', error }
  if (status >= 200 && status < 300) return { kind: 'delivered', error: null }
  if (status === 410) return { kind: 'gone', error: refusalText('webhook-gone') }
  if (status >= 300 && status < 400) return { kind: 'failed', error: refusalText('webhook-redirect', { status }) }
  return { kind: 'failed', error: refusalText('webhook-status', { status }) }
}

/** The wait before the next attempt after this number of failed ones, in ms; at least what the receiver asked for. Null after the last. */
export function waitAfter(attempts: number, retryAfterMs: number | null, chance: () => number = Math.random): number | null {
  const wait = retryMs[attempts - 1]
  return wait === undefined ? null : Math.max(Math.round(wait * (1 + jitter * (2 * chance() - 1))), retryAfterMs ?? 0)
}

/** The rest of an endpoint after this number of failures in a row, in ms, so that waiting deliveries do not flood it. */
export const restAfter = (failures: number, retryAfterMs: number | null): number =>
  Math.min(Math.max(Math.min(restFirstMs * 2 ** Math.min(failures - 1, 30), restLastMs), retryAfterMs ?? 0), restMaxMs)
