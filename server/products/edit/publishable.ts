import { Proposal } from '#domain/edit-payload.ts'
import type { EditValues, ReviewableField } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import { assertNotEmptied, given, pickFields } from '#server/products/edit/product-changes.ts'

/**
 * The accepted values, checked by the rules for sellers' proposals: stored payloads may come from elsewhere, and values that no seller could write
 * must not go live. Throws `payload-unknown` for an invalid value, `incomplete-product` for an empty field that review needs.
 */
export function publishable(product: Product, payload: EditValues, accepted: readonly ReviewableField[]): EditValues {
  const { images, ...values } = pickFields(payload, accepted)
  const pictures: unknown = images
  const paths = Array.isArray(pictures) ? pictures.map((picture) => picture?.path) : pictures
  const parsed = Proposal.safeParse({ ...values, ...(paths !== undefined && { images: paths }) })
  if (!parsed.success || accepted.some((field) => payload[field] === undefined)) throw new AppError('payload-unknown')
  const { images: _, ...understood } = parsed.data
  const published: EditValues = { ...understood, ...(images && { images }) }
  assertNotEmptied(product, { ...product, ...given(published) }, accepted)
  return published
}
