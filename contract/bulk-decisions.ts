import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { Expected } from '#contract/products.ts'
import { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import { RejectionCode, RejectionField, RejectionText } from '#domain/rejection.ts'
import { say } from '#domain/shape-texts.ts'
import { eachOnce } from '#domain/text.ts'

/**
 * Made by the browser. Starting again with the same key returns the same bulk decision to the same admin, so that a lost answer causes no
 * second one.
 */
const key = z.uuid().optional()

const items = z
  .array(Expected.extend({ productVersion: z.int().min(0).optional() }))
  .min(1)
  .max(limits.bulk.itemsMax, say('too-many-items', { max: limits.bulk.itemsMax }))
  .refine(...eachOnce('item-twice', ({ id }: { id: string }) => id))

const noun = BulkNoun.default('products')
type Asked = { noun: BulkNoun; items: z.output<typeof items> }
/** A decision on an edit request also names the expected version of its product. */
const namesExpected = ({ noun, items }: Asked) =>
  noun === 'products' || items.every(({ status, productVersion }) => status === 'pending' && productVersion !== undefined)

/** `inThisSession`: started in the session that asks; what remains is refused once that session ends. Only in lists. */
const ListedBulkDecision = BulkDecision.extend({ inThisSession: z.boolean().optional() })
export type ListedBulkDecision = z.infer<typeof ListedBulkDecision>

export const bulkDecisions = {
  /**
   * Stores the decisions with their expected versions and holds them for ten seconds. With the noun `editRequests` the items are requests:
   * `status` is `pending`, `version` that of the request, `productVersion` that of its product; `fields` of a rejection are not required.
   */
  start: oc
    .input(
      z
        .discriminatedUnion('decision', [
          z.object({ decision: z.literal('approve'), noun, items, key }),
          z.object({
            decision: z.literal('reject'),
            noun,
            items,
            key,
            code: RejectionCode,
            rejectionReason: RejectionText,
            fields: z.array(RejectionField).max(RejectionField.options.length).default([]),
          }),
        ])
        .refine(namesExpected, { path: ['items'], message: say('product-version-missing') }),
    )
    .output(BulkDecision),
  /** Cancels a held bulk decision; for its author only. */
  undo: oc.input(ById).output(BulkDecision),
  /** Hides the result from its author, who has read it. */
  dismiss: oc.input(ById).output(z.object({})),
  /**
   * Bulk decisions of all admins, of both nouns, that are held, running or recently finished, and the caller's until dismissed; newest
   * first.
   */
  list: oc.output(z.array(ListedBulkDecision)),
}
