import { type SQL, sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'

type House = Pick<App, 'config'>
type Days = { from?: string | undefined; to?: string | undefined }

/** The day of a moment in the marketplace's time zone. By it alone a moment belongs to a day, also where clocks are put back across midnight. */
export const dayOf = ({ config }: House, moment: SQL): SQL => sql`(${moment} at time zone ${config.timeZone})::date`

/** No clock is put back by so much that a day would begin earlier, or end later, than its midnights say. */
const margin = sql.raw(`interval '3 hours'`)

/** That a moment is on one of these days, both included: roughly, which an index answers, and exactly. */
export function within(house: House, moment: SQL, { from, to }: Days): SQL {
  const midnight = (day: SQL) => sql`((${day})::timestamp at time zone ${house.config.timeZone})`
  const day = dayOf(house, moment)
  const conditions = [
    ...(from === undefined ? [] : [sql`${moment} >= ${midnight(sql`${from}::date`)} - ${margin} and ${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${moment} < ${midnight(sql`${to}::date + 1`)} + ${margin} and ${day} <= ${to}::date`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}
