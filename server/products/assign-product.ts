import { and, eq, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { removeReleasedOf } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { commit } from '#server/platform/events/commit.ts'
import { hint, record } from '#server/platform/events/record.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { explainMove } from '#server/products/decide/explain-move.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { supersedeIn } from '#server/products/edit/supersede.ts'
import { findProduct, lockProduct } from '#server/products/find-product.ts'
import { theirSkuTaken } from '#server/products/unique-skus.ts'
import { visibleTo } from '#server/products/visible-to.ts'
import { assertActive } from '#server/sessions/still-active.ts'

type Assignment = Inputs['products']['assign']

/**
 * Assigns a product, unchanged, to another active seller (product §2, §3). The reason of its last rejection stays: the new seller has to fix it.
 * A waiting change is superseded, both sellers are notified, and order lines stay with the seller who sold them. Throws `not-found`; `has-seller`
 * or `wrong-status` with the fresh product if owner or status are not as expected; `invalid-argument` if the target is not another active seller;
 * `sku-taken` if they have this SKU.
 */
export async function assignProduct(app: App, actor: Actor, assignment: Assignment): Promise<Product> {
  const product = await commit(app, (tx) => assignIn(tx, actor, assignment)).catch(theirSkuTaken)
  if (!product || product === 'no seller') return explainAssign(app, actor, assignment, product === 'no seller')
  void removeReleasedOf(app, product.id)
  return product
}

type Found = { title: string; sellerId: string | null; editRequestId: string | null }

async function assignIn(tx: Tx, actor: Actor, { id, seller_id, reason, seen }: Assignment): Promise<Product | 'no seller' | null> {
  // Locked, so that the target is still an active seller at the commit.
  const active = and(eq(users.id, seller_id), eq(users.role, 'seller'), eq(users.status, 'active'))
  const [seller] = await tx.select({ id: users.id }).from(users).where(active).for('share')
  if (!seller || seller_id === seen.seller_id) return 'no seller'
  const [found] = await tx.execute<Found>(sql`
    select title, seller_id as "sellerId", edit_request_id as "editRequestId" from products
    where id = ${id} and status = ${seen.status} and seller_id is not distinct from ${seen.seller_id}::text
      and ${visibleTo(actor)} and ${moveCondition('assign', actor)} for no key update`)
  if (!found) return null
  const { title, sellerId, editRequestId } = found
  // A change that waits for a seller's product is that seller's proposal. One that an import made for an ownerless product has no owner either.
  if (sellerId === null)
    await tx.execute(sql`update edit_requests set seller_id = ${seller_id} where product_id = ${id} and seller_id is null`)
  else await supersedeIn(tx, [id])
  await tx.execute(sql`
    update products set seller_id = ${seller_id}, former_sellers = array_remove(array_append(former_sellers, seller_id), null) where id = ${id}`)
  const superseded = sellerId !== null && editRequestId !== null
  await record(tx, {
    kind: 'product.assign',
    itemId: id,
    ownerId: seller_id,
    actorId: actor.id,
    title,
    reason,
    fields: ['seller_id'],
    before: { seller_id: sellerId, ...(superseded && { editRequestId }) },
    after: { seller_id, ...(superseded && { editRequestId: null }) },
  })
  // The event reaches the new owner and admins; the hint, the former owner, whose lists change as well.
  if (sellerId !== null) await hint(tx, 'product.assign', id, sellerId)
  return lockProduct(tx, actor, id)
}

/** Throws the refusals in the order of other moves: the actor, the product, then the input. */
async function explainAssign(app: App, actor: Actor, { id, seller_id, seen }: Assignment, hasNoSeller: boolean): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findProduct(app, actor, id)
  if (fresh.seller_id !== seen.seller_id) throw new AppError('has-seller', { detail: { fresh } })
  if (!hasNoSeller) return explainMove(app, actor, 'assign', id)
  throw new AppError('invalid-argument', {
    field: 'seller_id',
    ...refusalText(seller_id === fresh.seller_id ? 'seller-same' : 'seller-not-active'),
  })
}
