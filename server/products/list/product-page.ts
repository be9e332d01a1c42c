import { type SQL, sql } from 'drizzle-orm'
import type { ProductRow } from '#contract/products.ts'
import type { App } from '#server/platform/app.ts'
import { countRows, mostCounted, totalOf } from '#server/platform/database/count-rows.ts'
import { pageBy } from '#server/platform/database/newest-first.ts'
import { type PreparedStatement, preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { rowsToAsk } from '#server/platform/database/rows-to-ask.ts'
import { cursorReader, sortedCursor } from '#server/platform/database/sorted-cursor.ts'
import { type Sort, sortOrders } from '#server/products/list/product-sorts.ts'
import { listColumns, type RawProductRow, withIsoMoments } from '#server/products/product-row.ts'

/** The requested page. */
export type Wanted = {
  sort: Sort
  cursor?: string | undefined
  limit: number
  /** Reads each status by itself and merges them: the indexes of products of all sellers begin with the status. */
  byStatus?: boolean
}

/**
 * Ways to fulfil a condition, each with indexes of its own, as PostgreSQL finds no plan for both that is fast for every value. A way may look at each row
 * of another source.
 */
type Ways = readonly { each?: SQL; where: SQL }[]
export type Condition = { where: SQL } | { ways: Ways }
export type Conditions = { [name: string]: (Condition & { values: Record<string, unknown> }) | null }
export type ProductPage = { rows: ProductRow[]; next: string | null; total?: number }

const counts = new Map<string, PreparedStatement<{ total: number }>>()
const placeIn = cursorReader(sortOrders)
const statements = new Map<string, PreparedStatement<RawProductRow>>()

/**
 * One page of products, keyset-paged. Each combination of conditions is one prepared statement; `scope` names where the
 * conditions and columns come from, so that two lists never share one. Throws `invalid-argument` for a broken cursor.
 */
export async function readPage(
  { sql }: App,
  scope: string,
  { sort, cursor, limit, byStatus = false }: Wanted,
  conditions: Conditions,
  columns: SQL = listColumns,
): Promise<ProductPage> {
  const place = cursor === undefined ? null : placeIn(sort, cursor)
  const given = Object.entries(conditions).flatMap(([name, condition]) => (condition ? [{ name, ...condition }] : []))
  const rung = rowsToAsk(limit)
  const key = [scope, byStatus, sort, rung, place !== null, ...given.map(({ name }) => name)].join(' ')
  const read = statements.get(key) ?? pageStatement(sort, rung, { after: place !== null, byStatus, given, columns })
  statements.set(key, read)
  const rows = await read(
    sql,
    Object.assign({}, ...given.map(({ values }) => values), place && { lastValue: place.value, lastId: place.id }),
  )
  return pageBy(rows.slice(0, limit + 1).map(withIsoMoments), limit, (last) =>
    sortedCursor(sort, { value: sortOrders[sort].read(last), id: last.id }),
  )
}

/** The page with the total of its list, counted by one prepared statement for each combination of conditions. */
export async function withTotal(
  app: App,
  scope: string,
  { cursor }: Wanted,
  conditions: Conditions,
  page: ProductPage,
): Promise<ProductPage> {
  const given = Object.entries(conditions).flatMap(([name, condition]) => (condition ? [{ name, ...condition }] : []))
  const key = [scope, ...given.map(({ name }) => name)].join(' ')
  const count = counts.get(key) ?? countStatement(given)
  counts.set(key, count)
  return { ...page, ...(await totalOf({ cursor, ...page }, () => count(app.sql, Object.assign({}, ...given.map(({ values }) => values))))) }
}

const plain = (given: readonly Condition[]) => given.flatMap((condition) => ('where' in condition ? [condition.where] : []))
const waysOf = (given: readonly Condition[]): Ways | undefined =>
  given.flatMap((condition) => ('ways' in condition ? [condition.ways] : []))[0]
const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `)

/** The ids that any of the ways finds. */
const foundBy = (ways: Ways, ids: (where: SQL) => SQL): SQL =>
  sql.join(
    ways.map(({ each, where }) =>
      each ? sql`(select found.id from ${each} cross join lateral (${ids(where)}) found)` : sql`(${ids(where)})`,
    ),
    sql` union `,
  )

function countStatement(given: readonly Condition[]): PreparedStatement<{ total: number }> {
  const ways = waysOf(given)
  const ids = (where: SQL) =>
    sql`select products.id from products where ${all([...plain(given), where])} limit ${sql.raw(String(mostCounted))}`
  const source = ways ? sql`(${foundBy(ways, ids)}) found` : sql`products where ${all(plain(given))}`
  return preparedStatement(countRows(source), { prepare: !ways })
}

type Pages = { after: boolean; byStatus: boolean; given: readonly Condition[]; columns: SQL }

function pageStatement(sort: Sort, rung: number, { after, byStatus, given, columns }: Pages): PreparedStatement<RawProductRow> {
  const { by, descending } = sortOrders[sort]
  const last = sql`(${sql.placeholder('lastValue')}, ${sql.placeholder('lastId')})`
  const further = descending ? sql`(${by}, products.id) < ${last}` : sql`(${by}, products.id) > ${last}`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const inOrder = sql`order by ${by} ${direction}, products.id ${direction} limit ${sql.raw(String(rung))}`
  const withSellers = (where: SQL) => sql`products left join users u on u.id = products.seller_id where ${where}`
  const page = (read: SQL, ...more: SQL[]) => {
    const where = all([...plain(given), ...(after ? [further] : []), ...more])
    const from = byStatus
      ? sql`unnest(enum_range(null::product_status)) s (status) cross join lateral (
          select * from products where products.status = s.status and ${where} ${inOrder}) products left join users u on u.id = products.seller_id`
      : withSellers(where)
    return sql`select ${read} from ${from} ${inOrder}`
  }
  const ways = waysOf(given)
  if (!ways) return preparedStatement(page(columns))
  const found = foundBy(ways, (where) => page(sql`products.id`, where))
  return preparedStatement(sql`select ${columns} from ${withSellers(sql`products.id in (${found})`)} ${inOrder}`, { prepare: false })
}
