import type { ChatFilter, chatSorts } from '#contract/chats.ts'
import { choiceParam, everyOf, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

type ChatSort = (typeof chatSorts)[number]

const filters: Record<ChatFilter, true> = { all: true, unread: true, waiting: true, open: true, solved: true, rated: true }
const sorts: Record<ChatSort, true> = { newest: true, oldest: true }

/** The choices in display order. */
export const filtersShown = Object.keys(filters) as ChatFilter[]

/** The scores of ratings, the highest first. */
export const scoresShown = ['5', '4', '3', '2', '1'] as const

export const sortsShown = Object.keys(sorts) as ChatSort[]

/** Reads the state of the list of chats from the address. */
export const readChatSearch = searchReader({
  filter: choiceParam(filters),
  /** The id of an admin, or `none`. */
  assignee: textParam,
  /** The month of a rating such as `2026-11`, and its score. */
  ratedIn: textParam,
  score: choiceParam(everyOf(scoresShown)),
  search: textParam,
  sort: choiceParam(sorts),
  pages: pagesParam,
})
export type ChatSearch = ReturnType<typeof readChatSearch>
