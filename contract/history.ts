import { oc } from '@orpc/contract'
import { z } from 'zod'
import { decisionFilters, HistoryLog, HistoryType } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import { RejectionCode } from '#domain/rejection.ts'
import { Day, Id, Search } from '#domain/text.ts'

/** What narrows the history; the CSV file of it takes the same. */
export const HistoryFilters = z.object({
  type: HistoryType.optional(),
  /** Found in what a product is or was called, in who did it or whom it concerns, their shop, or the reason; also an order's number, or the id of the item. */
  search: Search.optional(),
  /** What this person did, and what was done about him. */
  userId: Id.optional(),
  /** Decisions alone, exactly those that a figure of moderation counts (product §5). */
  decision: z.enum(decisionFilters).optional(),
  /** Rejections for this reason alone. */
  code: RejectionCode.optional(),
  /** What this person did. */
  by: Id.optional(),
  /** Days of the installation's time zone (TIME_ZONE), both included. */
  from: Day.optional(),
  to: Day.optional(),
})
export type HistoryFilters = z.infer<typeof HistoryFilters>

export const history = {
  /** Everything that happened, newest first (spec §7). */
  list: oc
    .input(
      HistoryFilters.extend({
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(HistoryLog), next: z.string().nullable() })),
}
