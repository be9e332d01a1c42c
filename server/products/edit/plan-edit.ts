import { type EditValues, type OtherValues, type ReviewableField, type ReviewRules, routeChange } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import { type ContentField, reviewableFields } from '#domain/product-fields.ts'
import { assertNotEmptied, type Contents, changedFields, pickFields } from '#server/products/edit/product-changes.ts'

/** The waiting request of a product, as far as an edit needs it. */
export type WaitingRequest = {
  id: string
  version: number
  fields: ReviewableField[]
  payload: EditValues
  other: OtherValues
  note: string | null
}

/** What an edit is planned with. `takesBack`: fields that leave the request if they are sent with their live value. */
export type Planning = { request: WaitingRequest | null; rules: ReviewRules; takesBack: readonly ReviewableField[] }

/** In an import, only a price can leave a waiting request by being sent with its live value (product §4). */
export const onlyPrice: readonly ReviewableField[] = ['price']

export type EditPlan = {
  /** The product as it is live after the edit. */
  after: Contents
  applied: ContentField[]
  waiting: ReviewableField[]
  /** All that the request proposes after the edit; null if that does not change. */
  proposal: EditValues | null
}

/**
 * Splits an edit into what applies at once and what the request proposes (product §3, §4).
 * Throws `incomplete-product` if it empties a field that review needs.
 */
export function planEdit(before: Product, given: Partial<Contents>, { request, rules, takesBack }: Planning): EditPlan {
  const wanted: Contents = { ...before, ...given }
  const changed = changedFields(before, wanted)
  assertNotEmptied(before, wanted, changed)
  const { applied, waiting } = routeChange(changed, wanted.price, { product: before, proposed: request?.fields ?? [], rules })
  const takenBack = (field: ReviewableField) => takesBack.includes(field) && field in given && !changed.includes(field)
  const kept = request?.fields.filter((field) => !takenBack(field)) ?? []
  const proposal: EditValues = { ...pickFields(request?.payload ?? {}, kept), ...pickFields(wanted, waiting) }
  const isSame = changedFields(request ? pickFields(request.payload, request.fields) : {}, proposal).length === 0
  return { after: { ...before, ...pickFields(wanted, applied) }, applied, waiting, proposal: isSame ? null : proposal }
}

/** The fields of a proposal, in the order of the form. */
export const fieldsIn = (proposal: EditValues): ReviewableField[] => reviewableFields.filter((field) => proposal[field] !== undefined)
