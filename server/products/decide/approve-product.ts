import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { complete } from '#server/products/complete.ts'
import { actorPlaceholders, type Expected, explainDecision, isAsExpected, productAfter, valuesOf } from '#server/products/decide/decide.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { beforeWithReason, recordedMove } from '#server/products/recorded-move.ts'

const approve = preparedStatement<RawProduct>(sql`
  with changed as (
    update products set status = 'approved', approved_price = products.price, approved_version = products.version, rejection_reason = null, rejection_code = null,
      rejection_fields = '{}', status_updated_at = now()
    where ${isAsExpected(sql`products.version = ${sql.placeholder('version')}`)} and ${complete} and ${moveCondition('approve', actorPlaceholders)}
    returning *
  ), ${recordedMove('product.approve', actorPlaceholders.id, {
    moves: ['approvedPrice', 'approvedVersion', 'rejectionReason'],
    before: beforeWithReason,
  })}
  ${productAfter}`)

/**
 * Puts a product on sale if status and version are as expected (product §3). Throws `not-found`, `no-seller`, `own-product`, `seller-closed`,
 * `seller-is-admin`, `seller-suspended`, `wrong-status`, and with the fresh product `stale-version`, `already-decided` or, if its seller emptied it
 * after a rejection or it was imported that way, `incomplete-product`.
 */
export async function approveProduct(app: App, actor: Actor, expected: Expected): Promise<Product> {
  const [row] = await approve(app.sql, valuesOf(actor, expected))
  if (!row) return explainDecision(app, actor, 'approve', expected)
  app.feed.wake()
  return withIsoMoments(row)
}
