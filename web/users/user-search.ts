import type { UserSort as Sorts } from '#contract/users.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { choiceParam, dayParam, hideParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export type UserSort = (typeof Sorts.options)[number]
const roles: Record<Role, true> = { seller: true, admin: true }
const statuses: Record<UserStatus, true> = { active: true, suspended: true, closed: true }
const sorts: Record<UserSort, true> = { newest: true, oldest: true, name: true, email: true }

/** The roles in display order. */
export const rolesShown = Object.keys(roles) as Role[]
export const statusesShown = Object.keys(statuses) as UserStatus[]
export const sortsShown = Object.keys(sorts) as UserSort[]

/** The columns that can be hidden. */
export const userColumns = ['role', 'joined'] as const
export type UserColumn = (typeof userColumns)[number]

const read = searchReader({
  search: textParam,
  role: choiceParam(roles),
  status: choiceParam(statuses),
  sort: choiceParam(sorts),
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
