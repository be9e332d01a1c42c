import { listMemory } from '#web/platform/queries/list-memory.ts'
import type { UserSearch } from '#web/users/user-search.ts'

/** The last filters of the list of people, for the link back from a person. */
export const lastUsers = listMemory<UserSearch>()
