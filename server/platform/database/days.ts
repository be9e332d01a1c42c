import { type SQL, sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'

type WithConfig = Pick<App, 'config'>
type Days = { from?: string | undefined; to?: string | undefined }

/**
 * The day of a moment in the marketplace's time zone: its local date, not the time between two midnights, which differs where clocks are put
 * back across midnight.
 */
export const dayOf = ({ config }: WithConfig, moment: SQL): SQL => sql`(${moment} at time zone ${config.timeZone})::date`

/** More than any clock is put back, so that a day never begins earlier, or ends later, than its midnights by this much. */
const margin = sql.raw(`interval '3 hours'`)

/** SQL condition: the moment is on one of these days, both included; a rough part that an index can answer, and an exact one. */
export function within(app: WithConfig, moment: SQL, { from, to }: Days): SQL {
  const midnight = (day: SQL) => sql`((${day})::timestamp at time zone ${app.config.timeZone})`
  const day = dayOf(app, moment)
  const conditions = [
    ...(from === undefined ? [] : [sql`${moment} >= ${midnight(sql`${from}::date`)} - ${margin} and ${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${moment} < ${midnight(sql`${to}::date + 1`)} + ${margin} and ${day} <= ${to}::date`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}
