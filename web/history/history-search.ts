import type { HistoryFilters } from '#contract/history.ts'
import type { DecisionFilter, HistoryType } from '#domain/event.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { choiceParam, dayParam, everyOf, pagesParam, textParam } from '#web/platform/search-params.ts'

/** Every log type; a record, so that the compiler ensures it is complete. */
export const historyTypes: Record<HistoryType, true> = {
  product_approval: true,
  product_rejection: true,
  product_edit: true,
  user_edit: true,
  payment: true,
}

/** Every filter by decision; a record for the same reason. */
export const decisionFilters: Record<DecisionFilter, true> = { any: true, approved: true, rejected: true, waited: true }
const codes = everyOf(rejectionCodes)

export type HistorySearch = Omit<HistoryFilters, 'userId'> & { pages?: number | undefined }

/** The state of the history page in its address. */
export function readHistorySearch(raw: Record<string, unknown>): HistorySearch {
  return {
    type: choiceParam(raw.type, historyTypes),
    search: textParam(raw.search),
    decision: choiceParam(raw.decision, decisionFilters),
    code: choiceParam(raw.code, codes),
    by: textParam(raw.by),
    from: dayParam(raw.from),
    to: dayParam(raw.to),
    pages: pagesParam(raw.pages),
  }
}
