import { type SQL, sql } from 'drizzle-orm'
import type { ProductRow } from '#contract/products.ts'
import type { App } from '#server/platform/app.ts'
import { countRows, totalOf } from '#server/platform/database/count-rows.ts'
import { type PreparedStatement, preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { rowsToAsk } from '#server/platform/database/rows-to-ask.ts'
import { cursorReader, sortedCursor } from '#server/platform/database/sorted-cursor.ts'
import { orders, type Sort } from '#server/products/list/product-order.ts'
import { listColumns, type RawProductRow, withIsoMoments } from '#server/products/product-row.ts'

/** The requested page. */
export type Wanted = {
  sort: Sort
  cursor?: string | undefined
  limit: number
  /** Reads each status by itself and merges them: the indexes of products of all sellers begin with the status. */
  byStatus?: boolean
}
export type Conditions = { [name: string]: { where: SQL; values: Record<string, unknown> } | null }
export type ProductPage = { rows: ProductRow[]; next: string | null; total?: number }

const counts = new Map<string, PreparedStatement<{ total: number }>>()
const placeIn = cursorReader(orders)
const statements = new Map<string, PreparedStatement<RawProductRow>>()

/**
 * One page of products, keyset-paged (architecture, data). Each combination of conditions is one prepared statement; `scope` names where the
 * conditions come from, so that two lists never share one. Throws `invalid-argument` for a broken cursor.
 */
export async function readPage(
  { sql }: App,
  scope: string,
  { sort, cursor, limit, byStatus = false }: Wanted,
  conditions: Conditions,
): Promise<ProductPage> {
  const place = cursor === undefined ? null : placeIn(sort, cursor)
  const given = Object.entries(conditions).flatMap(([name, condition]) => (condition ? [{ name, ...condition }] : []))
  const rung = rowsToAsk(limit)
  const key = [scope, byStatus, sort, rung, place !== null, ...given.map(({ name }) => name)].join(' ')
  const read = statements.get(key) ?? pageStatement(sort, rung, { after: place !== null, byStatus, given })
  statements.set(key, read)
  const rows = await read(
    sql,
    Object.assign({}, ...given.map(({ values }) => values), place && { lastValue: place.value, lastId: place.id }),
  )
  const page = rows.slice(0, limit).map(withIsoMoments)
  const last = page.at(-1)
  const next = last && rows.length > limit ? sortedCursor(sort, { value: orders[sort].read(last), id: last.id }) : null
  return { rows: page, next }
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
  const where = sql.join(
    given.map((condition) => condition.where),
    sql` and `,
  )
  const count = counts.get(key) ?? preparedStatement<{ total: number }>(countRows(sql`products where ${where}`))
  counts.set(key, count)
  return { ...page, ...(await totalOf({ cursor, ...page }, () => count(app.sql, Object.assign({}, ...given.map(({ values }) => values))))) }
}

type Pages = { after: boolean; byStatus: boolean; given: readonly { where: SQL }[] }

function pageStatement(sort: Sort, rung: number, { after, byStatus, given }: Pages): PreparedStatement<RawProductRow> {
  const { by, descending } = orders[sort]
  const last = sql`(${sql.placeholder('lastValue')}, ${sql.placeholder('lastId')})`
  const further = descending ? sql`(${by}, products.id) < ${last}` : sql`(${by}, products.id) > ${last}`
  const where = sql.join([...given.map((condition) => condition.where), ...(after ? [further] : [])], sql` and `)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const inOrder = sql`order by ${by} ${direction}, products.id ${direction} limit ${sql.raw(String(rung))}`
  const from = byStatus
    ? sql`unnest(enum_range(null::product_status)) s (status) cross join lateral (
        select * from products where products.status = s.status and ${where} ${inOrder}) products left join users u on u.id = products.seller_id`
    : sql`products left join users u on u.id = products.seller_id where ${where}`
  return preparedStatement(sql`select ${listColumns} from ${from} ${inOrder}`)
}
