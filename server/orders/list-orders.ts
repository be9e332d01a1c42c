import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ListedOrder, OrderFilters, OrderSort, SellerOrderFilters } from '#contract/orders.ts'
import { limits } from '#domain/limits.ts'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import { orderNumberIn } from '#domain/order-rules.ts'
import { foldCase } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import { hasExternalId, type Listed, orderConditions, owed } from '#server/orders/order-conditions.ts'
import { listedColumns, orderRowColumns, ownRowColumns } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import { countRows, totalOf } from '#server/platform/database/count-rows.ts'
import { cursorAfter, type Place, pageBy, placeIn } from '#server/platform/database/newest-first.ts'
import { peopleCalled } from '#server/platform/database/person.ts'
import { runQuery } from '#server/platform/database/prepared-statement.ts'
import { rowsToAsk } from '#server/platform/database/rows-to-ask.ts'
import { beginningWith, folded, indexedFrom, patternFor, withWordFrom } from '#server/platform/database/search-pattern.ts'

type Sort = z.infer<typeof OrderSort>
type Filters = OrderFilters & { number?: string | undefined }
type Wanted = { cursor?: string | undefined; limit: number; sort?: Sort | undefined }
export type Page<Row> = { rows: Row[]; next: string | null; total?: number }

/** The tables a list is read from. A seller's orders are found by their rows in `order_sellers`, by admins too; a search reads the buyers. */
const sources: Record<Listed, { from: SQL; id: SQL; placedAt: SQL }> = {
  o: { from: sql`orders o join order_buyers b on b.order_id = o.id`, id: sql`o.id`, placedAt: sql`o.placed_at` },
  b: { from: sql`order_buyers b join orders o on o.id = b.order_id`, id: sql`b.order_id`, placedAt: sql`b.placed_at` },
  s: {
    from: sql`order_sellers s join orders o on o.id = s.order_id join order_buyers b on b.order_id = o.id`,
    id: sql`s.order_id`,
    placedAt: sql`s.placed_at`,
  },
}

/** Lists the filtered orders, newest first by default; for the API. Throws `invalid-argument` for a malformed cursor. */
export const listOrders = (app: App, { cursor, limit, sort, ...filters }: Filters & Wanted): Promise<Page<OrderRow>> =>
  readOrders<OrderRow>(app, allOrders(app, filters), orderRowColumns, { cursor, limit, sort })

/** The same for admins, with the sellers of each order and the total. */
export async function listOrdersForAdmins(app: App, { cursor, limit, sort, ...filters }: Filters & Wanted): Promise<Page<ListedOrder>> {
  const all = allOrdersForAdmins(app, filters)
  return withTotal(
    app,
    all,
    { cursor, search: filters.search },
    await readOrders<ListedOrder>(app, all, listedColumns[all.listed], { cursor, limit, sort }),
  )
}

type Counted = { cursor: string | undefined; search?: string | undefined }

/** Counts at most 1,000 rows, by the statement of a page. A search that fills a page has no total: `countOrders` gives it. */
async function withTotal<Row>(app: App, filtered: Filtered, { cursor, search }: Counted, page: Page<Row>): Promise<Page<Row>> {
  // A name of many sellers has orders of each: counting them takes ten times as long as the page.
  if (search && page.next !== null) return page
  return { ...page, ...(await totalOf({ cursor, ...page }, () => countIn(app, filtered))) }
}

function countIn(app: App, filtered: Filtered): Promise<{ total: number }[]> {
  const { search } = filtered
  const wanted = { limit: limits.queue.shownMax }
  // What a search finds is counted without its rows, of which there may be many times as many.
  const rows = sql`(${search === undefined ? ordersAfter(filtered, sql`1`, wanted) : foundAfter({ ...filtered, search }, wanted)}) found`
  return runQuery<{ total: number }>(app.sql, countRows(rows), { prepare: filtered.fixed })
}

/** The total of a list that this actor sees, at most 1,000. */
export async function countOrders(app: App, actor: Actor, filters: OrderFilters): Promise<{ total: number }> {
  const [counted] = await countIn(app, actor.role === 'admin' ? allOrdersForAdmins(app, filters) : ownOrders(app, actor, filters))
  return { total: counted?.total ?? 0 }
}

/** Lists a seller's orders, newest first by default, with only their own lines and amounts (product §5). */
export async function listOwnOrders(
  app: App,
  actor: Pick<Actor, 'id'>,
  { cursor, limit, sort, ...filters }: SellerOrderFilters & Pick<Filters, 'number'> & Wanted,
): Promise<Page<SellerOrderRow>> {
  const own = ownOrders(app, actor, filters)
  return withTotal(
    app,
    own,
    { cursor, search: filters.search },
    await readOrders<SellerOrderRow>(app, own, ownRowColumns, { cursor, limit, sort }),
  )
}

/**
 * The conditions of a list. `search` finds orders by their buyers, and by their sellers or for a seller by their products. `fixed` if the
 * plan does not depend on the values, so that one prepared statement serves all pages.
 */
export type Filtered = { listed: Listed; conditions: readonly SQL[]; fixed: boolean; search?: string }

/** The filtered list as the API sees it: searched by number and buyer. */
const allOrders = (app: App, filters: Filters): Filtered =>
  filtered(app, listedBy(filters), filters, [...owed('o', filters), ...(filters.search ? [hasBuyer(filters.search)] : [])])

const listedBy = ({ seller_id, search }: Filters): Listed => (seller_id !== undefined ? 's' : search ? 'b' : 'o')

/**
 * Buyers are stored in folded form: comparing without regard to case took four times as long. The orders with this external id are an array,
 * not a join, so that the planner combines two indexes.
 */
const hasBuyer = (search: string): SQL =>
  sql`(b.search like ${patternFor(foldCase(orderNumberIn(search)))} or b.order_id = any (array(select o.id from orders o where ${hasExternalId(search)})))`

/** The filtered list as admins see it: searched by sellers too, unless it is that of one seller. */
export function allOrdersForAdmins(app: App, filters: Filters): Filtered {
  const { search, seller_id } = filters
  if (!search || seller_id !== undefined) return allOrders(app, filters)
  return { ...filtered(app, 'b', filters, owed('o', filters)), search }
}

/** The filtered list as a seller sees it: always only their own. */
export const ownOrders = (app: App, { id }: Pick<Actor, 'id'>, filters: SellerOrderFilters & Pick<Filters, 'number'>): Filtered => ({
  ...filtered(app, 's', { ...filters, seller_id: id }, owed('s', filters)),
  ...(filters.search && { search: filters.search }),
})

const filtered = (app: App, listed: Listed, filters: Filters, more: readonly SQL[]): Filtered => ({
  listed,
  conditions: [...orderConditions(app, listed, filters), ...numbered(filters), ...more],
  fixed: filters.search === undefined && filters.number === undefined && filters.product_id === undefined,
})

const numbered = ({ number }: Filters): SQL[] => (number === undefined ? [] : [sql`o.number = ${number}`])

/** Both directions read the same index. */
const ways: Record<Sort, { beyond: SQL; order: SQL; begin: Place }> = {
  newest: { beyond: sql`<`, order: sql`desc`, begin: { createdAt: 'infinity', id: '' } },
  oldest: { beyond: sql`>`, order: sql`asc`, begin: { createdAt: '-infinity', id: '' } },
}

/**
 * Returns one page. Prepared if possible: planning took longer than reading, and longer for a deep page than for the first. So that the
 * first page is read by the same statement, it starts at a position before all others.
 */
async function readOrders<Row extends Listable>(app: App, filtered: Filtered, columns: SQL, wanted: Wanted): Promise<Page<Row>> {
  const { limit } = wanted
  const rows = await runQuery<Row>(app.sql, ordersAfter(filtered, columns, wanted), { prepare: filtered.fixed })
  return pageBy(rows, limit, cursorOf)
}

/** The cursor after this order. */
export const cursorOf = ({ id, placedAt }: Listable): string => cursorAfter({ createdAt: placedAt, id })

type Listable = { id: string; placedAt: string }

/** The statement of a page, also used by exports. */
export function ordersAfter(filtered: Filtered, columns: SQL, { cursor, limit, sort = 'newest' }: Wanted): SQL {
  const { listed, conditions, search } = filtered
  const { from, id } = sources[listed]
  const { further, end } = pageIn(listed, { cursor, limit, sort })
  const among = search === undefined ? further : sql`${id} in (${foundAfter({ ...filtered, search }, { cursor, limit, sort })})`
  return sql`select ${columns} from ${from} where ${sql.join([...conditions, among], sql` and `)} ${end}`
}

/** A page as its condition and its end, and their parts. */
function pageIn(listed: Listed, { cursor, limit, sort = 'newest' }: Wanted) {
  const { id, placedAt } = sources[listed]
  const { beyond, order, begin } = ways[sort]
  const place = placeIn(cursor) ?? begin
  const after = sql`${beyond} (${place.createdAt}::text::timestamptz, ${place.id})`
  const endBy = (moment: SQL, key: SQL) => sql`order by ${moment} ${order}, ${key} ${order} limit ${sql.raw(String(rowsToAsk(limit)))}`
  return { after, further: sql`(${placedAt}, ${id}) ${after}`, end: endBy(placedAt, id), endBy }
}

/**
 * The ids that a search finds, up to a page from each place. Two queries, so that each uses its own indexes: those of the buyers; and the newest
 * orders of each seller who is called so, or for a seller those of number and titles. The buyers' index finds text in the email address, too,
 * which sellers do not see; so the name is compared again, and text with an `@` looks for no name. The comparison is a `case`, because the
 * planner would take it for rare, and read every buyer with the text instead of the seller's newest orders.
 */
function foundAfter({ listed, conditions, search }: Filtered & { search: string }, wanted: Wanted): SQL {
  const { from, id } = sources[listed]
  const { after, further, end, endBy } = pageIn(listed, wanted)
  const where = sql.join([...conditions, further], sql` and `)
  const place = (condition: SQL) => sql`(select ${id} from ${from} where ${where} and ${condition} ${end})`
  if (listed === 's') {
    const typed = orderNumberIn(search)
    const text = foldCase(typed)
    const isShort = [...typed].length < indexedFrom
    const inOwn = isShort
      ? sql`(s.search ilike ${beginningWith(typed)} or s.search ilike ${withWordFrom(typed)})`
      : sql`s.search ilike ${patternFor(typed)}`
    if (typed.includes('@')) return place(inOwn)
    const name = folded(sql`b.name`)
    const inName = isShort
      ? sql`(${name} like ${beginningWith(text)} or ${name} like ${withWordFrom(text)})`
      : sql`${name} like ${patternFor(text)}`
    return sql`${place(inOwn)} union ${place(sql`b.search like ${(isShort ? withWordFrom : patternFor)(text)} and case when ${inName} then true end`)}`
  }
  return sql`
    ${place(hasBuyer(search))} union
    (select s.order_id from (${peopleCalled(patternFor(search), 'order_sellers.seller_id')}) seller cross join lateral (
      select s.order_id from order_sellers s join orders o on o.id = s.order_id cross join lateral (select s.order_id, s.placed_at) b
      where s.seller_id = seller.id and (s.placed_at, s.order_id) ${after} and ${where} ${endBy(sql`s.placed_at`, sql`s.order_id`)}) s)`
}
