import { z } from 'zod'
import { ImagePaths, ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { foldCase, Id, line, Moment, prose } from '#domain/text.ts'

export const ProductStatus = z.enum(productStatuses)
export type ProductStatus = z.infer<typeof ProductStatus>

const l = limits.product
export const Title = line({ min: l.titleMin, max: l.titleMax })
export const Attribute = z.object({ key: line({ min: 1, max: l.attributeKeyMax }), value: line({ min: 1, max: l.attributeValueMax }) })

/** Attribute names are unique, regardless of case. */
const Attributes = z
  .array(Attribute)
  .max(l.attributesMax, `Use at most ${l.attributesMax} attributes.`)
  .superRefine((attributes, { addIssue }) => {
    const names = attributes.map(({ key }) => foldCase(key))
    for (const [at, { key }] of attributes.entries()) {
      if (names.indexOf(foldCase(key)) === at) continue
      addIssue({ code: 'custom', path: [at, 'key'], message: `“${key}” is the name of another attribute already.` })
    }
  })

const tooManyTags = `Use at most ${l.tagsMax} tags.`

/** The fields that a seller writes. A draft may lack all but the title; `submit` demands the rest (product §3). */
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
    // Limits the input before the tags are checked; a few duplicates are allowed, because they are merged.
    .max(l.tagsMax * 10, tooManyTags)
    .overwrite((tags) => [...new Set(tags)])
    .refine((tags) => tags.length <= l.tagsMax, tooManyTags),
  attributes: Attributes,
})
export type ProductFields = z.infer<typeof ProductFields>

/** A product as its seller and admins see it (spec §3, with its names). */
export const Product = ProductFields.extend({
  id: Id,
  // Stored values may be older than a rule, so reading never refuses them.
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
  /**
   * True if the reader is a former owner since it was last submitted, so that another admin decides. Only on an opened product, not in
   * lists.
   */
  submittedByYou: z.boolean().optional(),
  /** True if the seller has closed the account; on an opened product only. */
  sellerClosed: z.boolean().optional(),
  /** True if the owner is now an admin; on an opened product only. */
  sellerIsAdmin: z.boolean().optional(),
  /** True while the seller is suspended; on an opened product only. */
  sellerSuspended: z.boolean().optional(),
  rejectionReason: z.string().nullable(),
  rejection: z.object({ code: RejectionCode, fields: z.array(RejectionField) }).nullable(),
  /** True until the pictures of a creation are named (spec §7); until then admins do not see it. */
  unfinished: z.boolean(),
  archivedByAdmin: z.boolean(),
  /** Minor units; a price too far from it needs review (`priceNeedsReview`). Null if the product was never approved. */
  approvedPrice: z.int().nullable().optional(),
  /** The edit request that waits for a decision on this product, if any (product §4). */
  editRequestId: Id.nullable(),
  created_at: Moment,
  /** The last change of content. */
  updated_at: Moment,
  /** The last change of status. */
  updatedAt: Moment,
  submittedAt: Moment.nullable(),
})
export type Product = z.infer<typeof Product>

/** The fields of a change. An absent field stays unchanged. */
export const ProductChange = ProductFields.partial().extend({ images: ImagePaths.optional() })
export type ProductChange = z.infer<typeof ProductChange>
