import type { ChatFilter, chatSorts } from '#contract/chats.ts'
import { choiceParam, choices, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

type ChatSort = (typeof chatSorts)[number]

export const filtersShown = choices<ChatFilter>({ all: true, unread: true, waiting: true, open: true, solved: true, rated: true })
/** The scores of ratings, the highest first. */
export const scoresShown = ['5', '4', '3', '2', '1'] as const
export const sortsShown = choices<ChatSort>({ newest: true, oldest: true })

/** Reads the state of the list of chats from the address. */
export const readChatSearch = searchReader({
  filter: choiceParam(filtersShown),
  /** The id of an admin, or `none`. */
  assignee: textParam,
  /** The month of a rating such as `2026-11`, and its score. */
  ratedIn: textParam,
  score: choiceParam(scoresShown),
  search: textParam,
  sort: choiceParam(sortsShown),
  pages: pagesParam,
})
export type ChatSearch = ReturnType<typeof readChatSearch>
