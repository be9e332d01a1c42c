import type { ReviewRules } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { type ContentField, contentFields } from '#domain/product-fields.ts'
import { missingIn } from '#domain/product-rules.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** What a seller can change, pictures included. */
export type Contents = ProductFields & Pick<Product, 'images'>

/** Some of the contents. */
export type SomeContents = { [Field in keyof Contents]?: Contents[Field] | undefined }

/** Only the fields with a value: a missing field and an undefined one both mean unchanged. */
export const given = (fields: SomeContents) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Contents>

/** Only these fields of the values. */
export const pickFields = (values: SomeContents, fields: readonly ContentField[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Contents>

/** A field in the form that is compared and recorded: pictures as a list of paths. */
const plain = (contents: SomeContents, field: ContentField): unknown =>
  field === 'images' ? contents.images?.map(({ path }) => path) : contents[field]

/** These fields as they are recorded. */
export const plainValues = (contents: SomeContents, fields: readonly ContentField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, plain(contents, field)]))

/** The fields whose values differ; sending the same value again changes nothing (product §3). Older rows may hold text that is not in NFC. */
export const changedFields = (before: SomeContents, after: SomeContents): ContentField[] =>
  contentFields.filter((field) => compared(before, field) !== compared(after, field))

const compared = (contents: SomeContents, field: ContentField) => JSON.stringify(plain(contents, field))?.normalize('NFC')

/** True if the change counts a version: a reviewed field or, if the product is not on sale, the price (product §3). */
export function countsVersion(
  { status }: Pick<Product, 'status'>,
  changed: readonly ContentField[],
  { reviewedFields }: Pick<ReviewRules, 'reviewedFields'>,
): boolean {
  const reviewed: readonly ContentField[] = reviewedFields
  return changed.some((field) => reviewed.includes(field) || (field === 'price' && status !== 'approved'))
}

/** Throws `incomplete-product` if the change empties a field that review needs, on any product but a draft or a rejected one. */
export function assertNotEmptied({ status }: Pick<Product, 'status'>, after: Contents, changed: readonly ContentField[]): void {
  if (status === 'draft' || status === 'rejected') return
  const missing = missingIn(after)
  const emptied = missing.filter((field) => changed.includes(field))
  if (emptied.length > 0)
    throw new AppError('incomplete-product', { field: emptied[0], ...refusalText('not-emptied'), detail: { missing: emptied } })
}
