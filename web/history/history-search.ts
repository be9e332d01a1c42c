import type { HistoryType } from '#domain/event.ts'
import { choiceParam, pagesParam } from '#web/app/search-params.ts'

/** Every type of the log; a record, so that the compiler keeps it complete. */
export const historyTypes: Record<HistoryType, true> = {
  product_approval: true,
  product_rejection: true,
  product_edit: true,
  user_edit: true,
  payment: true,
}

export type HistorySearch = { type?: HistoryType | undefined; pages?: number | undefined }

/** The state of the history, as it stands in the address. */
export function readHistorySearch(raw: Record<string, unknown>): HistorySearch {
  return { type: choiceParam(raw.type, historyTypes), pages: pagesParam(raw.pages) }
}
