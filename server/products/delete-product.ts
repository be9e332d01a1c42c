import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ProductStatus } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { removeReleasedOf } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { explainMove } from '#server/products/decide/explain-move.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { supersedeIn } from '#server/products/edit/supersede.ts'
import { visibleTo } from '#server/products/visible-to.ts'

/**
 * Deletes a product with its stored pictures (spec §7) and supersedes its waiting request; its history stays. Throws `not-found`,
 * `not-allowed`, and `wrong-status` if it has another one than is expected.
 */
export async function deleteProduct(app: App, actor: Actor, id: string, expected?: ProductStatus): Promise<void> {
  const deleted = await commit(app, async (tx) => {
    const [gone] = await tx
      .delete(products)
      .where(and(eq(products.id, id), expected && eq(products.status, expected), visibleTo(actor), moveCondition('delete', actor)))
      .returning({ title: products.title, ownerId: products.sellerId, status: products.status })
    if (!gone) return null
    await supersedeIn(tx, [id])
    const { title, ownerId, status } = gone
    await record(tx, { kind: 'product.delete', itemId: id, ownerId, actorId: actor.id, title, before: { status } })
    await tx
      .update(files)
      .set({ releasedAt: sql`now()` })
      .where(and(eq(files.productId, id), isNull(files.releasedAt)))
    return gone
  })
  if (!deleted) return explainMove(app, actor, 'delete', id)
  void removeReleasedOf(app, id)
}
