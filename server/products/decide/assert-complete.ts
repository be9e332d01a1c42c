import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import { missingIn } from '#domain/product-rules.ts'

/** Throws `incomplete-product` where something is missing for review: `field` is the first, `detail.missing` all; `also` is told beside them. */
export function assertComplete(product: Parameters<typeof missingIn>[0], also: { fresh?: Product } = {}): void {
  const missing = missingIn(product)
  if (missing.length > 0) throw new AppError('incomplete-product', { field: missing[0], detail: { missing, ...also } })
}
