import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Seen } from '#contract/products.ts'
import { BulkDecision } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import { RejectionCode, RejectionField, RejectionText } from '#domain/rejection.ts'
import { Id } from '#domain/text.ts'

/** Made by the browser: the same admin starting once more under the same key is given the same one, so that a lost answer makes no second one. */
const key = z.uuid().optional()

const items = z
  .array(Seen)
  .min(1)
  .max(limits.bulk.itemsMax, `At most ${limits.bulk.itemsMax} products can be decided in one go.`)
  .refine((seen) => new Set(seen.map(({ id }) => id)).size === seen.length, 'A product is named twice.')

export const bulkDecisions = {
  /** Stores the decisions as they were seen and holds them for ten seconds. */
  start: oc
    .input(
      z.discriminatedUnion('decision', [
        z.object({ decision: z.literal('approve'), items, key }),
        z.object({
          decision: z.literal('reject'),
          items,
          key,
          code: RejectionCode,
          rejectionReason: RejectionText,
          fields: z.array(RejectionField).max(RejectionField.options.length).default([]),
        }),
      ]),
    )
    .output(BulkDecision),
  /** Takes it back while it is held; its author alone. */
  undo: oc.input(z.object({ id: Id })).output(BulkDecision),
  /** Everybody's, held, running or lately finished, newest first. */
  list: oc.output(z.array(BulkDecision)),
}
