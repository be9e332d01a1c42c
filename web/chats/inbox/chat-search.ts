import type { ChatFilter, chatSorts } from '#contract/chats.ts'
import { choiceParam, pagesParam, textParam } from '#web/platform/search-params.ts'

type ChatSort = (typeof chatSorts)[number]

const filters: Record<ChatFilter, true> = { all: true, unread: true, waiting: true, open: true, solved: true }
const sorts: Record<ChatSort, true> = { newest: true, oldest: true }

/** The choices in display order. */
export const filtersShown = Object.keys(filters) as ChatFilter[]

export const sortsShown = Object.keys(sorts) as ChatSort[]

export type ChatSearch = {
  filter?: ChatFilter | undefined
  /** The id of an admin, or `none`. */
  assignee?: string | undefined
  search?: string | undefined
  sort?: ChatSort | undefined
  pages?: number | undefined
}

/** Reads the state of the list of chats from the address. */
export function readChatSearch(raw: Record<string, unknown>): ChatSearch {
  return {
    filter: choiceParam(raw.filter, filters),
    assignee: textParam(raw.assignee),
    search: textParam(raw.search),
    sort: choiceParam(raw.sort, sorts),
    pages: pagesParam(raw.pages),
  }
}
