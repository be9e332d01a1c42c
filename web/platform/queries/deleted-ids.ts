import type { Query } from '@tanstack/react-query'

/** Ids that this tab deletes or has deleted. They are not asked for again: the answer could only be not found. */
export const deletedIds = new Set<string>()

/** Returns a predicate: is this query's input about one of these ids? */
export const isAbout =
  (ids: ReadonlySet<string>) =>
  ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
    const { input } = (queryKey[1] ?? {}) as { input?: { id?: unknown } }
    return typeof input?.id === 'string' && ids.has(input.id)
  }
