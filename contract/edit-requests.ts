import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EditPayload } from '#domain/edit-payload.ts'
import { EditRequest, EditRequestDetail, EditRequestStatus, RefusedField, ReviewableField, reviewableFields } from '#domain/edit-request.ts'
import { limits } from '#domain/limits.ts'
import { RejectionCode, RejectionText } from '#domain/rejection.ts'
import { Id, line, prose, Search } from '#domain/text.ts'

export const editSorts = ['waiting', 'newest'] as const
export const EditSort = z.enum(editSorts)

const page = { cursor: z.string().max(2_000).optional(), limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size) }
const EditPage = z.object({ rows: z.array(EditRequest), next: z.string().nullable() })

/** What the seller writes to a request. */
export const Note = prose({ max: limits.editRequest.noteMax })

/** What an admin saw when deciding: the request's `version` and its product's `productVersion`. A decision on anything else is refused (product §4). */
export const ExpectedEdit = z.object({ id: Id, version: z.int().min(0), productVersion: z.int().min(0) })

/**
 * Requests to change approved products (product §4). Sellers make and change them by `products.edit`, whose answer says what applied
 * at once and what waits; a product's waiting request is its `editRequestId`.
 *
 * Refusals of the two decisions, each with the request as it is now in `data.fresh` (`EditRequestDetail`): `stale-version` where proposal
 * or product changed since it was opened; `already-decided` with `data.decidedBy`, `data.decidedAt` and a sentence that names the admin;
 * `wrong-status` where it was withdrawn or superseded, or where `approve` is asked of one whose product is gone or not on sale; `payload-unknown` where `approve` is asked of one that can only be closed.
 */
export const editRequests = {
  /** For admins: requests by status, longest waiting first. Those of suspended sellers are left out while they wait. */
  queue: oc
    .input(
      z.object({
        status: EditRequestStatus.default('pending'),
        /** In the product's title, as it is or as it was when the request was written. */
        search: Search.optional(),
        /** Requests that propose to change this field. */
        field: ReviewableField.optional(),
        /** Of the live product. */
        category: line({ max: limits.product.categoryMax }).optional(),
        seller_id: Id.optional(),
        sort: EditSort.default('waiting'),
        ...page,
      }),
    )
    .output(EditPage),
  /** For admins: how many wait for a decision, exact up to 999; 1000 stands for more. */
  waiting: oc.output(z.object({ pending: z.int() })),
  /** One request with live beside proposed; for its seller and admins. */
  get: oc.input(z.object({ id: Id })).output(EditRequestDetail),
  /** All requests of one product, newest first, also of one that is deleted; for its seller and admins. */
  list: oc.input(z.object({ product_id: Id, ...page })).output(EditPage),
  /**
   * Proposes a change of one's own approved product as a document of its own (spec §7): everything in the payload waits for review, also
   * what `products.edit` would apply at once. Joins the request that waits already. `version` is the product's. Pictures are paths of
   * uploads for this product or of its live ones. The live price takes back the price that waits; a request left empty is withdrawn.
   *
   * The payload is free-form JSON (docs/edit-request-payloads.md): fields of the product follow their own rules, keys that only the server writes
   * (`id`, `status`, `version` and so on) are refused by name, and other keys are stored and shown, but never applied. The stock is never
   * reviewed, so it applies at once and is no part of the request; alone it is `nothing-proposed` with `payload.stock`.
   * It has at most 65,536 bytes as JSON in UTF-8 and 32 levels of objects and lists, itself counted. Keys have 1 to 200 visible characters and are
   * not `__proto__`; text has no control characters but line breaks and tabs, and no half surrogate pairs. Numbers are whole ones up to 2^53 - 1, or
   * decimals from 0.000001 that a 64-bit float keeps as they are written (15 digits always are); send others as text. Of two equal keys the last one
   * counts.
   * Refused with `wrong-status` where the product is not approved, `stale-version`,
   * `nothing-proposed`, `incomplete-product`, `sku-taken`, and `invalid-argument` with `payload.<field>`.
   */
  create: oc
    .input(z.object({ product_id: Id, version: z.int().min(0), payload: EditPayload, note: Note.optional() }))
    .output(EditRequestDetail),
  /** The seller takes a waiting request back. Refused with `already-decided` or `wrong-status`, both with `data.fresh`. */
  withdraw: oc.input(z.object({ id: Id })).output(EditRequestDetail),
  /**
   * Accepts what is proposed but the fields in `refused`, in one go: approved, partly approved, or rejected where all are refused. The accepted
   * ones are live from then on. Refused with `invalid-argument` and `refused` for a field that the request does not propose, and with
   * `sku-taken`.
   */
  approve: oc
    .input(
      ExpectedEdit.extend({
        refused: z
          .array(RefusedField)
          .max(reviewableFields.length)
          .refine((refused) => new Set(refused.map(({ field }) => field)).size === refused.length, 'A field is named twice.')
          .default([]),
      }),
    )
    .output(EditRequestDetail),
  /** Refuses all of it with one reason; also how a request that is not understood is closed. */
  reject: oc.input(ExpectedEdit.extend({ code: RejectionCode, rejectionReason: RejectionText })).output(EditRequestDetail),
}
