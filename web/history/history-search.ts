import { presetChoices } from '#domain/day-presets.ts'
import type { DecisionFilter } from '#domain/event.ts'
import type { HistoryType } from '#domain/event-kinds.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { choiceParam, dayParam, everyOf, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

const types: Record<HistoryType, true> = {
  product_approval: true,
  product_rejection: true,
  product_edit: true,
  user_edit: true,
  payment: true,
}
const decisions: Record<DecisionFilter, true> = { any: true, approved: true, rejected: true, waited: true }

/** The choices in display order. */
export const typesShown = Object.keys(types) as HistoryType[]
export const decisionsShown = Object.keys(decisions) as DecisionFilter[]

/** The state of the history page in its address. */
export const readHistorySearch = searchReader({
  type: choiceParam(types),
  search: textParam,
  decision: choiceParam(decisions),
  code: choiceParam(everyOf(rejectionCodes)),
  by: textParam,
  range: choiceParam(presetChoices),
  from: dayParam,
  to: dayParam,
  pages: pagesParam,
})
export type HistorySearch = ReturnType<typeof readHistorySearch>
