import { pagesParam, textParam } from '#web/app/search-params.ts'

export type UserSearch = { search?: string | undefined; pages?: number | undefined }

/** The state of the list of people, as it stands in the address. */
export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  return { search: textParam(raw.search), pages: pagesParam(raw.pages) }
}
