import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Expected } from '#contract/products.ts'
import { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import { RejectionCode, RejectionField, RejectionText } from '#domain/rejection.ts'
import { Id } from '#domain/text.ts'

/** Made by the browser: the same admin starting once more under the same key is given the same one, so that a lost answer makes no second one. */
const key = z.uuid().optional()

const items = z
  .array(Expected.extend({ productVersion: z.int().min(0).optional() }))
  .min(1)
  .max(limits.bulk.itemsMax, `At most ${limits.bulk.itemsMax} items can be decided in one go.`)
  .refine((seen) => new Set(seen.map(({ id }) => id)).size === seen.length, 'An item is named twice.')

const noun = BulkNoun.default('products')
type Asked = { noun: BulkNoun; items: z.output<typeof items> }
/** An edit request is decided as it was seen together with its product. */
const isSeen = ({ noun, items }: Asked) =>
  noun === 'products' || items.every(({ status, productVersion }) => status === 'pending' && productVersion !== undefined)
const unseen = { path: ['items'], message: 'Name the productVersion of each pending request that was seen.' }

/** `inThisSession`: begun in the session that asks, so that what is left of it is refused once this one ends. Only the list tells it. */
const ListedBulkDecision = BulkDecision.extend({ inThisSession: z.boolean().optional() })
export type ListedBulkDecision = z.infer<typeof ListedBulkDecision>

export const bulkDecisions = {
  /**
   * Stores the decisions as they were seen and holds them for ten seconds. With the noun `editRequests` the items are requests:
   * `status` is `pending`, `version` the request's, `productVersion` its product's; `fields` of a rejection are not asked for.
   */
  start: oc
    .input(
      z.discriminatedUnion('decision', [
        z.object({ decision: z.literal('approve'), noun, items, key }).refine(isSeen, unseen),
        z
          .object({
            decision: z.literal('reject'),
            noun,
            items,
            key,
            code: RejectionCode,
            rejectionReason: RejectionText,
            fields: z.array(RejectionField).max(RejectionField.options.length).default([]),
          })
          .refine(isSeen, unseen),
      ]),
    )
    .output(BulkDecision),
  /** Takes it back while it is held; its author alone. */
  undo: oc.input(z.object({ id: Id })).output(BulkDecision),
  /** Its author has read what became of it: it is not shown to him any more. */
  dismiss: oc.input(z.object({ id: Id })).output(z.object({})),
  /** Everybody's, of both nouns, held, running or lately finished, and one's own until they are dismissed, newest first. */
  list: oc.output(z.array(ListedBulkDecision)),
}
