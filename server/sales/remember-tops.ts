import { limits } from '#domain/limits.ts'
import { daysOf, presets } from '#domain/sales-presets.ts'
import { addDays, type SalesRange, stepsIn, topsOf } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { listTop } from '#server/sales/list-top.ts'
import { readToday } from '#server/sales/read-days.ts'

/** Soon after the start, and soon after each midnight of TIME_ZONE, sums up what the best sold of usual ranges are made of: nobody waits for it then. */
export function openTopMemory(app: App, log: Log = console): { close: () => Promise<void> } {
  let [open, remembered] = [true, '']
  const look = async (alive: Alive) => {
    const today = await readToday(app)
    if (today === remembered) return
    const goesOn = () => {
      alive()
      return open
    }
    const any = await rememberTops(app, today, goesOn)
    if (any) remembered = today
  }
  const { stop } = openLoop('Summing up the best sold beforehand', look, { log, everyMs: limits.sales.rememberMs })
  return {
    close: () => {
      open = false
      return stop()
    },
  }
}

/** One after the other, while it `goesOn`. Each is asked for as an admin would, so what is remembered is what he finds. False where nothing was sold yet. */
export async function rememberTops(app: App, today: string, goesOn: () => boolean = () => true): Promise<boolean> {
  const [sold] = await app.sql`select from sales_days limit 1`
  if (!sold) return false
  const months = stepsIn({ from: addDays(today, -365), to: today }, 'month')
  const usual: SalesRange[] = [...months, ...presets.map((range) => daysOf({ range }, today))]
  // Twice: what was summed up first is gone where the memory became full on the way. Else there is nothing left to do.
  for (const range of [...usual, ...usual])
    for (const of of topsOf) {
      if (!goesOn()) return true
      await listTop(app, { ...range, of, limit: 1 })
    }
  return true
}
