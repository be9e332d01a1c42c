import type { Check } from '#domain/health.ts'
import { runChecks } from '#server/health/checks.ts'
import type { App } from '#server/platform/app.ts'
import { poolsOf } from '#server/platform/database/open-pools.ts'
import { loopStates } from '#server/platform/events/loop.ts'
import { forAdmins, os } from '#server/platform/http/os.ts'

/** How long (ms) the checks of a node are reused: they write a file and sign in to the mail server. */
const freshMs = 10_000
const last = new WeakMap<App['feed'], { at: number; checks: Promise<Check[]> }>()

/** The checks of this node; callers at the same moment share them. */
function checksOf(app: App): { at: number; checks: Promise<Check[]> } {
  const known = last.get(app.feed)
  if (known && Date.now() - known.at < freshMs) return known
  const node = { loops: loopStates(), callersWaiting: poolsOf(app).reduce((sum, { use }) => sum + use.waiting, 0) }
  const fresh = {
    at: Date.now(),
    checks: runChecks({ config: app.config, pool: app.background, settings: app.settings.current(), storage: app.storage, node }),
  }
  last.set(app.feed, fresh)
  return fresh
}

export const health = os.health.router({
  check: os.health.check.handler(
    forAdmins(async (app) => {
      const { at, checks } = checksOf(app)
      return { checks: await checks, at: new Date(at).toISOString() }
    }),
  ),
})
