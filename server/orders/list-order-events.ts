import { sql } from 'drizzle-orm'
import type { OrderEvent } from '#contract/orders.ts'
import type { Actor } from '#domain/user.ts'
import { orderNotFound, visibleOrders } from '#server/orders/find-order.ts'
import type { App } from '#server/platform/app.ts'

/**
 * What happened to an order, oldest first, as its sellers and admins see it. A seller is told what concerns the whole order, without its amounts,
 * and what became of his own lines; not who else acted. Throws `not-found`.
 */
export async function listOrderEvents({ db }: Pick<App, 'db'>, actor: Actor, id: string): Promise<{ rows: OrderEvent[] }> {
  const [order] = await db.execute(sql`select from orders o where o.id = ${id} and ${visibleOrders(actor)}`)
  if (!order) throw orderNotFound()
  const his = actor.role === 'admin' ? sql`true` : sql`(e.owner_id is null or e.owner_id = ${actor.id})`
  const rows = await db.execute<OrderEvent & { own: boolean }>(sql`
    select e.id::text, e.kind, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      coalesce(u.name, d.after ->> 'key') as by, e.actor_id is not null and e.actor_id is distinct from e.owner_id as "byAdmin",
      d.before ->> 'line' as "lineId", d.after ->> 'title' as title, d.after ->> 'carrier' as carrier, d.after ->> 'tracking' as tracking,
      (d.after ->> 'amount')::bigint as amount, d.reason, e.fields, d.before, d.after,
      coalesce(e.actor_id = ${actor.id}, false) as own
    from events e left join event_details d on d.event_id = e.id left join users u on u.id = e.actor_id
    where e.item_id = ${id} and ${his} order by e.id`)
  return { rows: rows.map((row) => eventFor(actor, { ...row, before: statuses(row.before), after: statuses(row.after) })) }
}

/** Amounts, lines and who acted are told apart, to whom they concern. */
const statuses = (values: OrderEvent['before']) =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => name === 'status' || name === 'paymentStatus'))

/** Why money went back is between the marketplace and the buyer. */
const eventFor = (actor: Actor, { own, ...event }: OrderEvent & { own: boolean }): OrderEvent =>
  actor.role === 'admin'
    ? event
    : { ...event, by: own ? event.by : null, amount: null, reason: event.kind === 'order.refunded' ? null : event.reason }
