import { limits } from '#domain/limits.ts'
import type { Move } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'

/*
 * The tables and rules of products, separate from their shapes: a screen that disables a button by them need not load the schema library,
 * which is larger than the screen.
 */

export const productStatuses = ['draft', 'pending', 'approved', 'rejected', 'archived'] as const
type ProductStatus = (typeof productStatuses)[number]

/** The moves of product §3, listed in a snapshot test. `to: null` keeps the status or removes the product. */
export const productMoves = {
  submit: { from: ['draft', 'rejected'], to: 'pending', by: ['owner'] },
  withdraw: { from: ['pending'], to: 'draft', by: ['owner'] },
  approve: { from: ['pending', 'rejected'], to: 'approved', by: ['otherAdmin'], needsOpenAccount: true, restsWithSeller: true },
  reject: { from: ['pending', 'approved', 'archived'], to: 'rejected', by: ['otherAdmin'], restsWithSeller: true },
  archive: { from: ['approved'], to: 'archived', by: ['owner', 'admin'] },
  restore: { from: ['archived'], to: 'approved', by: ['ownerUnlessAdminArchived', 'otherAdmin'], needsOpenAccount: true },
  /** From the state after the actor's own decision back to the state before it (`server/products/decide/undo-product.ts`). */
  undo: { from: ['approved', 'rejected', 'archived'], to: null, by: ['owner', 'admin'], needsOpenAccount: true },
  assign: { from: productStatuses, to: null, by: ['admin'] },
  edit: { from: productStatuses, to: null, by: ['owner'] },
  delete: { from: productStatuses, to: null, by: ['owner', 'admin'] },
} as const satisfies Record<string, Move<ProductStatus>>
export type ProductMove = keyof typeof productMoves

type Fillable = Pick<Product, 'title' | 'description' | 'price' | 'category' | 'stock'> & { images: readonly unknown[] }

/** The fields that are still empty before a product can be submitted; an empty list means that it is complete (product §3). */
export function missingIn(product: Fillable): (keyof Fillable)[] {
  const missing: (keyof Fillable)[] = []
  if ([...product.title].length < limits.product.titleMin) missing.push('title')
  if (product.description === '') missing.push('description')
  if (product.price === null) missing.push('price')
  if (!product.category) missing.push('category')
  if (product.stock === null) missing.push('stock')
  if (product.images.length < limits.image.min) missing.push('images')
  return missing
}

/** True if the price differs so much from the last approved one, in percent of it, that it needs review (product §3). */
export function priceNeedsReview(price: number, approvedPrice: number | null, percent: number): boolean {
  if (approvedPrice === null) return false
  return Math.abs(price - approvedPrice) * 100 > approvedPrice * percent
}
