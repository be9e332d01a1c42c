import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { batched } from '#server/platform/database/batched.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { complete } from '#server/products/complete.ts'
import { type Ask, type Expected, explainDecision, isAsExpected, valuesOf } from '#server/products/decide/decide.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { columnsFor, type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { recordedMove } from '#server/products/recorded-move.ts'

const ask = { id: sql`ask.id`, status: sql`ask.status` }
const asker = { id: sql`ask."actorId"`, role: sql`ask.role`, sessionId: sql`ask."sessionId"` }

const approve = batched<Ask, RawProduct>(
  preparedStatement(sql`
  with changed as (
    update products set status = 'approved', approved_price = products.price, approved_version = products.version, rejection_reason = null, rejection_code = null,
      rejection_fields = '{}', status_updated_at = now()
    from json_to_recordset(${sql.placeholder('asks')}::json) as ask (n integer, id text, status product_status, version integer,
      "actorId" text, role user_role, "sessionId" text)
    where ${isAsExpected(ask, sql`products.version = ask.version`)} and ${complete} and ${moveCondition('approve', asker)}
    returning products.*, ask.n, ask."actorId" as actor_id
  ), ${recordedMove('product.approve', sql`actor_id`, { moves: ['approvedPrice', 'approvedVersion', 'rejectionReason'] })}
  select products.n, ${columnsFor(sql`actor_id`)} from changed products left join users u on u.id = products.seller_id`),
)

/**
 * Puts a product on sale if status and version are as expected (product §3). Throws `not-found`, `no-seller`, `own-product`, `seller-closed`,
 * `seller-is-admin`, `seller-suspended`, `wrong-status`, and with the fresh product `stale-version`, `already-decided` or, if its seller emptied it
 * after a rejection or it was imported that way, `incomplete-product`.
 */
export async function approveProduct(app: App, actor: Actor, expected: Expected): Promise<Product> {
  const row = await approve(app.sql, valuesOf(actor, expected))
  if (!row) return explainDecision(app, actor, 'approve', expected)
  app.feed.wake()
  return withIsoMoments(row)
}
