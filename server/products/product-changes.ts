import { AppError } from '#domain/errors.ts'
import { missingIn, type Product, type ProductFields, priceNeedsReview, reviewedFields } from '#domain/product.ts'

/** What a seller can change, pictures included. */
export type Contents = ProductFields & Pick<Product, 'images'>
export const contentFields = ['title', 'description', 'images', 'category', 'tags', 'attributes', 'price', 'stock', 'sku'] as const
export type ContentField = (typeof contentFields)[number]

const isReviewed = (field: ContentField) => (reviewedFields as readonly ContentField[]).includes(field)

/** A field as it is compared and written down: pictures by their paths in order. */
export const plain = (contents: Contents, field: ContentField): unknown =>
  field === 'images' ? contents.images.map(({ path }) => path) : contents[field]

/** The fields that really differ; sending the same value again is no change (product §3). */
export const changedFields = (before: Contents, after: Contents): ContentField[] =>
  contentFields.filter((field) => JSON.stringify(plain(before, field)) !== JSON.stringify(plain(after, field)))

/** True if the change counts a version: a reviewed field, or on a product not on sale the price (product §3). */
export const countsVersion = ({ status }: Pick<Product, 'status'>, changed: readonly ContentField[]): boolean =>
  changed.some((field) => isReviewed(field) || (field === 'price' && status !== 'approved'))

/**
 * Refuses what may not change at once: on an approved product reviewed fields (`field-locked`) and a price too far from the last approved one
 * (`price-locked`); where the product is or may go on sale again, emptying what review demands (`incomplete-product`).
 */
export function refuseChange(product: Product, after: Contents, changed: readonly ContentField[]): void {
  if (product.status === 'approved') refuseLocked(product, after, changed)
  if (product.status === 'draft' || product.status === 'rejected') return
  const missing = missingIn(after)
  const emptied = missing.filter((field) => changed.includes(field))
  if (emptied.length > 0) throw new AppError('incomplete-product', { field: emptied[0], detail: { missing } })
}

function refuseLocked({ approvedPrice = null }: Product, after: Contents, changed: readonly ContentField[]): void {
  const locked = changed.find(isReviewed)
  if (locked) throw new AppError('field-locked', { field: locked })
  if (changed.includes('price') && after.price !== null && priceNeedsReview(after.price, approvedPrice)) {
    throw new AppError('price-locked', { field: 'price' })
  }
}
