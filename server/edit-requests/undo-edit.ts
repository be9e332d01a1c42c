import { eq, sql } from 'drizzle-orm'
import { type EditRequestDetail, type EditValues, editRequestMoves, type ReviewableField } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { type Expected, lockProductOf } from '#server/edit-requests/decide-edit.ts'
import { editCondition } from '#server/edit-requests/edit-condition.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { commit } from '#server/platform/events/commit.ts'
import { recorded } from '#server/platform/events/record.ts'
import { canUndo, lastEvent, undoEvents, undoRefusal } from '#server/platform/events/undo.ts'
import { wasDiscussed, wasInBulk, wasOrdered } from '#server/products/decide/undo-product.ts'
import { given, pickFields } from '#server/products/edit/product-changes.ts'
import { heldUntil } from '#server/products/edit/supersede.ts'
import { skuTaken } from '#server/products/unique-skus.ts'
import { assertActive } from '#server/sessions/still-active.ts'

/** SQL condition on the product of a request: it had no event after the decision. */
const productRested = sql`not exists (select from events o where o.item_id = edit_requests.product_id and o.id > last.id)`

/**
 * SQL condition: since the decision the product was not changed, proposed to be changed, or ordered with its new values, and no message is about it.
 * A request whose product was gone before could only be closed.
 */
const stayed = (
  productVersion: number,
) => sql`${productRested} and (not exists (select from products where products.id = edit_requests.product_id) or exists (select from products where products.id = edit_requests.product_id
  and products.version = ${productVersion}::integer and products.edit_request_id is null
  and (last.kind = 'editRequest.reject' or products.status = 'approved')
  and not exists (select from edit_requests r join events o on o.item_id = r.id and o.id > last.id where r.product_id = products.id)
  and not (last.kind <> 'editRequest.reject' and ${wasOrdered}) and not ${wasDiscussed}))`

type Undone = { accepts: boolean; sellerId: string | null; fields: ReviewableField[]; base: EditValues; approvedPrice: number | null }

/**
 * Undoes the actor's own decision on a request, as long as nothing followed it (product §3): the fields have their former values and the request
 * is pending again, each with the next version. Throws `not-found`, `not-yours`, `too-late` with the fresh request, `own-product`, `sku-taken`.
 */
export async function undoEdit(app: App, actor: Actor, expected: Expected): Promise<EditRequestDetail> {
  const isUndone = await commit(app, (tx) => undoIn(tx, actor, expected)).catch(skuTaken)
  return isUndone ? findEditRequest(app, actor, expected.id) : explainUndo(app, actor, expected)
}

async function undoIn(tx: Tx, actor: Actor, { id, version, productVersion }: Expected): Promise<boolean> {
  // Every change of the product or its requests locks it, so the statement reads all that followed.
  const product = await lockProductOf(tx, id)
  const about = {
    itemId: sql`reopened.id`,
    ownerId: sql`seller_id`,
    actorId: sql`${actor.id}`,
    title: sql`product_title`,
    fields: sql`last.fields`,
  }
  const former = sql`last.before || case when last.before ? 'version' then jsonb_build_object('version', ${productVersion + 1}::integer) else '{}' end`
  const [undone] = await tx.execute<Undone>(sql`
    with ${lastEvent(id)}, reopened as (
      update edit_requests set status = 'pending', decisions = '[]', rejection_reason = null, decided_by = null, decided_at = null,
        version = edit_requests.version + 1, updated_at = now()
      from last
      where edit_requests.id = ${id} and edit_requests.version = ${version}::integer and ${canUndo('editRequest', actor.id)}
        and ${stayed(productVersion)} and not ${wasInBulk(sql`edit_requests.id`)} and ${editCondition('undo', actor)}
      returning edit_requests.id, edit_requests.seller_id, edit_requests.product_id, edit_requests.product_title, edit_requests.base
    ), ${recorded('event', undoEvents('editRequest', { ...about, before: sql`last.after`, after: former }, 'reopened'))}, returned as (
      update files set released_at = null from reopened, last
      where files.product_id = reopened.product_id and files.released_at = ${heldUntil(sql`last.created_at`)}
    ), proposed as (
      update files set named_at = null, proposed_at = last.created_at from reopened, last
      where files.product_id = reopened.product_id and files.named_at = last.created_at
    )
    select last.kind <> 'editRequest.reject' as accepts, reopened.seller_id as "sellerId", last.fields, reopened.base, (last.before ->> 'approvedPrice')::bigint as "approvedPrice"
    from reopened, last`)
  if (undone && product) await takeBack(tx, product, id, undone)
  return undone !== undefined
}

/** Restores the former values of the accepted fields; the request waits for the product again. */
async function takeBack(
  tx: Tx,
  { id, version, status, seller_id }: Product,
  requestId: string,
  { accepts, sellerId, fields, base, approvedPrice }: Undone,
): Promise<void> {
  const former = accepts && {
    ...given(pickFields(base, fields)),
    ...(fields.includes('price') && { approvedPrice }),
    version: version + 1,
    approvedVersion: version + 1,
    updatedAt: sql`now()`,
  }
  // An import can leave requests of another seller, or for products that are not on sale. The product never waited for those.
  const waits = status === 'approved' && seller_id !== null && seller_id === sellerId
  if (!former && !waits) return
  await tx
    .update(products)
    .set({ ...former, ...(waits && { editRequestId: requestId }) })
    .where(eq(products.id, id))
}

async function explainUndo(app: App, actor: Actor, { id }: Expected): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findEditRequest(app, actor, id)
  const refusal = await undoRefusal(app, actor.id, id, fresh)
  const problem = whyNot(actor, editRequestMoves.undo, fresh)
  if (refusal.code === 'not-yours' || problem === null || problem === 'wrong-status') throw refusal
  throw new AppError(problem, { detail: { fresh } })
}
