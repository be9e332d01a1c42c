import { z } from 'zod'
import { ImagePaths, ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import type { Move } from '#domain/moves.ts'
import { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { Id, line, Moment, prose } from '#domain/text.ts'

export const productStatuses = ['draft', 'pending', 'approved', 'rejected', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]
export const ProductStatus = z.enum(productStatuses)

const l = limits.product
export const Title = line({ min: l.titleMin, max: l.titleMax })
export const Attribute = z.object({ key: line({ min: 1, max: l.attributeKeyMax }), value: line({ min: 1, max: l.attributeValueMax }) })

/** What a seller writes. All but the title may be missing in a draft; `submit` demands the rest (product §3). */
export const ProductFields = z.object({
  title: Title,
  description: prose({ max: l.descriptionMax }),
  /** Minor units of the marketplace's currency. */
  price: z
    .int('Use a whole number of minor units.')
    .min(1, 'The price must be above zero.')
    .max(l.priceMax, 'This price is too high.')
    .nullable(),
  category: line({ max: l.categoryMax }).nullable(),
  sku: line({ max: l.skuMax }).nullable(),
  stock: z.int('Use a whole number.').min(0, 'The stock cannot be below zero.').max(l.stockMax, 'This stock is too high.').nullable(),
  tags: z
    .array(line({ min: 1, max: l.tagMax }))
    .overwrite((tags) => [...new Set(tags)])
    .max(l.tagsMax, `Use at most ${l.tagsMax} tags.`),
  attributes: z.array(Attribute).max(l.attributesMax, `Use at most ${l.attributesMax} attributes.`),
})
export type ProductFields = z.infer<typeof ProductFields>

/** A product as its seller and admins see it (spec §3, names as there). */
export const Product = ProductFields.extend({
  id: Id,
  // What is stored may be older than a rule: reading never refuses it.
  title: z.string(),
  description: z.string(),
  price: z.int().nullable(),
  category: z.string().nullable(),
  sku: z.string().nullable(),
  stock: z.int().nullable(),
  tags: z.array(z.string()),
  attributes: z.array(z.object({ key: z.string(), value: z.string() })),
  images: z.array(ProductImage),
  status: ProductStatus,
  /** Counts changes of reviewed fields only. */
  version: z.int(),
  seller_id: z.string().nullable(),
  sellerName: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  rejection: z.object({ code: RejectionCode, fields: z.array(RejectionField) }).nullable(),
  /** True until the pictures of a creation are named (spec §7); admins do not see it before. */
  unfinished: z.boolean(),
  archivedByAdmin: z.boolean(),
  /** Minor units; a price too far from it needs review (`priceNeedsReview`). Null if it was never approved. */
  approvedPrice: z.int().nullable().optional(),
  /** The edit request that waits for a decision on this product, if there is one (product §4). */
  editRequestId: Id.nullable(),
  created_at: Moment,
  /** The last change of content. */
  updated_at: Moment,
  /** The last change of status. */
  updatedAt: Moment,
  submittedAt: Moment.nullable(),
})
export type Product = z.infer<typeof Product>

/** The moves of product §3, read aloud in a test. `to: null` leaves the status or removes the product. */
export const productMoves = {
  submit: { from: ['draft', 'rejected'], to: 'pending', by: ['owner'] },
  withdraw: { from: ['pending'], to: 'draft', by: ['owner'] },
  approve: { from: ['pending', 'rejected'], to: 'approved', by: ['admin'] },
  reject: { from: ['pending', 'approved', 'archived'], to: 'rejected', by: ['admin'] },
  archive: { from: ['approved'], to: 'archived', by: ['owner', 'admin'] },
  restore: { from: ['archived'], to: 'approved', by: ['ownerUnlessAdminArchived', 'admin'] },
  assign: { from: productStatuses, to: null, by: ['adminIfOwnerless'] },
  edit: { from: productStatuses, to: null, by: ['owner'] },
  delete: { from: productStatuses, to: null, by: ['owner', 'admin'] },
} as const satisfies Record<string, Move<ProductStatus>>
export type ProductMove = keyof typeof productMoves

/** What a seller can change, pictures included, in the order of the form. */
export const contentFields = ['title', 'description', 'images', 'category', 'tags', 'attributes', 'price', 'stock', 'sku'] as const
export type ContentField = (typeof contentFields)[number]

/** Fields an admin has judged; on an approved product they change only through review (product §3). An operator may choose others. */
export const reviewedFields = ['title', 'description', 'images', 'category', 'tags', 'attributes'] as const
export type ReviewedField = (typeof reviewedFields)[number]

/** What a change of a product may carry. Left out means unchanged. */
export const ProductChange = ProductFields.partial().extend({ images: ImagePaths.optional() })
export type ProductChange = z.infer<typeof ProductChange>

type Fillable = Pick<Product, 'title' | 'description' | 'price' | 'category' | 'stock'> & { images: readonly unknown[] }

/** The fields that are still empty before a product can go to review; none means it is complete (product §3). */
export function missingIn(product: Fillable): (keyof Fillable)[] {
  const missing: (keyof Fillable)[] = []
  if ([...product.title].length < l.titleMin) missing.push('title')
  if (product.description === '') missing.push('description')
  if (product.price === null) missing.push('price')
  if (!product.category) missing.push('category')
  if (product.stock === null) missing.push('stock')
  if (product.images.length < limits.image.min) missing.push('images')
  return missing
}

/** True if this price is so far from the last approved one, in percent of it, that it is reviewed too (product §3). */
export function priceNeedsReview(price: number, approvedPrice: number | null, percent: number = l.priceReviewPercent): boolean {
  if (approvedPrice === null) return false
  return Math.abs(price - approvedPrice) * 100 > approvedPrice * percent
}
