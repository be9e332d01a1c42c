import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { findProduct } from '#server/products/find-product.ts'
import { assertActive } from '#server/sessions/assert-active.ts'
import { stillActive } from '#server/sessions/still-active.ts'

type Discard = { id: string; path: string }

/**
 * Takes back an upload that no product names, also one that is still on its way (product §3). One that is gone already, or that an edit
 * request proposes, is left alone without a word; one that the product names is `invalid-argument`: that is an edit. Throws `not-found`, `not-allowed`.
 */
export async function discardImage(app: App, actor: Actor, { id, path }: Discard): Promise<void> {
  const product = await findProduct(app, actor, id)
  const problem = whyNot(actor, productMoves.edit, product)
  if (problem) throw new AppError(problem)
  if (product.images.some((image) => image.path === path))
    throw new AppError('invalid-argument', { field: 'path', message: 'The product names this picture.' })
  const unnamed = and(
    eq(files.path, path),
    eq(files.productId, id),
    eq(files.uploadedBy, actor.id),
    isNull(files.namedAt),
    isNull(files.proposedAt),
    isNull(files.releasedAt),
  )
  const released = await app.db
    .update(files)
    .set({ releasedAt: sql`now()` })
    .where(and(unnamed, stillActive(actor)))
    .returning({ path: files.path })
  if (released.length === 0) return assertActive(app, actor)
  void removeReleased(app, [path])
}
