import type { EditSort as Sorts } from '#contract/edit-requests.ts'
import type { EditRequestStatus, ReviewableField } from '#domain/edit-request.ts'
import { choiceParam, choices, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

type EditSort = (typeof Sorts.options)[number]

/** Pending first: these requests wait for a decision. */
export const editStatusesShown = choices<EditRequestStatus>({
  pending: true,
  approved: true,
  partly_approved: true,
  rejected: true,
  withdrawn: true,
  superseded: true,
})
export const editSortsShown = choices<EditSort>({ waiting: true, newest: true })

/** Reads the state of the queue of edit requests from the address. */
export const readEditSearch = searchReader({
  status: choiceParam(editStatusesShown),
  search: textParam,
  // The page checks the name: the router, which every page loads, does without the table of fields.
  field: (value) => textParam(value) as ReviewableField | undefined,
  category: textParam,
  seller: textParam,
  sort: choiceParam(editSortsShown),
  pages: pagesParam,
  /** The id of the opened request. */
  request: textParam,
})
export type EditSearch = ReturnType<typeof readEditSearch>
