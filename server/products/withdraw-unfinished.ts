import { sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'
import { productMoves } from '#domain/product.ts'
import type { App } from '#server/app.ts'
import { hotStatement } from '#server/database/hot-statement.ts'
import { recorded } from '#server/products/recorded.ts'

const { from, to } = productMoves.withdraw

const withdraw = hotStatement<{ id: string }>(sql`
  with changed as (
    update products set status = ${sql.raw(`'${to}'`)}, unfinished = false, status_updated_at = now()
    where unfinished and status = ${sql.raw(`'${from[0]}'`)}
      and created_at < now() - ${sql.raw(String(limits.product.unfinishedMs))} * interval '1 millisecond'
    returning *
  ), ${recorded('product.withdraw', sql`null`)}
  select id from changed`)

/** Makes drafts of the creations whose pictures did not come within a day; the system does it, so nobody is named (product §3). */
export async function withdrawUnfinished({ sql, feed }: App): Promise<void> {
  const drafts = await withdraw(sql, {})
  if (drafts.length > 0) feed.wake()
}
