import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ListedOrder, OrderFilters, OrderSort, SellerOrderFilters } from '#contract/orders.ts'
import type { SellerOrderRow } from '#domain/order.ts'
import type { Actor } from '#domain/user.ts'
import { type Listed, orderConditions, owed, searchedIn } from '#server/orders/order-conditions.ts'
import { listedColumns, ownRowColumns } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import { cursorAfter, type Place, placeIn } from '#server/platform/database/newest-first.ts'
import { runQuery } from '#server/platform/database/prepared-statement.ts'
import { rowsToAsk } from '#server/platform/database/rows-to-ask.ts'

type Sort = z.infer<typeof OrderSort>
type Filters = OrderFilters & { number?: string | undefined }
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
export function listOrders(app: App, { cursor, limit, sort, ...filters }: Filters & Wanted): Promise<Page<ListedOrder>> {
  const all = allOrders(app, filters)
  return readOrders<ListedOrder>(app, all, listedColumns[all.listed], { cursor, limit, sort })
}

/** A seller's orders, newest first unless asked otherwise, with nothing but his own lines and amounts (product §5). */
export function listOwnOrders(
  app: App,
  actor: Pick<Actor, 'id'>,
  { cursor, limit, sort, ...filters }: SellerOrderFilters & Pick<Filters, 'number'> & Wanted,
): Promise<Page<SellerOrderRow>> {
  return readOrders<SellerOrderRow>(app, ownOrders(app, actor, filters), ownRowColumns, { cursor, limit, sort })
}

/** What a list holds. `fixed` where the values do not decide which way to it is short, so that every page of it goes by one plan. */
export type Narrowed = { listed: Listed; conditions: readonly SQL[]; fixed: boolean }

/** What an admin is shown of the list. */
export function allOrders(app: App, filters: Filters): Narrowed {
  const listed = filters.seller_id === undefined ? 'o' : 's'
  return narrowed(app, listed, filters, [...owed('o', filters), ...searchedIn(sql`b.search`, filters.search)])
}

/** What a seller is shown of the list, whatever he asks for. */
export const ownOrders = (app: App, { id }: Pick<Actor, 'id'>, filters: SellerOrderFilters & Pick<Filters, 'number'>): Narrowed =>
  narrowed(app, 's', { ...filters, seller_id: id }, [...owed('s', filters), ...searchedIn(sql`s.search`, filters.search)])

const narrowed = (app: App, listed: Listed, filters: Filters, more: readonly SQL[]): Narrowed => ({
  listed,
  conditions: [...orderConditions(app, listed, filters), ...numbered(filters), ...more],
  fixed: filters.search === undefined && filters.number === undefined && filters.product_id === undefined,
})

const numbered = ({ number }: Filters): SQL[] => (number === undefined ? [] : [sql`o.number = ${number}`])

/** The same index is read from either end. */
const ways: Record<Sort, { beyond: SQL; order: SQL; begin: Place }> = {
  newest: { beyond: sql`<`, order: sql`desc`, begin: { createdAt: 'infinity', id: '' } },
  oldest: { beyond: sql`>`, order: sql`asc`, begin: { createdAt: '-infinity', id: '' } },
}

/**
 * One page of what the conditions leave. Prepared where it can be: planning took longer than reading, and longer for a deep page than for the first;
 * so the first page is the one after a place before all, by the same statement.
 */
async function readOrders<Row extends Listable>(app: App, narrowed: Narrowed, columns: SQL, wanted: Wanted): Promise<Page<Row>> {
  const { limit } = wanted
  const rows = await runQuery<Row>(app.sql, ordersAfter(narrowed, columns, wanted), { prepare: narrowed.fixed })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > limit ? cursorOf(last) : null }
}

/** The cursor after this order. */
export const cursorOf = ({ id, placedAt }: Listable): string => cursorAfter({ createdAt: placedAt, id })

type Listable = { id: string; placedAt: string }

/** The statement behind it, also for a long file. */
export function ordersAfter({ listed, conditions }: Narrowed, columns: SQL, { cursor, limit, sort = 'newest' }: Wanted): SQL {
  const { from, id, placedAt } = sources[listed]
  const way = ways[sort]
  const place = placeIn(cursor) ?? way.begin
  const further = sql`(${placedAt}, ${id}) ${way.beyond} (${place.createdAt}::text::timestamptz, ${place.id})`
  const where = sql.join([...conditions, further], sql` and `)
  return sql`select ${columns} from ${from} where ${where}
    order by ${placedAt} ${way.order}, ${id} ${way.order} limit ${sql.raw(String(rowsToAsk(limit)))}`
}
