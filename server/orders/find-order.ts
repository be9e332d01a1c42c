import { type SQL, sql } from 'drizzle-orm'
import type { OrderEvent } from '#contract/orders.ts'
import { type By, isProgram } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { Order, SellerOrder } from '#domain/order.ts'
import type { Actor } from '#domain/user.ts'
import { orderColumns, ownOrderColumns } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/**
 * Returns the events of an order, oldest first. Sellers get those of the whole order, without its amounts, and those of their own lines,
 * but not who else acted. Throws `not-found`.
 */
export async function listOrderEvents({ db }: Pick<App, 'db'>, actor: Actor, id: string): Promise<{ rows: OrderEvent[] }> {
  const [order] = await db.execute(sql`select from orders o where o.id = ${id} and ${visibleOrders(actor)}`)
  if (!order) throw orderNotFound()
  const condition = actor.role === 'admin' ? sql`true` : sql`(e.owner_id is null or e.owner_id = ${actor.id})`
  const rows = await db.execute<OrderEvent & { own: boolean }>(sql`
    select e.id::text, e.kind, ${isoSql('e.created_at')} as at,
      coalesce(u.name, d.after ->> 'key') as by, e.actor_id is not null and e.actor_id is distinct from e.owner_id as "byAdmin",
      d.before ->> 'line' as "lineId", d.after ->> 'title' as title, d.after ->> 'carrier' as carrier, d.after ->> 'tracking' as tracking,
      (d.after ->> 'amount')::bigint as amount, d.reason, e.fields, d.before, d.after,
      coalesce(e.actor_id = ${actor.id}, false) as own
    from events e left join event_details d on d.event_id = e.id left join users u on u.id = e.actor_id
    where e.item_id = ${id} and ${condition} order by e.id`)
  return { rows: rows.map((row) => eventFor(actor, { ...row, before: statuses(row.before), after: statuses(row.after) })) }
}

/** Keeps only the statuses: amounts, lines and the person who acted have columns of their own, which not everyone may see. */
const statuses = (values: OrderEvent['before']) =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => name === 'status' || name === 'paymentStatus'))

/** The reason of a refund is between the marketplace and the buyer. */
const eventFor = (actor: Actor, { own, ...event }: OrderEvent & { own: boolean }): OrderEvent =>
  actor.role === 'admin'
    ? event
    : { ...event, by: own ? event.by : null, amount: null, reason: event.kind === 'order.refunded' ? null : event.reason }

/** The error of an unknown order, and of one the actor may not see. */
export const orderNotFound = () => new AppError('not-found', refusalText('order-not-found'))

/** Returns a whole order; for admins and the API. Throws `not-found`. */
export async function findOrder({ db }: { db: Pick<App['db'], 'execute'> }, id: string): Promise<Order> {
  const [row] = await db.execute<Order>(sql`
    select ${orderColumns} from orders o join order_buyers b on b.order_id = o.id where o.id = ${id}`)
  if (!row) throw orderNotFound()
  return row
}

/** Returns an order as this seller may see it: their own lines and amounts, nothing of other sellers (product §5). Throws `not-found`. */
export async function findOwnOrder({ db }: Pick<App, 'db'>, { id: sellerId }: Pick<Actor, 'id'>, id: string): Promise<SellerOrder> {
  const [row] = await db.execute<SellerOrder>(sql`
    select ${ownOrderColumns} from order_sellers s join orders o on o.id = s.order_id join order_buyers b on b.order_id = o.id
    where s.order_id = ${id} and s.seller_id = ${sellerId}`)
  if (!row) throw orderNotFound()
  return row
}

/** Condition: the orders `o` that the actor may see. Sellers see those with a line of theirs, admins and programs all. */
const visibleOrders = (by: By): SQL =>
  !isProgram(by) && by.role === 'seller'
    ? sql`exists (select from order_sellers s where s.order_id = o.id and s.seller_id = ${by.id})`
    : sql`true`

export type LockedOrder = { id: string; number: string; paymentStatus: Order['paymentStatus'] }

/** Locks an order to the end of the transaction, so that its changes happen one after the other. Throws `not-found`. */
export async function lockOrder(tx: Tx, by: By, id: string): Promise<LockedOrder> {
  const [row] = await tx.execute<LockedOrder>(sql`
    select o.id, o.number, o.payment_status as "paymentStatus" from orders o where o.id = ${id} and ${visibleOrders(by)} for no key update`)
  if (!row) throw orderNotFound()
  return row
}
