import { sql } from 'drizzle-orm'
import type { Moderation } from '#contract/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import { within } from '#server/platform/database/days.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { runQuery } from '#server/platform/database/prepared-statement.ts'
import { assertRange } from '#server/sales/assert-range.ts'
import { decisionColumns, isDecision } from '#server/sales/note-decisions.ts'

/** A percentile of the waiting times of decisions, in whole milliseconds. */
const percentile = (at: number) => sql.raw(`percentile_disc(${at}) within group (order by waited_ms)::bigint`)
const counts = sql`count(*) filter (where approved) as approved, count(*) filter (where not approved) as rejected`

/** Products and edit requests of active sellers that wait, as in the queues. `products_queue_newest` has all that is read of the products. */
const waiting = sql`
  select 'products' as what, coalesce(submitted_at, created_at) as since from products where status = 'pending' and not unfinished
    and not exists (select from users where users.id = products.seller_id and users.status <> 'active')
  union all
  select 'edits', created_at from edit_requests where status = 'pending'
    and not exists (select from users where users.id = edit_requests.seller_id and users.status <> 'active')`

/**
 * Returns what waits for admins and what they decided in a range: how many, how fast, for which reasons, and by whom (product §5).
 * Decisions not yet noted by the consumer are read from their events. Throws `invalid-argument` for a reversed or too long range.
 */
export async function findModeration(app: App, range: SalesRange): Promise<Moderation> {
  assertRange(range)
  const query = sql`
    with waiting as (${waiting}), decided as (
      select at, admin_id, approved, code, waited_ms from decisions where ${within(app, sql`at`, range)}
      union all
      select at, admin_id, approved, code, waited_ms from (
        select ${decisionColumns} from events e where ${isDecision} and e.id in (
          select event_id from feed where position > (select position from consumers where name = 'sales') union all select event_id from feed_waiting)
      ) fresh where ${within(app, sql`at`, range)} and not exists (select from decisions d where d.event_id = fresh.event_id)
    ), sums as (
      select count(*) as decisions, ${counts}, ${percentile(0.5)} as "medianMs", ${percentile(0.9)} as "p90Ms" from decided
    )
    select (select json_build_object('products', count(*) filter (where what = 'products'), 'edits', count(*) filter (where what = 'edits'),
        'oldest', ${isoSql('min(since)')},
        'oldestOf', case min(since) when min(since) filter (where what = 'products') then 'products' when min(since) then 'edits' end,
        'medianAgeMs', (extract(epoch from now() - percentile_disc(0.5) within group (order by since desc)) * 1000)::bigint) from waiting) as waiting,
      sums.*,
      (select coalesce(json_agg(json_build_object('code', code, 'count', count) order by count desc, code), '[]')
        from (select code, count(*) from decided where code is not null group by code) r) as reasons,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'approved', approved, 'rejected', rejected, 'medianMs', median)
          order by approved + rejected desc, name, id), '[]')
        from (select u.id, u.name, ${counts}, ${percentile(0.5)} as median
          from decided join users u on u.id = admin_id group by u.id, u.name) a) as admins
    from sums`
  const [counted] = await runQuery<Omit<Moderation, 'range'>>(app.sql, query, { prepare: true })
  if (!counted) throw new Error('The database did not count the decisions.')
  return { range, ...counted }
}
