import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** How many products wait for a decision, counted up to one more than is shown, which stands for "more". */
export async function countWaiting({ sql }: App): Promise<{ pending: number }> {
  const [row] = await sql<{ pending: number }[]>`
    select count(*)::int as pending from (
      select 1 from products where status = 'pending' and not unfinished
        and not exists (select 1 from users where users.id = products.seller_id and users.status <> 'active') limit ${limits.queue.shownMax + 1}
    ) waiting`
  return { pending: row?.pending ?? 0 }
}
