import { randomUUID } from 'node:crypto'
import type { App } from '#server/platform/app.ts'
import { type Alive, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText, type StoredProblem } from '#server/platform/problem-texts.ts'
import { askSystem, type Lookup } from '#server/webhooks/addresses.ts'
import { disableGone, recordFailing } from '#server/webhooks/endpoint-trouble.ts'
import { hintOfLog } from '#server/webhooks/hint-of-log.ts'
import { type Answer, type PostOptions, post } from '#server/webhooks/post.ts'
import { type Due, lockEndpoints, noteDelivered, noteFailed, releaseEndpoint, takeNext } from '#server/webhooks/queue.ts'
import { outcomeOf, restAfter, waitAfter } from '#server/webhooks/schedule.ts'
import { signed } from '#server/webhooks/sign.ts'
import { sweepDeliveries } from '#server/webhooks/sweep-deliveries.ts'

type Options = { lookup?: Lookup; attemptMs?: number }

/**
 * Sends the rows of `webhook_deliveries` on every node: each endpoint by one node at a time, one message after the other, independently of other
 * endpoints. `close` settles when the attempts in progress have ended or, after a grace period, were aborted.
 */
export function openWebhookWorker(
  app: App,
  log: Log = console,
  { lookup = askSystem, attemptMs }: Options = {},
): { close: () => Promise<void> } {
  const node = randomUUID()
  const errors = openErrorLog(log, 'Sending webhooks')
  const rounds = new Map<string, Promise<void>>()
  const changed = new Set<string>()
  const ending = new AbortController()

  const publishHints = async () => {
    const ids = [...changed]
    changed.clear()
    await hintOfLog(app, ids)
  }
  const hints = openLoop('Telling of webhooks sent', publishHints, { log, gapMs: limits.webhook.publishMs })

  async function deliver(due: Due): Promise<void> {
    const answer = await attempt(app, due, { lookup, attemptMs, signal: ending.signal })
    // Not a refusal: the next pass sends it again, under the same id.
    if (ending.signal.aborted && answer.status === null) return
    const { kind, error } = outcomeOf(answer)
    if (kind === 'delivered') return noteDelivered(app, due, answer)
    const waitMs = kind === 'gone' ? null : waitAfter(due.attempts + 1, answer.retryAfterMs)
    await noteFailed(app, due, answer, { error, waitMs, restMs: restAfter(due.failures + 1, answer.retryAfterMs) })
    if (kind === 'gone') await disableGone(app, due.endpointId)
  }
  async function deliverAll(endpointId: string, alive: Alive, closing: AbortSignal): Promise<void> {
    for (let due = await takeNext(app, node, endpointId); due && !closing.aborted; due = await takeNext(app, node, endpointId)) {
      // Another round may have sent this delivery and later ones meanwhile.
      alive()
      await deliver(due)
      alive()
      changed.add(endpointId)
      hints.ask()
    }
  }
  /** Sends all that is due for one endpoint, in order. */
  async function round(endpointId: string, closing: AbortSignal): Promise<void> {
    try {
      await sending.watch((alive) => deliverAll(endpointId, alive, closing))
      errors.recovered()
    } catch (error) {
      errors.failed(error)
    } finally {
      await sending.watch(() => releaseEndpoint(app, node, endpointId)).catch(errors.failed)
      rounds.delete(endpointId)
    }
  }
  async function sendDue(_: Alive, closing: AbortSignal): Promise<void> {
    for (const id of await lockEndpoints(app, node)) if (!rounds.has(id)) rounds.set(id, round(id, closing))
  }
  const sending = openLoop('Sending webhooks', sendDue, { log, everyMs: limits.webhook.pollMs })
  const sweep = openLoop('Keeping the log of webhooks', () => Promise.all([sweepDeliveries(app), recordFailing(app)]), {
    log,
    everyMs: limits.webhook.sweepMs,
  })
  sending.ask()
  sweep.ask()
  return {
    close: async () => {
      const grace = setTimeout(() => ending.abort(), limits.webhook.graceMs)
      const underWay = withTimeLimit(() => Promise.all(rounds.values()), limits.webhook.graceMs + limits.loop.stopMs)
      await Promise.all([sending.close(), sweep.close(), hints.close(), underWay.catch(errors.failed)])
      clearTimeout(grace)
    },
  }
}

const unsent = (error: StoredProblem): Answer => ({ status: null, ms: 0, answer: '', retryAfterMs: null, error })

/** One attempt; a delivery that cannot be sent returns the reason as the error of its answer. */
async function attempt(
  app: App,
  { id, url, payload, secret, formerSecrets }: Due,
  about: Omit<PostOptions, 'allowPrivate'>,
): Promise<Answer> {
  if (payload === null) return unsent(refusalText('webhook-erased'))
  const headers = signed(app, { id, body: payload, secrets: [secret, ...formerSecrets] })
  if (!headers) return unsent(refusalText('webhook-secret'))
  const message = { url, body: payload, headers: { ...headers, 'user-agent': 'Backstall-Webhooks' } }
  return post(message, { ...about, allowPrivate: app.settings.current().webhooksPrivate })
}
