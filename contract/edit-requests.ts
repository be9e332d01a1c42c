import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById, page, pageOf } from '#contract/page.ts'
import { EditPayload } from '#domain/edit-payload.ts'
import { EditRequest, EditRequestDetail, EditRequestStatus, RefusedField, ReviewableField } from '#domain/edit-request.ts'
import { limits } from '#domain/limits.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import { RejectionCode, RejectionText } from '#domain/rejection.ts'
import { eachOnce, Id, line, prose, Search } from '#domain/text.ts'

const editSorts = ['waiting', 'newest'] as const
export const EditSort = z.enum(editSorts)

const EditPage = pageOf(EditRequest)

/** The seller's note on a request. */
const Note = prose({ max: limits.editRequest.noteMax })

/**
 * The expected state of a decision: the request's `version` and its product's `productVersion`. A decision on another state is refused
 * (product §4).
 */
export const ExpectedEdit = z.object({ id: Id, version: z.int().min(0), productVersion: z.int().min(0) })

/**
 * Requests to change approved products (product §4). Sellers create and change them with `products.edit`, whose answer says which fields
 * applied at once and which wait; a product's waiting request is its `editRequestId`.
 *
 * Refusals of the two decisions, each with the current request in `data.fresh` (`EditRequestDetail`): `stale-version` if the proposal or
 * the product changed since it was opened; `already-decided` with `data.decidedBy`, `data.decidedAt` and a sentence that names the admin;
 * `wrong-status` if it was withdrawn or superseded, or for `approve` if its product is gone or not on sale; `payload-unknown` for `approve`
 * of a request that can only be closed.
 */
export const editRequests = {
  /** For admins: requests by status, longest waiting first. Pending requests of suspended sellers are left out. */
  queue: oc
    .input(
      z.object({
        status: EditRequestStatus.default('pending'),
        /** Searches the product's title, the current one and that of when the request was written. */
        search: Search.optional(),
        /** Only requests that propose to change this field. */
        field: ReviewableField.optional(),
        /** The category of the live product. */
        category: line({ max: limits.product.categoryMax }).optional(),
        seller_id: Id.optional(),
        sort: EditSort.default('waiting'),
        ...page,
      }),
    )
    .output(EditPage),
  /** For admins: how many wait for a decision, exact up to 999; 1000 means more. */
  waiting: oc.output(z.object({ pending: z.int() })),
  /** One request, with live and proposed values; for its seller and admins. */
  get: oc.input(ById).output(EditRequestDetail),
  /** All requests of one product, even a deleted one, newest first; for its seller and admins. */
  list: oc.input(z.object({ product_id: Id, ...page })).output(EditPage),
  /**
   * Proposes a change of the caller's own approved product as a separate document (spec §7): the whole payload waits for review, including
   * what `products.edit` would apply at once. It joins a request that already waits. `version` is the product's. Pictures are paths of
   * uploads for this product or of its live ones. The live price takes back a price that waits; a request left empty is withdrawn.
   *
   * The payload is free-form JSON (docs/edit-request-payloads.md): fields of the product follow their own rules, keys that only the server
   * writes (`id`, `status`, `version` and so on) are refused by name, and other keys are stored and shown, but never applied. The stock is
   * never reviewed, so it applies at once and is not part of the request; alone it is `nothing-proposed` with `payload.stock`. It has at
   * most 65,536 bytes as JSON in UTF-8 and 32 levels of objects and lists, counting itself. Keys have 1 to 200 visible characters and are
   * not `__proto__`; text has no control characters except line breaks and tabs, and no lone surrogates. Numbers are integers up to 2^53 -
   * 1, or decimals from 0.000001 that a 64-bit float represents as written (up to 15 digits always are); send others as text. Of two equal
   * keys the last one counts.
   *
   * Throws `wrong-status` if the product is not approved, `stale-version`, `nothing-proposed`, `incomplete-product`, `sku-taken`, and
   * `invalid-argument` with `payload.<field>`.
   */
  create: oc
    .input(z.object({ product_id: Id, version: z.int().min(0), payload: EditPayload, note: Note.optional() }))
    .output(EditRequestDetail),
  /** The seller withdraws a waiting request. Throws `already-decided` or `wrong-status`, both with `data.fresh`. */
  withdraw: oc.input(ById).output(EditRequestDetail),
  /**
   * Accepts the proposal except the fields in `refused`, in one decision: approved, partly approved, or rejected if all are refused.
   * Accepted fields are live at once. Throws `invalid-argument` with `refused` for a field that the request does not propose, and
   * `sku-taken`.
   */
  approve: oc
    .input(
      ExpectedEdit.extend({
        refused: z
          .array(RefusedField)
          .max(reviewableFields.length)
          .refine(...eachOnce('field-twice', ({ field }: { field: string }) => field))
          .default([]),
      }),
    )
    .output(EditRequestDetail),
  /**
   * Undoes the actor's own decision within `limits.undo.ms` while nothing followed it; the input names the request as the decision answered it.
   * The product has its former values again, and the request is pending.
   */
  undo: oc.input(ExpectedEdit).output(EditRequestDetail),
  /** Refuses the whole request with one reason; also closes a request that is not understood. */
  reject: oc.input(ExpectedEdit.extend({ code: RejectionCode, rejectionReason: RejectionText })).output(EditRequestDetail),
}
