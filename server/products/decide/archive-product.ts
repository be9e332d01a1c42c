import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { actorPlaceholders, actorValues, productAfter } from '#server/products/decide/decide.ts'
import { explainMove } from '#server/products/decide/explain-move.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { supersedingForNow, waitsFor, withKnownRequest } from '#server/products/edit/supersede.ts'
import { type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { recordedMove } from '#server/products/recorded-move.ts'

const requestId = sql.placeholder('requestId')

const archive = preparedStatement<RawProduct>(sql`
  with changed as (
    update products set status = 'archived', edit_request_id = null, archived_by_admin = (${actorPlaceholders.role}::user_role = 'admin'), status_updated_at = now()
    where products.id = ${sql.placeholder('id')} and ${waitsFor(requestId)} and ${moveCondition('archive', actorPlaceholders)}
    returning *
  ), ${recordedMove('product.archive', actorPlaceholders.id, { moves: ['archivedByAdmin'] })}, ${supersedingForNow(sql`edit_requests.id = ${requestId}`)}
  ${productAfter}`)

/**
 * Takes a product off sale until it is restored (product §3). Its owner cannot restore what an admin archived. A waiting request is superseded.
 * Throws `not-found`, `wrong-status` with the fresh product.
 */
export async function archiveProduct(app: App, actor: Actor, id: string): Promise<Product> {
  const values = { id, ...actorValues(actor) }
  const row = await withKnownRequest(app, id, async (requestId) => (await archive(app.sql, { ...values, requestId }))[0])
  if (!row) return explainMove(app, actor, 'archive', id)
  app.feed.wake()
  return withIsoMoments(row)
}
