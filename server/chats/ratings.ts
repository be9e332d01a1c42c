import { type SQL, sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'

/** The month of the marketplace in which the rating `r` was given, such as `2026-11`. */
export const monthOf = ({ config }: Pick<App, 'config'>): SQL => sql`to_char(r.created_at at time zone ${config.timeZone}::text, 'YYYY-MM')`

type Figures = { count: number; average: number | null }
type Ratings = Figures & { scores: number[]; months: (Figures & { month: string })[] }

const figures = sql`count(*)::int as count, round(avg(score), 2)::float8 as average`

/** The figures of all ratings and of each month, newest first (product §7). */
export async function findRatings(app: App): Promise<Ratings> {
  const { db } = app
  const months = await db.execute<Ratings['months'][number]>(sql`
    select month, ${figures} from (select ${monthOf(app)} as month, score from chat_ratings r) rated group by month order by month desc`)
  const [row] = await db.execute<Figures & { scores: number[] }>(sql`
    select ${figures}, array[${sql.join(
      [1, 2, 3, 4, 5].map((score) => sql`count(*) filter (where score = ${score}::integer)::int`),
      sql`, `,
    )}] as scores from chat_ratings`)
  const { count = 0, average = null, scores = [] } = row ?? {}
  return { count, average, scores, months: [...months] }
}
