import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { keptForItsIndex, removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { findProduct } from '#server/products/find-product.ts'
import { pictureTarget } from '#server/products/pictures/picture-target.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/**
 * Discards an upload that no product names, even one still in progress (product §3). Does nothing if it is gone or an edit request proposes
 * it. Throws `invalid-argument` if the product names it, as that is an edit; `not-found`, `not-allowed`.
 */
export async function discardImage(app: App, actor: Actor, { id, path }: Inputs['products']['discardImage']): Promise<void> {
  const { productId, isAhead } = pictureTarget(actor, id)
  if (!isAhead) await assertUnnamed(app, actor, productId, path)
  const unnamed = and(
    eq(files.path, path),
    eq(files.productId, productId),
    eq(files.uploadedBy, actor.id),
    isNull(files.namedAt),
    isNull(files.proposedAt),
    isNull(files.releasedAt),
  )
  const released = await app.db
    .update(files)
    .set(isAhead ? keptForItsIndex : { releasedAt: sql`now()` })
    .where(and(unnamed, stillActive(actor)))
    .returning({ path: files.path })
  if (released.length === 0) return assertActive(app, actor)
  void removeReleased(app, [path])
}

async function assertUnnamed(app: App, actor: Actor, id: string, path: string): Promise<void> {
  const product = await findProduct(app, actor, id)
  const problem = whyNot(actor, productMoves.edit, product)
  if (problem) throw new AppError(problem)
  if (product.images.some((image) => image.path === path))
    throw new AppError('invalid-argument', { field: 'path', ...refusalText('image-in-use') })
}
