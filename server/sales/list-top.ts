import { type SQL, sql } from 'drizzle-orm'
import type { TopRow } from '#domain/sales.ts'
import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { dayOf } from '#server/platform/database/days.ts'
import { personJson } from '#server/platform/database/person.ts'
import { assertRange } from '#server/sales/assert-range.ts'
import { totalsFor } from '#server/sales/daily-totals.ts'
import { bestFirst, byWorth, rolledUp, type Share, summed, waiting } from '#server/sales/revenue-shares.ts'
import { topSellersOf } from '#server/sales/top-sellers-cache.ts'

const personOf = (id: string) => `(select ${personJson} from users u where u.id = ${id})`

/** The last sale of a product that is deleted. */
const lastSold = (whose: SQL) => sql`(
  select l.title, e.seller_id from sales_entries e join order_lines l on l.id = e.line_id
  where e.product_id = top.id and e.kind = 'paid-line' and e.line_id is not null and p.id is null and ${whose}
  order by e.at desc, e.id desc limit 1)`

/** The present title and seller of a product; for one that is deleted or no longer the seller's, those of its last sale. */
const productNames = (
  sellerId?: string,
) => sql`coalesce(p.title, l.title, top.id) as name, ${sql.raw(personOf('coalesce(p.seller_id, l.seller_id)'))} as seller
  from top left join products p on p.id = top.id and ${sellerId === undefined ? sql`true` : sql`p.seller_id = ${sellerId}`}
    left join lateral ${lastSold(sellerId === undefined ? sql`true` : sql`e.seller_id = ${sellerId}`)} l on true`

/** The present names. */
const names: Record<TopOf, SQL> = {
  products: productNames(),
  sellers: sql.raw(
    `coalesce(nullif(u.shop_name, ''), u.name, top.id) as name, ${personJson} as seller from top left join users u on u.id = top.id`,
  ),
  categories: sql.raw(`top.id as name, null as seller from top`),
}

type Asked = SalesRange & { limit: number }

/**
 * Lists the best sold of a range by gross sales (product §5), from the cached totals of months and days and the waiting entries, all of one
 * moment. Throws `invalid-argument` for a reversed or too long range.
 */
export function listTop(app: App, { of, limit, from, to }: Asked & { of: TopOf }): Promise<TopRow[]> {
  const range = { from, to }
  assertRange(range)
  return app.db.transaction(
    async (tx) => {
      const [now] = await tx.execute<{ today: string }>(sql`select ${dayOf(app, sql`now()`)}::text as today`)
      const late = await tx.execute<Share>(summed(waiting(app, of, range)))
      const best = await topSellersOf(app, tx, of, totalsFor(range, now?.today ?? to), late)
      return named(tx, names[of], best.slice(0, limit))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Lists a seller's own best sold products. */
export async function listOwnTop(app: App, { id }: Pick<Actor, 'id'>, { limit, ...range }: Asked): Promise<TopRow[]> {
  assertRange(range)
  const own = whole(app, 'products', range, sql`seller_id = ${id}`)
  return app.db.transaction(async (tx) => named(tx, productNames(id), await directly(tx, own, limit)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

const whole = (app: App, of: TopOf, range: SalesRange, whose?: SQL) =>
  sql`${rolledUp(of, range, whose)} union all ${waiting(app, of, range, whose)}`

const directly = async (tx: Tx, shares: SQL, limit: number): Promise<Share[]> => [
  ...(await tx.execute<Share>(sql`${summed(shares)} ${bestFirst} limit ${limit}`)),
]

async function named(tx: Tx, names: SQL, best: readonly Share[]): Promise<TopRow[]> {
  const rows = await tx.execute<TopRow>(sql`
    with top as (select * from json_to_recordset(${JSON.stringify(best)}::json) as top (id text, gross bigint, units bigint, orders bigint))
    select top.*, ${names}`)
  return rows.toSorted(byWorth)
}
