import type { UserSort as Sorts } from '#contract/users.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { choiceParam, dayParam, pagesParam, textParam } from '#web/platform/search-params.ts'

type UserSort = (typeof Sorts.options)[number]
const roles: Record<Role, true> = { seller: true, admin: true }
const statuses: Record<UserStatus, true> = { active: true, suspended: true, closed: true }
const sorts: Record<UserSort, true> = { newest: true, oldest: true, name: true, email: true }

/** The roles in display order. */
export const rolesShown = Object.keys(roles) as Role[]
export const statusesShown = Object.keys(statuses) as UserStatus[]
export const sortsShown = Object.keys(sorts) as UserSort[]

export type UserSearch = {
  search?: string | undefined
  role?: Role | undefined
  status?: UserStatus | undefined
  sort?: UserSort | undefined
  /** Days of registration, such as 2026-01-31; both or none. */
  from?: string | undefined
  to?: string | undefined
  pages?: number | undefined
}

/** The state of the list of people in its address. */
export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  const [from, to] = [dayParam(raw.from), dayParam(raw.to)]
  return {
    search: textParam(raw.search),
    role: choiceParam(raw.role, roles),
    status: choiceParam(raw.status, statuses),
    sort: choiceParam(raw.sort, sorts),
    ...(from && to && { from, to }),
    pages: pagesParam(raw.pages),
  }
}
