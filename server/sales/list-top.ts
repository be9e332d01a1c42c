import { type SQL, sql } from 'drizzle-orm'
import type { TopRow } from '#domain/sales.ts'
import { addDays, type SalesRange, type TopOf } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { dayOf } from '#server/database/days.ts'
import { boardOf } from '#server/sales/board.ts'
import { refuseRange } from '#server/sales/refuse-range.ts'
import { bestFirst, byWorth, rolledUp, type Share, summed, waiting } from '#server/sales/shares.ts'

/** What it is called by now; of a product that is gone the title of the line it was sold by last. */
const names: Record<TopOf, SQL> = {
  products: sql`coalesce((select title from products p where p.id = top.id), (
    select l.title from sales_entries e join order_lines l on l.id = e.line_id
    where e.product_id = top.id and e.kind = 'paid-line' and e.line_id is not null order by e.at desc, e.id desc limit 1), top.id)`,
  sellers: sql`coalesce((select coalesce(nullif(shop_name, ''), name) from users u where u.id = top.id), top.id)`,
  categories: sql`top.id`,
}

type Asked = SalesRange & { limit: number }

/**
 * The best sold of a range by gross sales (product §5): what is remembered of the days that are over, and what came since, all of one moment.
 * Throws `invalid-argument` for a range that is turned round or too long.
 */
export function listTop(app: App, { of, limit, from, to }: Asked & { of: TopOf }): Promise<TopRow[]> {
  const range = { from, to }
  refuseRange(range)
  return app.db.transaction(
    async (tx) => {
      const best = (await fromBoard(app, tx, of, range, limit)) ?? (await directly(tx, whole(app, of, range), limit))
      return named(tx, of, best)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** A seller's own best sold products. */
export async function listOwnTop(app: App, { id }: Pick<Actor, 'id'>, { limit, ...range }: Asked): Promise<TopRow[]> {
  refuseRange(range)
  const his = whole(app, 'products', range, sql`seller_id = ${id}`)
  return app.db.transaction(async (tx) => named(tx, 'products', await directly(tx, his, limit)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

const whole = (app: App, of: TopOf, range: SalesRange, whose?: SQL) =>
  sql`${rolledUp(of, range, whose)} union all ${waiting(app, of, range, whose)}`

const directly = async (tx: Tx, shares: SQL, limit: number): Promise<Share[]> => [
  ...(await tx.execute<Share>(sql`${summed(shares)} ${bestFirst} limit ${limit}`)),
]

async function named(tx: Tx, of: TopOf, best: readonly Share[]): Promise<TopRow[]> {
  return [
    ...(await tx.execute<TopRow>(sql`
      select id, ${names[of]} as name, gross, units, orders
      from json_to_recordset(${JSON.stringify(best)}::json) as top (id text, gross bigint, units bigint, orders bigint) ${bestFirst}`)),
  ]
}

/** Null where no day of the range is over, or the best of the board have lost so much since that others may have passed them. */
async function fromBoard(app: App, tx: Tx, of: TopOf, { from, to }: SalesRange, limit: number): Promise<Share[] | null> {
  const [now] = await tx.execute<{ yesterday: string }>(sql`select (${dayOf(app, sql`now()`)} - 1)::text as yesterday`)
  const over = now && now.yesterday < to ? now.yesterday : to
  if (over < from) return null
  const board = await boardOf(app, tx, of, { from, to: over })
  const late = summed(sql`${rolledUp(of, { from: addDays(over, 1), to })} union all ${waiting(app, of, { from, to })}`)
  const ids = listed(board.shares)
  const known = added(board.shares, await tx.execute<Share>(sql`select * from (${late}) late where id in ${ids}`))
  const least = known[limit - 1]?.gross
  if (board.isCut && (least === undefined || least <= board.rest)) return null
  // Who is not on the board had no more than its rest, so who had little since is not among the best.
  const enough = least === undefined ? sql`true` : sql`gross >= ${least - board.rest}::bigint`
  const others = await tx.execute<Share>(sql`select * from (${late}) late where id not in ${ids} and ${enough}`)
  const before =
    board.isCut && others.length > 0 ? await tx.execute<Share>(summed(rolledUp(of, { from, to: over }, sql`id in ${listed(others)}`))) : []
  return added([...known, ...before], others).slice(0, limit)
}

const listed = (shares: readonly Share[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(shares.map(({ id }) => id))}::json))`

/** Both together, best first, without what came to nothing. */
function added(shares: readonly Share[], more: readonly Share[]): Share[] {
  const sums = new Map(shares.map((share) => [share.id, share]))
  for (const { id, gross, units, orders } of more) {
    const known = sums.get(id) ?? { gross: 0, units: 0, orders: 0 }
    sums.set(id, { id, gross: known.gross + gross, units: known.units + units, orders: known.orders + orders })
  }
  return [...sums.values()].filter(({ gross, units, orders }) => gross !== 0 || units !== 0 || orders !== 0).toSorted(byWorth)
}
