import type { UserSort as Sorts } from '#contract/users.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { choiceParam, choices, dayParam, hideParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export type UserSort = (typeof Sorts.options)[number]
export const rolesShown = choices<Role>({ seller: true, admin: true })
export const statusesShown = choices<UserStatus>({ active: true, suspended: true, closed: true })
export const sortsShown = choices<UserSort>({ newest: true, oldest: true, name: true, email: true })

/** The columns that can be hidden. */
export const userColumns = ['role', 'joined'] as const
export type UserColumn = (typeof userColumns)[number]

const read = searchReader({
  search: textParam,
  role: choiceParam(rolesShown),
  status: choiceParam(statusesShown),
  sort: choiceParam(sortsShown),
  from: dayParam,
  to: dayParam,
  hide: hideParam(userColumns),
  pages: pagesParam,
})
export type UserSearch = ReturnType<typeof read>

/** The state of the list of people in its address. Of the days of registration there are both or none. */
export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  const { from, to, ...search } = read(raw)
  return { ...search, ...(from && to && { from, to }) }
}
