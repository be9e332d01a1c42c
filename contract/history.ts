import { oc } from '@orpc/contract'
import { z } from 'zod'
import { page, pageOf } from '#contract/page.ts'
import { decisionFilters, HistoryLog, HistoryType } from '#domain/event.ts'
import { RejectionCode } from '#domain/rejection.ts'
import { Day, Id, Search } from '#domain/text.ts'

/** The filters of the history; its CSV file takes the same. */
export const HistoryFilters = z.object({
  type: HistoryType.optional(),
  /**
   * Searches current and former titles of products, the people who acted or are concerned, their shops, and reasons; also matches an
   * order's number or the id of the item.
   */
  search: Search.optional(),
  /** Events that this person caused or that concern them. */
  userId: Id.optional(),
  /** Only decisions, exactly those that a figure of moderation counts (product §5). */
  decision: z.enum(decisionFilters).optional(),
  /** Only rejections for this reason. */
  code: RejectionCode.optional(),
  /** Only events that this person caused. */
  by: Id.optional(),
  /** Days of the installation's time zone (TIME_ZONE), both included. */
  from: Day.optional(),
  to: Day.optional(),
})
export type HistoryFilters = z.infer<typeof HistoryFilters>

export const history = {
  /**
   * All events, newest first (spec §7). `isPartial`: the search matches more products, people or reasons than are looked up, so that events
   * are missing; only the first page says so.
   */
  list: oc.input(HistoryFilters.extend({ ...page })).output(pageOf(HistoryLog).extend({ isPartial: z.boolean() })),
}
