import {
  type EditValues,
  type OtherValues,
  type ReviewableField,
  type ReviewRules,
  reviewableFields,
  routeChange,
} from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import type { ContentField } from '#domain/product-rules.ts'
import { assertNotEmptied, type Contents, changedFields, type SomeContents } from '#server/products/edit/product-changes.ts'

/** The request that waits for a product, as far as an edit has to know it. */
export type Held = {
  id: string
  version: number
  fields: ReviewableField[]
  payload: EditValues
  other: OtherValues
  note: string | null
}

/** What an edit is planned with: the request that waits, the rules, and the fields that are taken back from it where they are sent with their live value. */
export type Planning = { held: Held | null; rules: ReviewRules; takesBack: readonly ReviewableField[] }

/** A new price updates the request that holds one, also the price that is live (product §3); no other field of an older file takes anything back. */
export const onlyPrice: readonly ReviewableField[] = ['price']

export type EditPlan = {
  /** The product as it is live from then on. */
  after: Contents
  applied: ContentField[]
  waiting: ReviewableField[]
  /** All that the request proposes from then on; null where nothing about it changes. */
  proposal: EditValues | null
}

/** Some of the values, and no others. */
export const some = (values: SomeContents, fields: readonly ContentField[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Contents>

/**
 * Sends each field of an edit its way: what applies at once, and what the request holds from then on (product §3, §4).
 * Throws `incomplete-product` where it empties what review demands.
 */
export function planEdit(before: Product, given: Partial<Contents>, { held, rules, takesBack }: Planning): EditPlan {
  const wanted: Contents = { ...before, ...given }
  const changed = changedFields(before, wanted)
  assertNotEmptied(before, wanted, changed)
  const { applied, waiting } = routeChange(changed, wanted.price, { product: before, held: held?.fields ?? [], rules })
  const takenBack = (field: ReviewableField) => takesBack.includes(field) && field in given && !changed.includes(field)
  const kept = held?.fields.filter((field) => !takenBack(field)) ?? []
  const proposal: EditValues = { ...some(held?.payload ?? {}, kept), ...some(wanted, waiting) }
  const isSame = changedFields(held ? some(held.payload, held.fields) : {}, proposal).length === 0
  return { after: { ...before, ...some(wanted, applied) }, applied, waiting, proposal: isSame ? null : proposal }
}

/** The fields of a proposal, in the order of the form. */
export const fieldsIn = (proposal: EditValues): ReviewableField[] => reviewableFields.filter((field) => proposal[field] !== undefined)
