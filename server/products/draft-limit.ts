import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/platform/app.ts'
import type { Sql, Tx } from '#server/platform/database/database.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'

/** Sellers whose drafts were counted on this node lately: how many creations may follow before the next count, and until when. */
const countedLately = new Map<string, { left: number; until: number }>()
/** More sellers than this are forgotten at once; their next creation counts again. */
const sellersMax = 10_000

/** Counts the drafts and unfinished creations of a seller, which become drafts; not much further than to the limit. */
function countDrafts(sellerId: string | Placeholder): SQL<{ count: number }> {
  const upToLimit = (where: SQL) =>
    sql`(select count(*) from (select from products where seller_id = ${sellerId} and ${where} limit ${sql.raw(String(limits.product.draftsMax + 1))}) up_to_limit)`
  return sql`select (${upToLimit(sql`status = 'draft'`)} + ${upToLimit(sql`unfinished and status <> 'draft'`)})::integer as count`
}

const leftOf = ([row]: readonly { count: number }[]) => limits.product.draftsMax - (row?.count ?? 0)
const countPrepared = preparedStatement<{ count: number }>(countDrafts(sql.placeholder('sellerId')))

/** How many more drafts the seller may make (product §3). */
export const draftsLeft = async (tx: Tx, sellerId: string): Promise<number> => leftOf(await tx.execute(countDrafts(sellerId)))

/**
 * Runs a creation, which returns the written rows, within the limit of drafts. Far from the limit one count serves many creations. Near it,
 * a lock on the seller's row lets one after the other write and count, so that simultaneous ones do not exceed it. Throws `too-many-drafts`.
 */
export async function withinDrafts<Row>(app: App, sellerId: string, create: (sql: Sql) => Promise<Row[]>): Promise<Row[]> {
  if (await isFarFromLimit(app, sellerId)) return create(app.sql)
  let made: Row[] = []
  await app.sql.begin(async (transaction) => {
    const own = transaction as unknown as Sql
    await own`select from users where id = ${sellerId} for no key update`
    made = await create(own)
    // A repeated creation writes nothing and is answered at the limit, too.
    if (made.length > 0 && leftOf(await countPrepared(own, { sellerId })) < 0) throw new AppError('too-many-drafts')
  })
  return made
}

async function isFarFromLimit({ sql: database }: App, sellerId: string): Promise<boolean> {
  const { draftsMargin, draftsRecount } = limits.product
  const last = countedLately.get(sellerId)
  if (last && last.left > 0 && last.until > Date.now()) {
    last.left -= 1
    return true
  }
  if (countedLately.size >= sellersMax) countedLately.clear()
  countedLately.delete(sellerId)
  if (leftOf(await countPrepared(database, { sellerId })) <= draftsMargin) return false
  countedLately.set(sellerId, { left: draftsRecount.after - 1, until: Date.now() + draftsRecount.ms })
  return true
}
