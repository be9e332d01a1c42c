import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { decideNext } from '#server/bulk-decisions/decide-next.ts'
import { complaints, type Log } from '#server/events/log.ts'
import { paced } from '#server/events/paced.ts'

/**
 * Carries out the bulk decisions that are due, on every node, from the start on: what was held or half done when a node ended goes on (product §3).
 * `close` settles when the decision under way is made; the rest is left to the next start or another node.
 */
export function openBulkRunner(app: App, log: Log = console): { close: () => Promise<void> } {
  const trouble = complaints(log, 'Carrying out bulk decisions')
  let stopped = false
  let told = 0

  async function runAll(): Promise<void> {
    for (let step = await next(); step !== 'nothing' && !stopped; ) step = await next()
  }
  async function next() {
    const step = await decideNext(app, Date.now() - told > limits.bulk.progressMs)
    if (step === 'changed') told = Date.now()
    return step
  }
  const pace = paced(() => runAll().then(trouble.mended, trouble.failed), limits.feed.gapMs)
  const poll = setInterval(pace.ask, limits.feed.pollMs)
  pace.ask()
  return {
    close: async () => {
      stopped = true
      clearInterval(poll)
      await pace.stop()
    },
  }
}
