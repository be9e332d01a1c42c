import { z } from 'zod'
import { ProductImage } from '#domain/image.ts'
import type { Move } from '#domain/moves.ts'
import { Person } from '#domain/person.ts'
import { Product } from '#domain/product.ts'
import { type ContentField, maskOf, productFields, reviewableFields } from '#domain/product-fields.ts'
import { priceNeedsReview } from '#domain/product-rules.ts'
import { RejectionCode, RejectionText } from '#domain/rejection.ts'
import { Id, Moment } from '#domain/text.ts'

export const editRequestStatuses = ['pending', 'approved', 'partly_approved', 'rejected', 'withdrawn', 'superseded'] as const
export const EditRequestStatus = z.enum(editRequestStatuses)
export type EditRequestStatus = z.infer<typeof EditRequestStatus>

/**
 * The moves of product §4, listed in a snapshot test. No person supersedes: the system does, when a product leaves the sale or is deleted.
 */
export const editRequestMoves = {
  edit: { from: ['pending'], to: null, by: ['owner'] },
  approve: { from: ['pending'], to: 'approved', by: ['otherAdmin'], restsWithSeller: true },
  approvePartly: { from: ['pending'], to: 'partly_approved', by: ['otherAdmin'], restsWithSeller: true },
  reject: { from: ['pending'], to: 'rejected', by: ['otherAdmin'], restsWithSeller: true },
  withdraw: { from: ['pending'], to: 'withdrawn', by: ['owner'] },
  supersede: { from: ['pending'], to: 'superseded', by: [] },
  undo: { from: ['approved', 'partly_approved', 'rejected'], to: 'pending', by: ['otherAdmin'] },
} as const satisfies Record<string, Move<EditRequestStatus>>
export type EditRequestMove = keyof typeof editRequestMoves

export const ReviewableField = z.enum(reviewableFields)
export type ReviewableField = z.infer<typeof ReviewableField>

/** The settings that decide which changes of an approved product are reviewed. */
export type ReviewRules = { reviewedFields: readonly ReviewableField[]; priceReviewPercent: number }

/** The input of the rules: the product as it is, and the fields that its waiting request already proposes. */
export type UnderReview = {
  product: Pick<Product, 'status' | 'price' | 'approvedPrice'>
  proposed: readonly ContentField[]
  rules: ReviewRules
}

/**
 * True if a new value of this field waits for review instead of applying at once (product §3). A field of a waiting request stays with it,
 * so that approval never restores an older value.
 */
export function needsReview(
  field: ContentField,
  price: number | null,
  { product, proposed, rules }: UnderReview,
): field is ReviewableField {
  if (product.status !== 'approved' || productFields[field].review === 'never') return false
  if (proposed.includes(field) || rules.reviewedFields.some((reviewed) => reviewed === field)) return true
  return field === 'price' && price !== null && priceNeedsReview(price, referencePrice(product), rules.priceReviewPercent)
}

/**
 * The price that counts as the last approved one, in minor units. If there is none, as for some imported products, it is the price on sale.
 * Code that changes the price stores this value first, so that many small steps never make a large one.
 */
export const referencePrice = ({ status, price, approvedPrice }: UnderReview['product']): number | null =>
  approvedPrice ?? (status === 'approved' ? price : null)

/**
 * Splits the changed fields into those that apply at once and those that wait for review. Used by the form before saving and in the answer.
 */
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

/** Values of reviewable fields: the proposed ones, or the former ones. */
export const EditValues = Product.pick(maskOf(reviewableFields)).partial()
export type EditValues = z.infer<typeof EditValues>

/** Values of keys that mean nothing to Backstall: stored and shown, but never applied (product §4). */
export type OtherValues = Record<string, unknown>

/** The keys of a payload other than these fields; empty if the payload is not an object. */
export function otherValues(payload: unknown, fields: readonly string[]): OtherValues {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return {}
  const known = new Set(fields)
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !known.has(key)))
}

/** The decision on one field. */
export const FieldDecision = z.object({
  field: ReviewableField,
  accepted: z.boolean(),
  code: RejectionCode.nullable(),
  rejectionReason: z.string().nullable(),
})
export type FieldDecision = z.infer<typeof FieldDecision>

/** A field that is refused while others are accepted, with the reason for the seller. */
export const RefusedField = z.object({ field: ReviewableField, code: RejectionCode, rejectionReason: RejectionText })
export type RefusedField = z.infer<typeof RefusedField>

/** A request to change an approved product (product §4), as listed. */
export const EditRequest = z.object({
  id: Id,
  /** Null if an imported request names no product. */
  product_id: z.string().nullable(),
  productTitle: z.string(),
  /** The first picture of the live product. */
  cover: ProductImage.nullable(),
  seller_id: z.string().nullable(),
  seller: Person.nullable(),
  status: EditRequestStatus,
  /** Counts changes of the proposal; a decision names the version it is about. */
  version: z.int(),
  /** The version of the product that the request was written for. */
  baseVersion: z.int(),
  /**
   * The current version of the product, which a decision names too; null if the product is gone, or now belongs to another seller than the
   * reader.
   */
  productVersion: z.int().nullable(),
  /** The fields it proposes to change. Empty if no key of the payload can be applied: such a request can only be rejected or withdrawn. */
  fields: z.array(ReviewableField),
  /** The seller's note. */
  note: z.string().nullable(),
  decisions: z.array(FieldDecision),
  /** All reasons in one text, as in notifications. */
  rejectionReason: z.string().nullable(),
  /** The admin's name; null for sellers. */
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  created_at: Moment,
  /** The last change of the proposal. */
  updated_at: Moment,
})
export type EditRequest = z.infer<typeof EditRequest>

/** An opened edit request, with live and proposed values. */
export const EditRequestDetail = EditRequest.extend({
  sellerClosed: Product.shape.sellerClosed,
  sellerIsAdmin: Product.shape.sellerIsAdmin,
  /** True while the seller is suspended: no decision is possible until they are reactivated. */
  sellerSuspended: z.boolean().optional(),
  /**
   * The payload as sent, of any shape (spec §3): the values of `fields`, and of other keys, which are shown but never applied. Its pictures
   * are complete pictures, not only paths.
   */
  payload: z.unknown(),
  /** The live values of `fields`; after a decision, those before it. */
  live: EditValues,
  /** The proposed values of `fields`; null if the payload is not understood. */
  proposed: EditValues.nullable(),
  /** Paths of pictures in either that have since left the store and cannot be shown. */
  gone: z.array(z.string()),
  /** The product as it is now; null if it is gone. */
  product: Product.pick({ status: true, version: true, title: true, price: true, approvedPrice: true, category: true }).nullable(),
})
export type EditRequestDetail = z.infer<typeof EditRequestDetail>
