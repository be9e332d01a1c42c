import { type SQL, sql } from 'drizzle-orm'
import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import { dayOf } from '#server/platform/database/days.ts'
import { ofLines, shareSums } from '#server/sales/roll-up.ts'

/** The revenue share of a product, seller or category. */
export type Share = { id: string; gross: number; units: number; orders: number }

/** The key of the shares in the rollups, and the column by which waiting entries are grouped. */
const sources: Record<TopOf, { of: SQL; id: SQL }> = {
  products: { of: sql`'product'`, id: sql`product_id` },
  sellers: { of: sql`'seller'`, id: sql`seller_id` },
  categories: { of: sql`'category'`, id: sql`coalesce(category, '')` },
}

const on = ({ from, to }: SalesRange) => sql`day between ${from}::date and ${to}::date`

/** Shares that are rolled up, one row per day. */
export const rolledUp = (of: TopOf, range: SalesRange, whose: SQL = sql`true`): SQL =>
  sql`select id, gross, orders, units from sales_shares where of = ${sources[of].of} and ${on(range)} and ${whose}`

/** Shares that wait to be rolled up. */
export const waiting = (app: App, of: TopOf, range: SalesRange, whose: SQL = sql`true`): SQL => sql`
  select id, gross, orders, units from (
    select ${sources[of].id} as id, ${shareSums} from (select *, ${dayOf(app, sql`at`)} as day from sales_waiting) w
    where ${on(range)} and ${whose} and ${ofLines} group by 1
  ) waiting`

/** One row per id with its sums, without those that are all zero. */
export const summed = (shares: SQL): SQL => sql`
  select id, sum(gross)::bigint as gross, sum(units)::bigint as units, sum(orders)::bigint as orders from (${shares}) shares group by id
  having sum(gross) <> 0 or sum(units) <> 0 or sum(orders) <> 0`

export const bestFirst: SQL = sql`order by gross desc, units desc, id`

/** Compares in the order of `bestFirst`. */
export const byWorth = (one: Share, other: Share): number =>
  other.gross - one.gross || other.units - one.units || (one.id < other.id ? -1 : Number(one.id > other.id))
