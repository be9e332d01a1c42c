import { and, eq, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { commit } from '#server/platform/events/commit.ts'
import { movedTo, record } from '#server/platform/events/record.ts'
import { assertComplete } from '#server/products/decide/assert-complete.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { lockProduct } from '#server/products/find-product.ts'
import { nameFiles } from '#server/products/pictures/name-files.ts'
import { rejectInactive } from '#server/sessions/still-active.ts'

/**
 * Ends a creation: the product names its uploaded pictures in their order, and only now enters the queue (spec §7).
 * Naming the same pictures again changes nothing, so a repeated request gets the same answer. Throws `not-found`, `wrong-status`,
 * `incomplete-product` without a picture, `invalid-argument` for a picture that was not uploaded for this product.
 */
export async function nameImages(app: App, actor: Actor, { id, images }: Inputs['products']['nameImages']): Promise<Product> {
  const { product, dropped } = await commit(app, async (tx) => {
    const before = await lockProduct(tx, actor, id)
    if (isSame(before, images)) return { product: before, dropped: [] }
    const dropped = await nameIn(app, tx, actor, before, images)
    return { product: await lockProduct(tx, actor, id), dropped }
  })
  void removeReleased(app, dropped)
  return product
}

/** A creation without its pictures is never the same: it still has to be ended. */
const isSame = ({ images, unfinished }: Product, paths: readonly string[]) =>
  !unfinished && images.length === paths.length && images.every(({ path }, at) => path === paths[at])

async function nameIn(app: App, tx: Tx, actor: Actor, before: Product, paths: readonly string[]): Promise<readonly string[]> {
  const problem = whyNot(actor, productMoves.edit, before)
  if (problem) throw new AppError(problem)
  // Submitted products change through `edit`, which checks the version and what needs review.
  if (!before.unfinished && before.status !== 'draft') throw new AppError('wrong-status', { detail: { fresh: before } })
  const { images, dropped } = await nameFiles(tx, actor, before, paths)
  if (before.unfinished) assertComplete({ ...before, images })
  const creation = { unfinished: false, submittedAt: sql`now()` }
  const [named] = await tx
    .update(products)
    .set({ images, updatedAt: sql`now()`, ...(before.unfinished ? creation : { version: before.version + 1 }) })
    .where(and(eq(products.id, before.id), moveCondition('edit', actor)))
    .returning({ id: products.id })
  if (!named) return rejectInactive(app, actor, 'wrong-status')
  await recordNamed(tx, actor, before, paths)
  return dropped
}

async function recordNamed(tx: Tx, actor: Actor, before: Product, paths: readonly string[]): Promise<void> {
  const about = { itemId: before.id, ownerId: before.seller_id, actorId: actor.id, title: before.title }
  if (before.unfinished) await record(tx, { ...about, kind: 'product.submit', ...movedTo(before.status) })
  else {
    const images = { before: { images: before.images.map(({ path }) => path) }, after: { images: paths } }
    await record(tx, { ...about, kind: 'product.edit', fields: ['images'], ...images })
  }
}
