import { daysOf, presets } from '#domain/day-presets.ts'
import { stepsIn } from '#domain/sales-ranges.ts'
import { addDays, type SalesRange, topsOf } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { listTop } from '#server/sales/list-top.ts'
import { readNow } from '#server/sales/read-days.ts'

/**
 * Fills the top-sellers cache for the usual ranges soon after the start and soon after each midnight of TIME_ZONE, so that admins do not
 * wait for it.
 */
export function openTopSellersWarmup(app: App, log: Log = console): Loop {
  let filledFor = ''
  const fill = async (alive: Alive, closing: AbortSignal) => {
    const { day: today } = await readNow(app)
    if (today === filledFor) return
    const goesOn = () => {
      alive()
      return !closing.aborted
    }
    const any = await warmTopSellers(app, today, goesOn)
    if (any) filledFor = today
  }
  return openLoop('Summing up the best sold beforehand', fill, { log, everyMs: limits.sales.warmCacheEveryMs })
}

/** Asks for one range after the other, as an admin would, while `goesOn` returns true. Returns false if nothing was sold yet. */
export async function warmTopSellers(app: App, today: string, goesOn: () => boolean = () => true): Promise<boolean> {
  const [sold] = await app.sql`select from sales_days limit 1`
  if (!sold) return false
  const months = stepsIn({ from: addDays(today, -365), to: today }, 'month')
  const usual: SalesRange[] = [...months, ...presets.map((range) => daysOf({ range }, today))]
  // Twice: if the cache became full on the way, the first ones are gone. Otherwise the second round finds everything in the cache.
  for (const range of [...usual, ...usual])
    for (const of of topsOf) {
      if (!goesOn()) return true
      await listTop(app, { ...range, of, limit: 1 })
    }
  return true
}
