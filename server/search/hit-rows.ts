import { type SQL, sql } from 'drizzle-orm'
import type { HitKind } from '#contract/search.ts'
import type { Actor, Role } from '#domain/user.ts'
import { answeredBy } from '#server/chats/visible-to.ts'
import { counts } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { avatarOf, personJson } from '#server/platform/database/person.ts'
import { visibleTo } from '#server/products/visible-to.ts'
import { managedColumns } from '#server/users/managed-user.ts'

/** How hits of a kind are read: columns and tables, their id, and which of them the actor may see. */
export type HitRows = { select: SQL; id: SQL; visible: SQL }

const orderColumns = (lines: 'o' | 's') => `o.id, o.number, b.name as "buyerName",
  ${isoOf('o.placed_at')} as "placedAt", o.payment_status as "paymentStatus", ${counts(lines)}`
/** The tables of a seller's own orders. */
export const ownOrders = sql`order_sellers s join orders o on o.id = s.order_id join order_buyers b on b.order_id = s.order_id`

const orders: Record<Role, (id: string) => HitRows> = {
  admin: () => ({
    select: sql`select ${sql.raw(orderColumns('o'))} from orders o join order_buyers b on b.order_id = o.id`,
    id: sql`o.id`,
    visible: sql`true`,
  }),
  seller: (id) => ({
    select: sql`select ${sql.raw(orderColumns('s'))} from ${ownOrders}`,
    id: sql`s.order_id`,
    visible: sql`s.seller_id = ${id}`,
  }),
}

const products = (actor: Actor): HitRows => ({
  select: sql.raw(`select products.id, products.title, products.sku, products.status, products.images -> 0 as cover, ${personJson} as seller
    from products left join users u on u.id = products.seller_id`),
  id: sql`products.id`,
  visible: visibleTo(actor),
})

const people = (app: App): HitRows => ({ select: sql`select ${managedColumns(app)} from users`, id: sql`users.id`, visible: sql`true` })

const chats = (actor: Actor): HitRows => ({
  select:
    sql.raw(`select c.id, coalesce(b.name, c.buyer_name) as name, coalesce(b.shop_name, '') as "shopName", ${avatarOf('b')} as avatar, c.status
    from chats c left join users b on b.id = c.buyer_id`),
  id: sql`c.id`,
  visible: sql`c.last_number > 0 and ${answeredBy(actor)}`,
})

/** The kinds of hits that this person may get. A seller's own chat is a page. */
export const hitRows = (app: App, actor: Actor): Partial<Record<HitKind, HitRows>> => ({
  products: products(actor),
  orders: orders[actor.role](actor.id),
  ...(actor.role === 'admin' && { people: people(app), chats: chats(actor) }),
})
