import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { products } from '#server/database/tables/products.ts'
import { users } from '#server/database/tables/users.ts'
import { record } from '#server/events/record.ts'
import { explainMove } from '#server/products/explain-move.ts'
import { holdProduct } from '#server/products/find-product.ts'
import { moveCondition } from '#server/products/move-condition.ts'
import { isSkuTaken } from '#server/products/sku-taken.ts'
import { visibleTo } from '#server/products/visible-to.ts'

type Assignment = { id: string; seller_id: string }

/**
 * Gives a product that belongs to nobody to an active seller, as it stands; from then on it is his (product §3).
 * Throws `not-found`, `has-seller` with the fresh product, `invalid-argument` for who is no active seller, `sku-taken` where he has such a SKU.
 */
export async function assignProduct(app: App, actor: Actor, { id, seller_id }: Assignment): Promise<Product> {
  const product = await app.db.transaction((tx) => assignIn(tx, actor, { id, seller_id })).catch(theirSkuTaken)
  if (product === 'no seller') return refuseSeller(app, actor, id)
  if (!product) return explainMove(app, actor, 'assign', id)
  app.feed.wake()
  return product
}

async function assignIn(tx: Tx, actor: Actor, { id, seller_id }: Assignment): Promise<Product | 'no seller' | null> {
  // Held, so that he is still an active seller when it is his.
  const active = and(eq(users.id, seller_id), eq(users.role, 'seller'), eq(users.status, 'active'))
  const [seller] = await tx.select({ id: users.id }).from(users).where(active).for('share')
  if (!seller) return 'no seller'
  const [assigned] = await tx
    .update(products)
    .set({ sellerId: seller_id })
    .where(and(eq(products.id, id), visibleTo(actor), moveCondition('assign', actor)))
    .returning({ title: products.title })
  if (!assigned) return null
  // What an import brought for it belonged to nobody either.
  await tx.execute(sql`update edit_requests set seller_id = ${seller_id} where product_id = ${id} and seller_id is null`)
  const after = { seller_id }
  await record(tx, { kind: 'product.assign', itemId: id, ownerId: seller_id, actorId: actor.id, title: assigned.title, after })
  return holdProduct(tx, actor, id)
}

/** What is the matter with the product or the admin himself comes first, as it would for any seller. */
async function refuseSeller(app: App, actor: Actor, id: string): Promise<never> {
  const [mayBe] = await app.db
    .select({ yes: sql`true` })
    .from(products)
    .where(and(eq(products.id, id), visibleTo(actor), moveCondition('assign', actor)))
  if (!mayBe) return explainMove(app, actor, 'assign', id)
  throw new AppError('invalid-argument', { field: 'seller_id', message: 'This is no active seller any more. Choose another.' })
}

function theirSkuTaken(error: unknown): never {
  if (isSkuTaken(error))
    throw new AppError('sku-taken', { field: 'seller_id', message: 'This seller already has a product with this SKU.' })
  throw error
}
