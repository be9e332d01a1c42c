import { z } from 'zod'
import { ImagePaths, ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { Id, line, Moment, prose } from '#domain/text.ts'

export const ProductStatus = z.enum(productStatuses)
export type ProductStatus = z.infer<typeof ProductStatus>

const l = limits.product
export const Title = line({ min: l.titleMin, max: l.titleMax })
export const Attribute = z.object({ key: line({ min: 1, max: l.attributeKeyMax }), value: line({ min: 1, max: l.attributeValueMax }) })

/** Under one name stands one value; how it is written, large or small, makes no other name. */
const Attributes = z
  .array(Attribute)
  .max(l.attributesMax, `Use at most ${l.attributesMax} attributes.`)
  .superRefine((attributes, { addIssue }) => {
    const names = attributes.map(({ key }) => key.toLowerCase())
    for (const [at, { key }] of attributes.entries()) {
      if (names.indexOf(key.toLowerCase()) === at) continue
      addIssue({ code: 'custom', path: [at, 'key'], message: `“${key}” is the name of another attribute already.` })
    }
  })

const tooManyTags = `Use at most ${l.tagsMax} tags.`

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
    // Before the tags themselves are looked at; a few that are named twice are one.
    .max(l.tagsMax * 10, tooManyTags)
    .overwrite((tags) => [...new Set(tags)])
    .refine((tags) => tags.length <= l.tagsMax, tooManyTags),
  attributes: Attributes,
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
  /** True where you owned it before since it was submitted, so that another admin decides on it; told of an opened product, not in lists. */
  submittedByYou: z.boolean().optional(),
  /** True where the seller has closed the account; told like that. */
  sellerClosed: z.boolean().optional(),
  /** True where the owner is an admin now; told like that. */
  sellerIsAdmin: z.boolean().optional(),
  /** True while the seller is suspended; told like that. */
  sellerSuspended: z.boolean().optional(),
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

/** What a change of a product may carry. Left out means unchanged. */
export const ProductChange = ProductFields.partial().extend({ images: ImagePaths.optional() })
export type ProductChange = z.infer<typeof ProductChange>
