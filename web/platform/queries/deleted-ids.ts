import type { Query, QueryKey } from '@tanstack/react-query'

/** Ids that this tab deletes or has deleted. They are not asked for again: the answer could only be not found. */
export const deletedIds = new Set<string>()

/** Returns a predicate: is this query's input about one of these ids? */
export const isAbout =
  (ids: ReadonlySet<string>) =>
  ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
    const { input } = (queryKey[1] ?? {}) as { input?: { id?: unknown } }
    return typeof input?.id === 'string' && ids.has(input.id)
  }

/** Returns a filter of the queries of this key, except those about something that was deleted here. */
export const staleOf = (queryKey: QueryKey) => ({ queryKey, predicate: (query: Query) => !isAbout(deletedIds)(query) })
