import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Unshipped = { lines: number; orders: number; unpaid: number; refunded: number }

/**
 * Counts the lines to be shipped (a seller's own, all for admins), their orders, and the unpaid ones and those refunded in full among
 * these. Stops at one line more than is shown, which stands for "more".
 */
export async function countUnshipped({ db }: Pick<App, 'db'>, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<Unshipped> {
  const whose = role === 'admin' ? sql`true` : sql`l.seller_id = ${id}`
  const [row] = await db.execute<Unshipped>(sql`
    select count(*)::int as lines, count(distinct order_id)::int as orders,
      count(distinct order_id) filter (where payment_status = 'unpaid')::int as unpaid,
      count(distinct order_id) filter (where payment_status = 'refunded')::int as refunded
    from (select l.order_id, o.payment_status from (
      select l.order_id from order_lines l where l.status = 'open' and ${whose} limit ${limits.queue.shownMax + 1}
    ) l join orders o on o.id = l.order_id) waiting`)
  return row ?? { lines: 0, orders: 0, unpaid: 0, refunded: 0 }
}
