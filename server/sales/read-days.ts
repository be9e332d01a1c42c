import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SalesRange } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { type PreparedStatement, preparedStatement } from '#server/platform/database/prepared-statement.ts'
import type { DaySums } from '#server/sales/day-figures.ts'
import { daySums, ofLines } from '#server/sales/roll-up.ts'

const columns = ['gross', 'orders', 'units', 'placed', 'cancelled', 'refunds', 'shipping', 'tax']
const added = sql.raw(columns.map((column) => `sum(${column})::bigint as ${column}`).join(', '))
const whole = sql.raw(columns.map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`).join(', '))

type Value = SQL | Placeholder
type Values = { from: Value; to: Value; timeZone: Value; id: Value; owner: Value }

/** The columns of a revenue share. Refunds, shipping and tax belong to whole orders, so a share has none. */
const share = sql.raw('select day, gross, orders, units, placed, cancelled, 0 as refunds, 0 as shipping, 0 as tax from sales_shares')

/** The rollups of each share, and the condition on the ledger entries that belong to it. */
const sources = {
  all: (_id: Value, _owner: Value) => ({
    rolledUp: sql.raw(`select day, ${columns.join(', ')} from sales_days where true`),
    entries: sql`true`,
  }),
  seller: (id: Value) => ({ rolledUp: sql`${share} where of = 'seller' and id = ${id}`, entries: sql`seller_id = ${id} and ${ofLines}` }),
  product: (id: Value) => ({
    rolledUp: sql`${share} where of = 'product' and id = ${id}`,
    entries: sql`product_id = ${id} and ${ofLines}`,
  }),
  ownProduct: (id: Value, owner: Value) => ({
    rolledUp: sql`${share} where of = 'product' and id = ${id} and seller_id = ${owner}`,
    entries: sql`product_id = ${id} and seller_id = ${owner} and ${ofLines}`,
  }),
  category: (id: Value) => ({
    rolledUp: sql`${share} where of = 'category' and id = ${id}`,
    entries: sql`coalesce(category, '') = ${id} and ${ofLines}`,
  }),
}
type Source = keyof typeof sources

/** The revenue share that is asked for; undefined for all sales. `ownProduct` is what one seller sold of a product while it was theirs. */
export type ShareOf = { of: Exclude<Source, 'all' | 'ownProduct'>; id: string } | { of: 'ownProduct'; id: string; owner: string }
const ownerOf = (share: ShareOf | undefined): string | null => (share?.of === 'ownProduct' ? share.owner : null)

/** SQL condition: the ledger entry belongs to the share. */
export const isOfShare = (share: ShareOf): SQL =>
  sql`line_id is not null and ${sources[share.of](sql`${share.id}`, sql`${ownerOf(share)}`).entries}`

/** Rolled-up days and waiting entries in one query, so that entries rolled up meanwhile are counted once. */
function sourced(of: Source, { from, to, timeZone, id, owner }: Values): SQL {
  const { rolledUp, entries } = sources[of](id, owner)
  return sql`${rolledUp} and day between ${from}::date and ${to}::date
    union all
    select day, ${daySums} from (select *, (at at time zone ${timeZone})::date as day from sales_waiting) w
    where day between ${from}::date and ${to}::date and ${entries} group by day`
}

const daysOf = (of: Source, values: Values): SQL =>
  sql`select day::text, ${added} from (${sourced(of, values)}) days group by day order by day`

const given = (name: keyof Values) => sql.placeholder(name)
const values = { from: given('from'), to: given('to'), timeZone: given('timeZone'), id: given('id'), owner: given('owner') }
const prepared = (of: Source) => preparedStatement<DaySums>(daysOf(of, values))
const reading: Record<Source, PreparedStatement<DaySums>> = {
  all: prepared('all'),
  seller: prepared('seller'),
  product: prepared('product'),
  ownProduct: prepared('ownProduct'),
  category: prepared('category'),
}

/** Returns the sums of each day of a range that has any, oldest first. */
export const readDays = ({ sql: driver, config }: Pick<App, 'sql' | 'config'>, range: SalesRange, share?: ShareOf): Promise<DaySums[]> =>
  reading[share?.of ?? 'all'](driver, { ...range, timeZone: config.timeZone, id: share?.id, owner: ownerOf(share) })

/** The sums of a whole range, as a part of a query that reads other data of the same moment. */
export const sumsIn = ({ config }: Pick<App, 'config'>, range: SalesRange, share?: ShareOf): SQL => {
  const values = { from: sql`${range.from}`, to: sql`${range.to}`, timeZone: sql`${config.timeZone}` }
  return sql`select ${whole} from (${sourced(share?.of ?? 'all', { ...values, id: sql`${share?.id ?? null}`, owner: sql`${ownerOf(share)}` })}) days`
}

/** Returns the present moment, and its day in the marketplace's time zone. */
export async function readNow({ sql: driver, config }: Pick<App, 'sql' | 'config'>): Promise<{ at: string; day: string }> {
  const [row] = await driver<{ at: string; day: string }[]>`
    select ${driver.unsafe(isoOf('now()'))} as at, (now() at time zone ${config.timeZone})::date::text as day`
  if (!row) throw new Error('The database did not say what day it is.')
  return row
}
