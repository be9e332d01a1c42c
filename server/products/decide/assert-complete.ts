import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import { missingIn } from '#domain/product-rules.ts'

/** Throws `incomplete-product` if review needs more: `field` is the first missing one, `detail.missing` all, `detail` also holds `also`. */
export function assertComplete(product: Parameters<typeof missingIn>[0], also: { fresh?: Product } = {}): void {
  const missing = missingIn(product)
  if (missing.length > 0) throw new AppError('incomplete-product', { field: missing[0], detail: { missing, ...also } })
}
