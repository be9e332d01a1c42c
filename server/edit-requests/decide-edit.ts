import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ExpectedEdit } from '#contract/edit-requests.ts'
import type { EditRequestDetail, EditValues, FieldDecision, ReviewableField } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Actor } from '#domain/user.ts'
import { editCondition } from '#server/edit-requests/edit-condition.ts'
import { explainEditMove } from '#server/edit-requests/explain-edit-move.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { endRequest } from '#server/products/edit/end-request.ts'
import { fieldsIn } from '#server/products/edit/plan-edit.ts'
import { type Contents, given, pickFields, plainValues } from '#server/products/edit/product-changes.ts'
import { publishable } from '#server/products/edit/publishable.ts'
import { heldUntil } from '#server/products/edit/supersede.ts'
import { acceptFiles, releaseProposed } from '#server/products/pictures/proposed-files.ts'
import { productColumns, type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { skuTaken } from '#server/products/unique-skus.ts'

export type Expected = z.infer<typeof ExpectedEdit>
/** Returns the decision on each proposed field, and the reasons in one text. Throws if the fields cannot be decided. */
export type Judge = (fields: readonly ReviewableField[]) => {
  decisions: FieldDecision[]
  reason: string | null
  code: RejectionCode | null
}

/**
 * Decides a request as the admin expects it, in one transaction (product §4): the statement checks the versions of proposal and product.
 * Accepted values are live from then on. Throws `not-found`, `own-product`, and with the fresh difference `stale-version`,
 * `already-decided`, `seller-suspended`, `wrong-status`.
 */
export async function decideEdit(app: App, actor: Actor, expected: Expected, judge: Judge): Promise<EditRequestDetail> {
  const request = await decideWithin(app, actor, expected, judge)
  app.feed.wake()
  return request
}

/** Like `decideEdit`, as a part of a transaction of the caller. */
export async function decideWithin(app: App, actor: Actor, expected: Expected, judge: Judge): Promise<EditRequestDetail> {
  const decided = await app.db.transaction((tx) => decideIn(tx, actor, expected, judge)).catch(skuTaken)
  if (!decided) return explainEditMove(app, actor, expected.id, expected)
  return findEditRequest(app, actor, expected.id)
}

type Waiting = { fields: ReviewableField[]; payload: EditValues }

async function decideIn(tx: Tx, actor: Actor, { id, version, productVersion }: Expected, judge: Judge): Promise<boolean> {
  const product = await lockProductOf(tx, id)
  // An imported request may propose a change of another seller's product.
  if (product?.seller_id === actor.id) throw new AppError('own-product')
  const asExpected = sql`edit_requests.version = ${version}::integer and edit_requests.status = 'pending'`
  const [request] = await tx.execute<Waiting>(sql`select fields, payload from edit_requests where id = ${id} and ${asExpected}`)
  if (!request || (product && product.version !== productVersion)) return false
  const { decisions, ...why } = judge(request.fields)
  const accepted = decisions.filter((decision) => decision.accepted).map(({ field }) => field)
  const payload = product && accepted.length > 0 ? publishable(product, request.payload, accepted) : {}
  const move = accepted.length === 0 ? 'reject' : accepted.length < decisions.length ? 'approvePartly' : 'approve'
  const ended = await endRequest(tx, {
    id,
    product,
    move,
    actorId: actor.id,
    decisions,
    may: sql`${asExpected} and ${productAsExpected(productVersion, accepted.length > 0)} and ${editCondition(move, actor)}`,
    ...why,
    ...(product && accepted.length > 0 && { event: eventOf(product, payload, accepted) }),
  })
  if (ended && product) await publish(tx, product, payload, id)
  return ended !== null
}

/** Locks the product of a request and returns it. Every change of a request locks its product, so neither changes meanwhile. */
export async function lockProductOf(tx: Tx, requestId: string): Promise<Product | null> {
  const [row] = await tx.execute<RawProduct>(sql`
    select ${productColumns} from products left join users u on u.id = products.seller_id
    where products.id = (select product_id from edit_requests where id = ${requestId}) for no key update of products`)
  return row ? withIsoMoments(row) : null
}

/**
 * SQL condition on `edit_requests`: its product has the expected version or is gone. Where values go live, the product is on sale and waits
 * for this very request, or for none if an import left it so and the seller is the same. A rejection requires no more, so that imported
 * requests can be closed.
 */
function productAsExpected(version: number, publishes: boolean): SQL {
  const its = sql`p.id = edit_requests.product_id`
  if (!publishes) return sql`not exists (select from products p where ${its} and p.version <> ${version}::integer)`
  return sql`exists (select from products p where ${its} and p.version = ${version}::integer and p.status = 'approved'
    and (p.edit_request_id = edit_requests.id or (p.edit_request_id is null and p.seller_id = edit_requests.seller_id)))`
}

/** Makes the accepted values live. Pictures that are no longer live or proposed stay until the decision cannot be undone; the sweep removes them. */
async function publish(tx: Tx, product: Product, accepted: EditValues, id: string): Promise<void> {
  const values = given(accepted)
  const releasedAt = heldUntil(sql`now()`)
  if (values.images) await acceptFiles(tx, product, values.images, releasedAt)
  await releaseProposed(tx, product.id, [], releasedAt)
  if (fieldsIn(accepted).length === 0) return
  await change(tx, product, values)
  // An import leaves no values of before, which an undo returns.
  await tx.execute(
    sql`update edit_requests set base = base || ${JSON.stringify(pickFields(product, fieldsIn(accepted)))}::jsonb where id = ${id}`,
  )
}

/** Stores the accepted values under the next version, which becomes the approved one. */
async function change(tx: Tx, { id, version }: Product, { price, ...values }: Partial<Contents>): Promise<void> {
  const approved = price === undefined ? {} : { price, approvedPrice: price }
  const next = { version: version + 1, approvedVersion: version + 1, updatedAt: sql`now()` }
  const asExpected = and(eq(products.id, id), eq(products.version, version), eq(products.status, 'approved'))
  const changed = await tx
    .update(products)
    .set({ ...values, ...approved, ...next })
    .where(asExpected)
    .returning({ id: products.id })
  if (changed.length === 0) throw new AppError('stale-version')
}

/** Names the accepted fields, which webhooks pass on to storefronts, and the next version of the product. */
function eventOf(product: Product, payload: EditValues, accepted: readonly ReviewableField[]) {
  const { version, approvedPrice } = product
  const priced = accepted.includes('price')
  return {
    fields: accepted,
    before: { ...plainValues(product, accepted), version, ...(priced && { approvedPrice }) },
    after: { ...plainValues(payload, accepted), version: version + 1, ...(priced && { approvedPrice: payload.price }) },
  }
}
