import { decideNext } from '#server/bulk-decisions/decide-next.ts'
import type { App } from '#server/platform/app.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Carries out the bulk decisions that are due, on every node, from its start on. Bulk decisions that were held or half done when a node
 * ended are continued (product §3). `close` resolves when the current decision is made; the rest is left to the next start or another node.
 */
export function openBulkRunner(app: App, log: Log = console): Loop {
  let publishedAt = 0

  async function runAll(alive: Alive, closing: AbortSignal): Promise<void> {
    for (let step = await next(); step !== 'nothing' && !closing.aborted; step = await next()) alive()
  }
  async function next() {
    const step = await decideNext(app, Date.now() - publishedAt > limits.bulk.progressMs)
    if (step === 'changed') publishedAt = Date.now()
    return step
  }
  const pace = openLoop('Carrying out bulk decisions', runAll, { log, everyMs: limits.feed.pollMs })
  pace.ask()
  return pace
}
