import { claimImport } from '#server/imports/progress.ts'
import { sweepImports } from '#server/imports/sweep-imports.ts'
import { workOnImport } from '#server/imports/work-on-import.ts'
import type { App } from '#server/platform/app.ts'
import { type Alive, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Works on imports on this node: at once after a hint of any node, and when the node that worked on one fell silent. Sweeps old ones.
 * `close` resolves when the current batches are committed; the rest is left to the next start or another node.
 */
export function openImporter(app: App, log: Log = console): { close: () => Promise<void> } {
  const errors = openErrorLog(log, 'Working on imports')
  const working = new Set<Promise<void>>()

  async function poll(_: Alive, closing: AbortSignal): Promise<void> {
    while (!closing.aborted && working.size < limits.import.atOnce) {
      const claimed = await claimImport(app)
      if (!claimed) return
      const running = pace
        .watch((alive) => workOnImport(app, claimed, closing, alive), limits.import.stallMs)
        .then(errors.recovered, errors.failed)
        .finally(() => {
          working.delete(running)
          pace.ask()
        })
      working.add(running)
    }
  }
  const pace = openLoop('Working on imports', poll, { log, everyMs: limits.import.pollMs })
  const sweep = openLoop('Sweeping old imports', () => sweepImports(app), { log, everyMs: limits.import.sweepMs })
  const stopListening = app.feed.onHint(({ kind }) => kind === 'import.change' && pace.ask())
  sweep.ask()
  void takeOver(app).then(pace.ask, errors.failed)
  return {
    close: async () => {
      stopListening()
      const underWay = withTimeLimit(() => Promise.all(working), limits.loop.stopMs)
      await Promise.all([pace.close(), sweep.close(), underWay.catch(errors.failed)])
    },
  }
}

/** The embedded database has no other node, so imports of a killed process are continued at once. */
async function takeOver({ sql, config }: App): Promise<void> {
  if (!config.databaseUrl) await sql`update imports set held_until = null where status in ('checking', 'running')`
}
