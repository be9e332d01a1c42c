import type { HistoryType } from '#domain/event.ts'
import { choiceParam, dayParam, pagesParam, textParam } from '#web/app/search-params.ts'

/** Every type of the log; a record, so that the compiler keeps it complete. */
export const historyTypes: Record<HistoryType, true> = {
  product_approval: true,
  product_rejection: true,
  product_edit: true,
  user_edit: true,
  payment: true,
}

export type HistorySearch = {
  type?: HistoryType | undefined
  search?: string | undefined
  /** Days such as 2026-01-31. */
  from?: string | undefined
  to?: string | undefined
  pages?: number | undefined
}

/** The state of the history, as it stands in the address. */
export function readHistorySearch(raw: Record<string, unknown>): HistorySearch {
  return {
    type: choiceParam(raw.type, historyTypes),
    search: textParam(raw.search),
    from: dayParam(raw.from),
    to: dayParam(raw.to),
    pages: pagesParam(raw.pages),
  }
}
