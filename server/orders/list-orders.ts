import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrderFilters, OrderSort, SellerOrderFilters } from '#contract/orders.ts'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { cursorAfter, placeIn } from '#server/database/newest-first.ts'
import { type Listed, orderConditions, searchedIn } from '#server/orders/order-conditions.ts'
import { ownRowColumns, rowColumns } from '#server/orders/order-row.ts'

type Sort = z.infer<typeof OrderSort>
type Wanted = { cursor?: string | undefined; limit: number; sort?: Sort | undefined }
export type Page<Row> = { rows: Row[]; next: string | null }

/** Where a list is read from. A seller's orders are found by what he sees of them, also by an admin. */
const sources: Record<Listed, { from: SQL; id: SQL; placedAt: SQL }> = {
  o: { from: sql`orders o join order_buyers b on b.order_id = o.id`, id: sql`o.id`, placedAt: sql`o.placed_at` },
  s: {
    from: sql`order_sellers s join orders o on o.id = s.order_id join order_buyers b on b.order_id = o.id`,
    id: sql`s.order_id`,
    placedAt: sql`s.placed_at`,
  },
}

/** All orders, newest first unless asked otherwise, or what the filters leave of them; for admins and the API. Throws `invalid-argument` for a strange cursor. */
export function listOrders(app: App, { cursor, limit, sort, ...filters }: OrderFilters & Wanted): Promise<Page<OrderRow>> {
  return readOrders<OrderRow>(app, listedBy(filters), rowColumns, adminConditions(app, filters), { cursor, limit, sort })
}

export const listedBy = ({ seller_id }: OrderFilters): Listed => (seller_id === undefined ? 'o' : 's')

/** What an admin is shown of the list. */
export const adminConditions = (app: App, filters: OrderFilters): SQL[] => [
  ...orderConditions(app, listedBy(filters), filters),
  ...searchedIn(sql`b.search`, filters.search),
]

/** What a seller is shown of the list, whatever he asks for. */
export const ownConditions = (app: App, { id }: Pick<Actor, 'id'>, filters: SellerOrderFilters): SQL[] => [
  ...orderConditions(app, 's', { ...filters, seller_id: id }),
  ...searchedIn(sql`s.search`, filters.search),
]

/** A seller's orders, newest first unless asked otherwise, with nothing but his own lines and amounts (product §5). */
export function listOwnOrders(
  app: App,
  actor: Pick<Actor, 'id'>,
  { cursor, limit, sort, ...filters }: SellerOrderFilters & Wanted,
): Promise<Page<SellerOrderRow>> {
  return readOrders<SellerOrderRow>(app, 's', ownRowColumns, ownConditions(app, actor, filters), { cursor, limit, sort })
}

/** The same index is read from either end. */
const ways: Record<Sort, { beyond: SQL; order: SQL }> = {
  newest: { beyond: sql`<`, order: sql`desc` },
  oldest: { beyond: sql`>`, order: sql`asc` },
}

/** One page of what the conditions leave. Not prepared: what somebody searches for decides which way is short. */
export async function readOrders<Row extends { id: string; placedAt: string }>(
  { db }: App,
  listed: Listed,
  columns: SQL,
  conditions: readonly SQL[],
  { cursor, limit, sort = 'newest' }: Wanted,
): Promise<Page<Row>> {
  const { from, id, placedAt } = sources[listed]
  const place = placeIn(cursor)
  const way = ways[sort]
  const further = place ? [sql`(${placedAt}, ${id}) ${way.beyond} (${place.createdAt}::timestamptz, ${place.id})`] : []
  const where = sql.join([sql`true`, ...conditions, ...further], sql` and `)
  const rows = (await db.execute(sql`
    select ${columns} from ${from} where ${where} order by ${placedAt} ${way.order}, ${id} ${way.order} limit ${limit + 1}`)) as unknown as Row[]
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > limit ? cursorAfter({ createdAt: last.placedAt, id: last.id }) : null }
}
