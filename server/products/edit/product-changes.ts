import type { ReviewRules } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { type ContentField, contentFields, missingIn } from '#domain/product-rules.ts'

/** What a seller can change, pictures included. */
export type Contents = ProductFields & Pick<Product, 'images'>

/** Some of it. */
export type SomeContents = { [Field in keyof Contents]?: Contents[Field] | undefined }

/** Left out means unchanged, also where the key is there without a value. */
export const given = (fields: SomeContents) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Contents>

/** A field as it is compared and written down: pictures by their paths in order. */
export const plain = (contents: SomeContents, field: ContentField): unknown =>
  field === 'images' ? contents.images?.map(({ path }) => path) : contents[field]

/** Some fields as they are written down. */
export const plainValues = (contents: SomeContents, fields: readonly ContentField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, plain(contents, field)]))

/** The fields that really differ; sending the same value again is no change (product §3). */
export const changedFields = (before: SomeContents, after: SomeContents): ContentField[] =>
  contentFields.filter((field) => JSON.stringify(plain(before, field)) !== JSON.stringify(plain(after, field)))

/** True if the change counts a version: a reviewed field, or on a product not on sale the price (product §3). */
export function countsVersion(
  { status }: Pick<Product, 'status'>,
  changed: readonly ContentField[],
  { reviewedFields }: Pick<ReviewRules, 'reviewedFields'>,
): boolean {
  const reviewed: readonly ContentField[] = reviewedFields
  return changed.some((field) => reviewed.includes(field) || (field === 'price' && status !== 'approved'))
}

/** Where a product is, or may go, on sale again: refuses to empty what review demands (`incomplete-product`). */
export function assertNotEmptied({ status }: Pick<Product, 'status'>, after: Contents, changed: readonly ContentField[]): void {
  if (status === 'draft' || status === 'rejected') return
  const missing = missingIn(after)
  const emptied = missing.filter((field) => changed.includes(field))
  if (emptied.length > 0) throw new AppError('incomplete-product', { field: emptied[0], detail: { missing } })
}
