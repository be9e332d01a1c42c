import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { hotStatement } from '#server/database/hot-statement.ts'
import { asking } from '#server/products/decide.ts'
import { explainMove } from '#server/products/explain-move.ts'
import { moveCondition } from '#server/products/move-condition.ts'
import { fromRecord, type ProductRecord, productColumns } from '#server/products/product-row.ts'
import { recorded } from '#server/products/recorded.ts'

const withdraw = hotStatement<ProductRecord>(sql`
  with changed as (
    update products set status = 'draft', unfinished = false, status_updated_at = now()
    where products.id = ${sql.placeholder('id')} and ${moveCondition('withdraw', asking)}
    returning *
  ), ${recorded('product.withdraw', asking.id)}
  select ${productColumns} from changed products left join users u on u.id = products.seller_id`)

/** Takes a product back from review and makes it a draft (product §3). Throws `not-found`, `wrong-status` with the fresh product. */
export async function withdrawProduct(app: App, actor: Actor, id: string): Promise<Product> {
  const [row] = await withdraw(app.sql, { id, actorId: actor.id, role: actor.role, sessionId: actor.sessionId })
  if (!row) return explainMove(app, actor, 'withdraw', id)
  app.feed.wake()
  return fromRecord(row)
}
