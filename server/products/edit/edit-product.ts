import { and, eq, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { EditedProduct } from '#contract/products.ts'
import { needsReview, type ReviewRules, referencePrice } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import { type ContentField, contentFields, reviewableFields } from '#domain/product-fields.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { commit } from '#server/platform/events/commit.ts'
import { movedTo, record } from '#server/platform/events/record.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { submitIn } from '#server/products/decide/submit-product.ts'
import { planEdit, type WaitingRequest } from '#server/products/edit/plan-edit.ts'
import { type Contents, countsVersion, given, pickFields, plainValues } from '#server/products/edit/product-changes.ts'
import { assertSameRequest, findWaitingRequest, proposeIn, requestChangeOf } from '#server/products/edit/propose-edit.ts'
import { withoutEmpty } from '#server/products/edit/without-empty.ts'
import { lockProduct } from '#server/products/find-product.ts'
import { type Named, nameFiles } from '#server/products/pictures/name-files.ts'
import { proposeFiles } from '#server/products/pictures/proposed-files.ts'
import { assertSkuFree, skuTaken } from '#server/products/unique-skus.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Edit = Inputs['products']['edit']

/**
 * Changes a product's fields; with `submit`, also sends it to review in the same transaction. Reviewed fields of an approved product go into its
 * edit request instead; the answer lists which fields applied and which wait (product §3, §4). Throws `not-found`, `stale-version` with the fresh
 * product, `incomplete-product`, `sku-taken`, `wrong-status`.
 */
export async function editProduct(app: App, actor: Actor, edit: Edit): Promise<EditedProduct> {
  const { product, dropped, ...routed } = await commit(app, async (tx) => {
    const done = await editIn(app, tx, actor, edit)
    if (edit.submit) await submitIn(app, tx, actor, edit.id)
    return { ...done, product: await lockProduct(tx, actor, edit.id) }
  }).catch(skuTaken)
  void removeReleased(app, dropped)
  return { ...product, ...routed }
}

type Outcome = Pick<EditedProduct, 'applied' | 'waiting'> & { dropped: readonly string[] }

async function editIn(app: App, tx: Tx, actor: Actor, { id, version, change, seenRequest, note }: Edit): Promise<Outcome> {
  const before = await lockProduct(tx, actor, id)
  const problem = whyNot(actor, productMoves.edit, before)
  if (problem) throw new AppError(problem)
  if (before.version !== version) throw new AppError('stale-version', { detail: { fresh: before } })
  const request = await findWaitingRequest(tx, before)
  assertSameRequest(request, seenRequest, before)
  const rules = app.settings.current()
  const { images: paths, ...fields } = change
  const named = paths && (await takePictures(tx, actor, { before, request, rules }, paths))
  const planning = { request, rules, takesBack: seenRequest ? reviewableFields : [] }
  const { after, applied, waiting, proposal } = planEdit(before, given({ ...withoutEmpty(fields), images: named?.images }), planning)
  if (applied.length > 0) await writeProduct(app, tx, actor, { before, after, changed: applied, rules })
  await assertSkuFree(tx, before, { waiting, values: change })
  const requestChange = requestChangeOf(request, { proposal, note })
  const proposed =
    requestChange && (await proposeIn(tx, actor, stillActive(actor), { product: { ...before, ...after }, request, ...requestChange }))
  if (requestChange && !proposed) return rejectInactive(app, actor, 'stale-version')
  return { applied, waiting, dropped: [...(named?.dropped ?? []), ...(proposed?.dropped ?? [])] }
}

type Pictures = { before: Product; request: WaitingRequest | null; rules: ReviewRules }

/** Proposes pictures that need review; applies others to the product at once. */
async function takePictures(tx: Tx, actor: Actor, { before, request, rules }: Pictures, paths: readonly string[]): Promise<Named> {
  const isLive = paths.length === before.images.length && before.images.every(({ path }, at) => path === paths[at])
  const about = { product: before, proposed: request?.fields ?? [], rules }
  if (isLive || !needsReview('images', before.price, about)) return nameFiles(tx, actor, before, paths)
  const proposing = { product: before, proposed: request?.payload.images ?? [], by: actor.id, field: 'images' }
  return { images: await proposeFiles(tx, proposing, paths), dropped: [] }
}

type Change = { before: Product; after: Contents; changed: ContentField[]; rules: ReviewRules }

/** Writes the fields that apply at once, with their event. Throws if the actor or the product changed meanwhile. */
export async function writeProduct(app: App, tx: Tx, actor: Actor, { before, after, changed, rules }: Change): Promise<void> {
  // Pictures that were missing end the creation, as `nameImages` does (spec §7).
  const finished = before.unfinished && after.images.length > 0
  const [written] = await tx
    .update(products)
    .set({
      ...pickFields(after, contentFields),
      version: before.version + (countsVersion(before, changed, rules) ? 1 : 0),
      updatedAt: sql`now()`,
      approvedPrice: referencePrice(before),
      ...(finished && { unfinished: false, submittedAt: sql`now()` }),
    })
    .where(and(eq(products.id, before.id), eq(products.version, before.version), moveCondition('edit', actor)))
    .returning({ id: products.id })
  if (!written) return rejectInactive(app, actor, 'stale-version')
  const about = { itemId: before.id, ownerId: before.seller_id, actorId: actor.id, title: after.title }
  const values = { before: plainValues(before, changed), after: plainValues(after, changed) }
  await record(tx, { ...about, ...values, kind: 'product.edit', fields: changed })
  if (finished) await record(tx, { ...about, kind: 'product.submit', ...movedTo(before.status) })
}
