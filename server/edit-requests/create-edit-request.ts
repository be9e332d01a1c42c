import { isTooLarge } from '#domain/edit-payload.ts'
import { type EditRequestDetail, type OtherValues, otherValues } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { ProductChange } from '#domain/product.ts'
import { contentFields, reviewableFields } from '#domain/product-fields.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { writeProduct } from '#server/products/edit/edit-product.ts'
import { onlyPrice, planEdit } from '#server/products/edit/plan-edit.ts'
import { given } from '#server/products/edit/product-changes.ts'
import { findWaitingRequest, proposeIn, requestChangeOf } from '#server/products/edit/propose-edit.ts'
import { withoutEmpty } from '#server/products/edit/without-empty.ts'
import { lockProduct } from '#server/products/find-product.ts'
import { proposeFiles } from '#server/products/pictures/proposed-files.ts'
import { assertSkuFree } from '#server/products/unique-skus.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Creation = { product_id: string; version: number; payload: ProductChange & OtherValues; note?: string | undefined }

/** Rules under which all proposed values are reviewed, whatever the settings say, except for the stock, which never is (product §4). */
const everything = { reviewedFields: reviewableFields, priceReviewPercent: 0 }

/**
 * Proposes a change of an approved product as a document, which joins a request that already waits (spec §7, product §4). Throws
 * `not-found`, `wrong-status` and `stale-version` with the fresh product, `incomplete-product`, `nothing-proposed`, `sku-taken`.
 */
export async function createEditRequest(app: App, actor: Actor, creation: Creation): Promise<EditRequestDetail> {
  const made = await commit(app, (tx) => createIn(app, tx, actor, creation))
  void removeReleased(app, made.dropped)
  return findEditRequest(app, actor, made.id)
}

const stockAlone = { field: 'payload.stock', ...refusalText('stock-needs-no-review') }

async function createIn(app: App, tx: Tx, actor: Actor, { product_id, version, payload, note }: Creation) {
  const product = await lockProduct(tx, actor, product_id)
  const problem = whyNot(actor, productMoves.edit, product)
  if (problem) throw new AppError(problem)
  if (product.status !== 'approved') throw new AppError('wrong-status', { detail: { fresh: product } })
  if (product.version !== version) throw new AppError('stale-version', { detail: { fresh: product } })
  const request = await findWaitingRequest(tx, product)
  const other = otherValues(payload, contentFields)
  const { images: paths, ...fields } = ProductChange.parse(payload)
  const about = { product, proposed: request?.payload.images ?? [], by: actor.id, field: 'payload.images' }
  const images = paths && (await proposeFiles(tx, about, paths))
  const plan = planEdit(product, given({ ...withoutEmpty(fields), images }), { request, rules: everything, takesBack: onlyPrice })
  const proposesSomething = plan.waiting.length > 0 || plan.proposal || Object.keys(other).length > 0
  if (!proposesSomething) throw new AppError('nothing-proposed', plan.applied.length > 0 ? stockAlone : { field: 'payload' })
  await assertSkuFree(tx, product, { waiting: plan.waiting, values: payload, path: 'payload.' })
  const requestChange = requestChangeOf(request, { proposal: plan.proposal, other, note })
  if (requestChange && isTooLarge({ ...requestChange.other, ...requestChange.proposal }))
    throw new AppError('invalid-argument', { field: 'payload', ...refusalText('payload-full') })
  const live = { ...product, ...plan.after }
  if (plan.applied.length > 0)
    await writeProduct(app, tx, actor, { before: product, after: live, changed: plan.applied, rules: everything })
  const made = requestChange
    ? await proposeIn(tx, actor, stillActive(actor), { product: live, request, ...requestChange })
    : request && { id: request.id, dropped: [] }
  return made ?? rejectInactive(app, actor, 'stale-version')
}
