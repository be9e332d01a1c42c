import { presets } from '#domain/day-presets.ts'
import type { DecisionFilter } from '#domain/event.ts'
import type { HistoryType } from '#domain/event-kinds.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { choiceParam, choices, dayParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export const typesShown = choices<HistoryType>({
  product_approval: true,
  product_rejection: true,
  product_edit: true,
  user_edit: true,
  payment: true,
})
export const decisionsShown = choices<DecisionFilter>({ any: true, approved: true, rejected: true, waited: true })

/** The state of the history page in its address. */
export const readHistorySearch = searchReader({
  type: choiceParam(typesShown),
  search: textParam,
  decision: choiceParam(decisionsShown),
  code: choiceParam(rejectionCodes),
  by: textParam,
  range: choiceParam(presets),
  from: dayParam,
  to: dayParam,
  pages: pagesParam,
})
export type HistorySearch = ReturnType<typeof readHistorySearch>
