import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { complete } from '#server/products/complete.ts'
import { actorPlaceholders, actorValues, productAfter } from '#server/products/decide/decide.ts'
import { explainMove } from '#server/products/decide/explain-move.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { recordedMove } from '#server/products/recorded-move.ts'

const asApproved = sql`version is not distinct from approved_version`

/** Locks the owner's row against closing the account and promoting the owner: the product would be on sale without a seller. */
export const sellerStays = sql`exists (select 1 from users where users.id = products.seller_id and users.status <> 'closed' and users.role = 'seller'
  for share)`

const restore = preparedStatement<RawProduct>(sql`
  with changed as (
    update products set
      status = case when ${asApproved} then 'approved' else 'pending' end::product_status,
      submitted_at = case when ${asApproved} then submitted_at else now() end,
      former_sellers = case when ${asApproved} or ${actorPlaceholders.role}::user_role = 'admin' then former_sellers else '{}' end,
      archived_by_admin = false, status_updated_at = now()
    where products.id = ${sql.placeholder('id')} and ${complete} and ${sellerStays} and ${moveCondition('restore', actorPlaceholders)}
    returning *
  ), ${recordedMove('product.restore', actorPlaceholders.id, {
    moves: ['archivedByAdmin'],
    also: { kind: 'product.submit', where: sql`status = 'pending'` },
  })}
  ${productAfter}`)

/**
 * Puts an archived product back on sale, or back to review if it changed since its approval, which notifies admins (product §3). Throws
 * `not-found`, `archived-by-admin`, `own-product`, `no-seller`, `seller-closed`, `seller-is-admin`, `incomplete-product`, `wrong-status` with the
 * fresh product.
 */
export async function restoreProduct(app: App, actor: Actor, id: string): Promise<Product> {
  const [row] = await restore(app.sql, { id, ...actorValues(actor) })
  if (!row) return explainMove(app, actor, 'restore', id)
  app.feed.wake()
  return withIsoMoments(row)
}
