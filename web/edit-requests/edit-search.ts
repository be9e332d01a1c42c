import type { EditSort as Sorts } from '#contract/edit-requests.ts'
import type { EditRequestStatus, ReviewableField } from '#domain/edit-request.ts'
import { choiceParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

type EditSort = (typeof Sorts.options)[number]

// Pending first: these requests wait for a decision.
const statuses: Record<EditRequestStatus, true> = {
  pending: true,
  approved: true,
  partly_approved: true,
  rejected: true,
  withdrawn: true,
  superseded: true,
}
const sorts: Record<EditSort, true> = { waiting: true, newest: true }

/** The choices in display order. */
export const editStatusesShown = Object.keys(statuses) as EditRequestStatus[]
export const editSortsShown = Object.keys(sorts) as EditSort[]

/** Reads the state of the queue of edit requests from the address. */
export const readEditSearch = searchReader({
  status: choiceParam(statuses),
  search: textParam,
  // The page checks the name: the router, which every page loads, does without the table of fields.
  field: (value) => textParam(value) as ReviewableField | undefined,
  category: textParam,
  seller: textParam,
  sort: choiceParam(sorts),
  pages: pagesParam,
  /** The id of the opened request. */
  request: textParam,
})
export type EditSearch = ReturnType<typeof readEditSearch>
