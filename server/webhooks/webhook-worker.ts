import { randomUUID } from 'node:crypto'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/platform/app.ts'
import { type Alive, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { askSystem, type Lookup } from '#server/webhooks/addresses.ts'
import { disableGone, recordFailing } from '#server/webhooks/endpoint-trouble.ts'
import { hintOfLog } from '#server/webhooks/hint-of-log.ts'
import { type Answer, type PostOptions, post } from '#server/webhooks/post.ts'
import { type Due, letGo, lockEndpoints, noteDelivered, noteFailed, takeNext } from '#server/webhooks/queue.ts'
import { outcomeOf, restAfter, waitAfter } from '#server/webhooks/schedule.ts'
import { signed } from '#server/webhooks/sign.ts'
import { sweepDeliveries } from '#server/webhooks/sweep-deliveries.ts'

type Options = { lookup?: Lookup; attemptMs?: number }

/**
 * Tells storefronts what happened, from the rows in `webhook_deliveries`, on every node: each endpoint by one node at a time, one message after
 * the other, whatever becomes of the other endpoints. `close` settles when the attempts under way have ended, or were broken off after a moment.
 */
export function openWebhookWorker(
  app: App,
  log: Log = console,
  { lookup = askSystem, attemptMs }: Options = {},
): { close: () => Promise<void> } {
  const node = randomUUID()
  const trouble = openErrorLog(log, 'Sending webhooks')
  const rounds = new Map<string, Promise<void>>()
  const changed = new Set<string>()
  const ending = new AbortController()
  let stopped = false

  const tellNow = async () => {
    const ids = [...changed]
    changed.clear()
    await hintOfLog(app, ids)
  }
  const tell = openLoop('Telling of webhooks sent', tellNow, { log, gapMs: limits.webhook.tellMs })

  async function deliver(due: Due): Promise<void> {
    const answer = await attempt(app, due, { lookup, attemptMs, signal: ending.signal })
    // Nobody said no: whoever looks next sends it again, under the same id.
    if (ending.signal.aborted && answer.status === null) return
    const { kind, error } = outcomeOf(answer)
    if (kind === 'delivered') return noteDelivered(app, due, answer)
    const waitMs = kind === 'gone' ? null : waitAfter(due.attempts + 1, answer.retryAfterMs)
    await noteFailed(app, due, answer, { error, waitMs, restMs: restAfter(due.failures + 1, answer.retryAfterMs) })
    if (kind === 'gone') await disableGone(app, due.endpointId)
  }
  async function deliverAll(endpointId: string, alive: Alive): Promise<void> {
    for (let due = await takeNext(app, node, endpointId); due && !stopped; due = await takeNext(app, node, endpointId)) {
      // Another round may have sent it meanwhile, and what comes after it.
      alive()
      await deliver(due)
      alive()
      changed.add(endpointId)
      tell.ask()
    }
  }
  /** All that is due for one endpoint, in its order, as long as it takes it. */
  async function round(endpointId: string): Promise<void> {
    try {
      await looking.watch((alive) => deliverAll(endpointId, alive))
      trouble.mended()
    } catch (error) {
      trouble.failed(error)
    } finally {
      await looking.watch(() => letGo(app, node, endpointId)).catch(trouble.failed)
      rounds.delete(endpointId)
    }
  }
  async function look(): Promise<void> {
    if (stopped) return
    for (const id of await lockEndpoints(app, node)) if (!rounds.has(id)) rounds.set(id, round(id))
  }
  const looking = openLoop('Sending webhooks', look, { log, everyMs: limits.webhook.pollMs })
  const sweep = openLoop('Keeping the log of webhooks', () => Promise.all([sweepDeliveries(app), recordFailing(app)]), {
    log,
    everyMs: limits.webhook.sweepMs,
  })
  looking.ask()
  sweep.ask()
  return {
    close: async () => {
      stopped = true
      const grace = setTimeout(() => ending.abort(), limits.webhook.graceMs)
      const underWay = withTimeLimit(() => Promise.all(rounds.values()), limits.webhook.graceMs + limits.loop.stopMs)
      await Promise.all([looking.stop(), sweep.stop(), tell.stop(), underWay.catch(trouble.failed)])
      clearTimeout(grace)
    },
  }
}

const unsent = (error: string): Answer => ({ status: null, ms: 0, answer: '', retryAfterMs: null, error })

/** One attempt; what cannot be sent at all has its reason where an answer would stand. */
async function attempt(
  app: App,
  { id, url, payload, secret, formerSecrets }: Due,
  about: Omit<PostOptions, 'allowPrivate'>,
): Promise<Answer> {
  if (payload === null) return unsent('What this said was erased.')
  const headers = signed(app, { id, body: payload, secrets: [secret, ...formerSecrets] })
  if (!headers) return unsent('The secret cannot be read, as SESSION_SECRET has changed. Rotate it.')
  const letter = { url, body: payload, headers: { ...headers, 'user-agent': 'Backstall-Webhooks' } }
  return post(letter, { ...about, allowPrivate: app.settings.current().webhooksPrivate })
}
