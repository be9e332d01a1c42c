import { type SQL, sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'

/** The month of the marketplace in which the rating `r` was given, such as `2026-11`. */
export const monthOf = ({ config }: Pick<App, 'config'>): SQL => sql`to_char(r.created_at at time zone ${config.timeZone}::text, 'YYYY-MM')`

type Figures = { count: number; average: number | null; scores: number[] }
type Ratings = Figures & { months: (Figures & { month: string })[] }

const none: Figures = { count: 0, average: null, scores: [0, 0, 0, 0, 0] }

/** The figures of all ratings and of each month, newest first (product §7). */
export async function findRatings(app: App): Promise<Ratings> {
  const scores = sql.raw([1, 2, 3, 4, 5].map((score) => `(count(*) filter (where score = ${score}))::int`).join(', '))
  const rows = await app.db.execute<Figures & { month: string | null }>(sql`
    select month, count(*)::int as count, round(avg(score), 2)::float8 as average, array[${scores}] as scores
    from (select ${monthOf(app)} as month, score from chat_ratings r) rated group by rollup (month) order by month desc nulls first`)
  const { count, average, scores: all } = rows.find(({ month }) => month === null) ?? none
  const months = rows.flatMap(({ month, ...figures }) => (month === null ? [] : [{ month, ...figures }]))
  return { count, average, scores: all, months }
}
