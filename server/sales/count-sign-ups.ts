import { sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'
import { dayOf } from '#server/platform/database/days.ts'
import { limits } from '#server/platform/limits/limits.ts'

type SignUps = { total: number; days: { day: string; count: number }[] }

/**
 * Counts sign-ups on each of the last 365 days, oldest first, closed accounts included (spec §7): exactly the people that the list of users
 * shows for the day.
 */
export async function countSignUps(app: App): Promise<SignUps> {
  const days = await app.db.execute<SignUps['days'][number]>(sql`
    with today as (select ${dayOf(app, sql`now()`)} as day), counted as (
      select ${dayOf(app, sql`created_at`)} as day, count(*) from users
      where created_at >= now() - ${limits.sales.signUpDays + 1} * interval '1 day' group by 1
    )
    select d.day::text, coalesce(counted.count, 0) as count
    from today, generate_series(0, ${limits.sales.signUpDays - 1}::integer) n, lateral (select today.day - ${limits.sales.signUpDays - 1}::integer + n as day) d
      left join counted on counted.day = d.day
    order by d.day`)
  return { total: days.reduce((sum, { count }) => sum + count, 0), days: [...days] }
}
