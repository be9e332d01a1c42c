import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { commit } from '#server/platform/events/commit.ts'
import { movedTo, record } from '#server/platform/events/record.ts'
import { assertComplete } from '#server/products/decide/assert-complete.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { lockProduct } from '#server/products/find-product.ts'
import { rejectInactive } from '#server/sessions/still-active.ts'

/** Sends a draft or rejected product to review (product §3). Throws `not-found`, `not-allowed`, `wrong-status`, `incomplete-product`. */
export async function submitProduct(app: App, actor: Actor, id: string): Promise<Product> {
  return commit(app, async (tx) => {
    await submitIn(app, tx, actor, id)
    return lockProduct(tx, actor, id)
  })
}

/** `submitProduct` as part of a transaction. The reason of the last rejection stays with the product until it is approved. */
export async function submitIn(app: App, tx: Tx, actor: Actor, id: string): Promise<void> {
  const product = await lockProduct(tx, actor, id)
  const problem = whyNot(actor, productMoves.submit, product)
  if (problem) throw new AppError(problem, { detail: { fresh: product } })
  assertComplete(product)
  const [moved] = await tx
    .update(products)
    .set({ status: productMoves.submit.to, statusUpdatedAt: sql`now()`, submittedAt: sql`now()`, formerSellers: [] })
    .where(and(eq(products.id, id), moveCondition('submit', actor)))
    .returning({ title: products.title })
  if (!moved) return rejectInactive(app, actor, 'wrong-status')
  const about = { itemId: id, ownerId: product.seller_id, actorId: actor.id, title: moved.title }
  await record(tx, { kind: 'product.submit', ...about, ...movedTo(productMoves.submit.to, product.status) })
}
