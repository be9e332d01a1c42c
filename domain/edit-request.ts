import { z } from 'zod'
import { ProductImage } from '#domain/image.ts'
import type { Move } from '#domain/moves.ts'
import { Product } from '#domain/product.ts'
import { type ContentField, priceNeedsReview } from '#domain/product-rules.ts'
import { RejectionCode, RejectionText } from '#domain/rejection.ts'
import { Id, Moment } from '#domain/text.ts'

export const editRequestStatuses = ['pending', 'approved', 'partly_approved', 'rejected', 'withdrawn', 'superseded'] as const
export const EditRequestStatus = z.enum(editRequestStatuses)
export type EditRequestStatus = z.infer<typeof EditRequestStatus>

/** The moves of product §4, read aloud in a test. Nobody supersedes by hand: it follows when a product leaves the sale or is deleted. */
export const editRequestMoves = {
  edit: { from: ['pending'], to: null, by: ['owner'] },
  approve: { from: ['pending'], to: 'approved', by: ['otherAdmin'], restsWithSeller: true },
  approvePartly: { from: ['pending'], to: 'partly_approved', by: ['otherAdmin'], restsWithSeller: true },
  reject: { from: ['pending'], to: 'rejected', by: ['otherAdmin'], restsWithSeller: true },
  withdraw: { from: ['pending'], to: 'withdrawn', by: ['owner'] },
  supersede: { from: ['pending'], to: 'superseded', by: [] },
} as const satisfies Record<string, Move<EditRequestStatus>>
export type EditRequestMove = keyof typeof editRequestMoves

/** What can be reviewed. The stock is not among them: it belongs to the shelf, and a figure of last week must never come back. */
export const reviewableFields = ['title', 'description', 'images', 'category', 'tags', 'attributes', 'price', 'sku'] as const
export const ReviewableField = z.enum(reviewableFields)
export type ReviewableField = z.infer<typeof ReviewableField>

/** By which rules a change of an approved product is reviewed; part of the settings. */
export type ReviewRules = { reviewedFields: readonly ReviewableField[]; priceReviewPercent: number }

/** What the rules ask about: the product as it is, and the fields its waiting request holds already. */
export type UnderReview = {
  product: Pick<Product, 'status' | 'price' | 'approvedPrice'>
  held: readonly ContentField[]
  rules: ReviewRules
}

/**
 * True if a new value of this field waits for review instead of applying at once (product §3). What a waiting request holds already
 * stays with it, so that its approval never brings back an older value.
 */
export function needsReview(field: ContentField, price: number | null, { product, held, rules }: UnderReview): field is ReviewableField {
  if (product.status !== 'approved' || field === 'stock') return false
  if (held.includes(field) || rules.reviewedFields.includes(field)) return true
  return field === 'price' && price !== null && priceNeedsReview(price, judgedPrice(product), rules.priceReviewPercent)
}

/**
 * The price that counts as the last one an admin approved, in minor units: of what came onto the market without one, as an import may bring it,
 * the one it is on sale for. Whoever changes that writes it down first, so that many small steps never make a large one.
 */
export const judgedPrice = ({ status, price, approvedPrice }: UnderReview['product']): number | null =>
  approvedPrice ?? (status === 'approved' ? price : null)

/** Which of the changed fields apply at once and which wait for review, for a form before saving and for the answer after it. */
export function routeChange(
  changed: readonly ContentField[],
  price: number | null,
  about: UnderReview,
): { applied: ContentField[]; waiting: ReviewableField[] } {
  const waits = (field: ContentField) => needsReview(field, price, about)
  return {
    applied: changed.filter((field) => !waits(field)),
    waiting: reviewableFields.filter((each) => changed.includes(each) && waits(each)),
  }
}

/** Values of reviewable fields: what a request proposes, or what stood there before. */
export const EditValues = Product.pick({
  title: true,
  description: true,
  images: true,
  category: true,
  tags: true,
  attributes: true,
  price: true,
  sku: true,
}).partial()
export type EditValues = z.infer<typeof EditValues>

/** Values of keys that mean nothing to Backstall: stored and shown, never applied (product §4). */
export type OtherValues = Record<string, unknown>

/** What a payload holds beside these fields; nothing where it is no object. */
export function otherValues(payload: unknown, fields: readonly string[]): OtherValues {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return {}
  const known = new Set(fields)
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !known.has(key)))
}

/** What was decided on one field. */
export const FieldDecision = z.object({
  field: ReviewableField,
  accepted: z.boolean(),
  code: RejectionCode.nullable(),
  rejectionReason: z.string().nullable(),
})
export type FieldDecision = z.infer<typeof FieldDecision>

/** A field that is refused while others are accepted, with the reason its seller reads. */
export const RefusedField = z.object({ field: ReviewableField, code: RejectionCode, rejectionReason: RejectionText })
export type RefusedField = z.infer<typeof RefusedField>

/** A request to change an approved product (product §4), as a list shows it. */
export const EditRequest = z.object({
  id: Id,
  /** Null where an imported request names no product. */
  product_id: z.string().nullable(),
  productTitle: z.string(),
  /** The first picture of the live product. */
  cover: ProductImage.nullable(),
  seller_id: z.string().nullable(),
  sellerName: z.string().nullable(),
  status: EditRequestStatus,
  /** Counts changes of what is proposed; a decision names the one that was seen. */
  version: z.int(),
  /** The version of the product it was written on. */
  baseVersion: z.int(),
  /** The product's version now, which a decision names too; null where the product is gone, or is another seller's than the reader's by now. */
  productVersion: z.int().nullable(),
  /** The fields it proposes to change. None where no key of the payload can be applied: then it can only be closed, by "reject" or "withdraw". */
  fields: z.array(ReviewableField),
  /** What the seller wrote to it. */
  note: z.string().nullable(),
  decisions: z.array(FieldDecision),
  /** All reasons in one text, as notices tell them. */
  rejectionReason: z.string().nullable(),
  /** The admin's name; null for sellers. */
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  created_at: Moment,
  /** The last change of what is proposed. */
  updated_at: Moment,
})
export type EditRequest = z.infer<typeof EditRequest>

/** The same, opened: what stands live beside what is proposed. */
export const EditRequestDetail = EditRequest.extend({
  /** True while the seller is suspended: until he returns nothing is decided on it. */
  sellerSuspended: z.boolean().optional(),
  /**
   * As it was sent, of whatever shape (spec §3): the values of `fields`, and of other keys, which are shown and never applied. Pictures in it are
   * whole pictures, not paths alone.
   */
  payload: z.unknown(),
  /** The values of `fields` on the live product; once decided, as they were before that. */
  live: EditValues,
  /** The values of `fields` that are proposed; null where the payload is not understood. */
  proposed: EditValues.nullable(),
  /** The paths of pictures in either that left the store since then, so that there is nothing to show of them. */
  gone: z.array(z.string()),
  /** The product as it is now; null where it is gone. */
  product: Product.pick({ status: true, version: true, title: true, price: true, approvedPrice: true, category: true }).nullable(),
})
export type EditRequestDetail = z.infer<typeof EditRequestDetail>
