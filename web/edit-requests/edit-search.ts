import type { EditSort as Sorts } from '#contract/edit-requests.ts'
import type { EditRequestStatus, ReviewableField } from '#domain/edit-request.ts'
import { choiceParam, pagesParam, stringifySearch, textParam } from '#web/platform/search-params.ts'

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

export type EditSearch = {
  status?: EditRequestStatus | undefined
  search?: string | undefined
  field?: ReviewableField | undefined
  category?: string | undefined
  seller?: string | undefined
  sort?: EditSort | undefined
  pages?: number | undefined
  /** The id of the opened request. */
  request?: string | undefined
}

/** Reads the state of the queue of edit requests from the address. */
export function readEditSearch(raw: Record<string, unknown>): EditSearch {
  return {
    status: choiceParam(raw.status, statuses),
    search: textParam(raw.search),
    // The page checks the name: the router, which every page loads, does without the table of fields.
    field: textParam(raw.field) as ReviewableField | undefined,
    category: textParam(raw.category),
    seller: textParam(raw.seller),
    sort: choiceParam(raw.sort, sorts),
    pages: pagesParam(raw.pages),
    request: textParam(raw.request),
  }
}

/** The address of the list in this state, without the opened request. */
export const editListAddress = (search: EditSearch): string => `/admin/edit-requests${stringifySearch({ ...search, request: undefined })}`

/** The part of the state that decides which requests are listed, as a string. */
export const editFilterOf = ({ status, search, field, category, seller }: EditSearch): string =>
  JSON.stringify([status, search, field, category, seller])
