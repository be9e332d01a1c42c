import { type SQL, sql } from 'drizzle-orm'
import type { TopRow } from '#domain/sales.ts'
import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { dayOf } from '#server/database/days.ts'
import { refuseRange } from '#server/sales/refuse-range.ts'
import { ofLines, shareSums } from '#server/sales/roll-up.ts'

/** What it is called by now; of a product that is gone the title of the line it was sold by last. */
const names: Record<TopOf, SQL> = {
  products: sql`coalesce((select title from products p where p.id = top.id), (
    select l.title from sales_entries e join order_lines l on l.id = e.line_id
    where e.product_id = top.id and e.kind = 'paid-line' and e.line_id is not null order by e.at desc, e.id desc limit 1), top.id)`,
  sellers: sql`coalesce((select coalesce(nullif(shop_name, ''), name) from users u where u.id = top.id), top.id)`,
  categories: sql`top.id`,
}

const sources: Record<TopOf, { of: SQL; id: SQL }> = {
  products: { of: sql`'product'`, id: sql`product_id` },
  sellers: { of: sql`'seller'`, id: sql`seller_id` },
  categories: { of: sql`'category'`, id: sql`coalesce(category, '')` },
}

type Asked = SalesRange & { limit: number }

/** The best sold of a range by gross sales (product §5). Throws `invalid-argument` for a range that is turned round or too long. */
export const listTop = (app: App, { of, ...asked }: Asked & { of: TopOf }): Promise<TopRow[]> => readTop(app, of, asked, sql`true`)

/** A seller's own best sold products. */
export const listOwnTop = (app: App, { id }: Pick<Actor, 'id'>, asked: Asked): Promise<TopRow[]> =>
  readTop(app, 'products', asked, sql`seller_id = ${id}`)

async function readTop(app: App, of: TopOf, { from, to, limit }: Asked, whose: SQL): Promise<TopRow[]> {
  refuseRange({ from, to })
  const source = sources[of]
  const range = sql`day between ${from}::date and ${to}::date`
  return app.db.execute<TopRow>(sql`
    with shares as (
      select id, gross, orders, units from sales_shares where of = ${source.of} and ${range} and ${whose}
      union all
      select id, gross, orders, units from (
        select ${source.id} as id, ${shareSums} from (select *, ${dayOf(app, sql`at`)} as day from sales_waiting) w
        where ${range} and ${whose} and ${ofLines} group by 1
      ) waiting
    ), top as (
      select id, sum(gross)::bigint as gross, sum(units)::bigint as units, sum(orders)::bigint as orders from shares group by id
      having sum(gross) <> 0 or sum(units) <> 0 or sum(orders) <> 0
      order by 2 desc, 3 desc, id limit ${limit}
    )
    select id, ${names[of]} as name, gross, units, orders from top order by gross desc, units desc, id`)
}
