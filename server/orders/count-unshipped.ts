import { sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'

/** How many lines wait to be shipped, a seller's own or for admins all; one more than is shown stands for "more" and ends the counting. */
export async function countUnshipped({ db }: Pick<App, 'db'>, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<{ lines: number }> {
  const whose = role === 'admin' ? sql`true` : sql`seller_id = ${id}`
  const [row] = await db.execute<{ lines: number }>(sql`
    select count(*)::int as lines from (
      select from order_lines where status = 'open' and ${whose} limit ${limits.queue.shownMax + 1}
    ) waiting`)
  return { lines: row?.lines ?? 0 }
}
