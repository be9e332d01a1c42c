import type { Query } from '@tanstack/react-query'

/** What this tab deletes or deleted, by its id: nobody here asks for it again, the answer could only be that it is not there. */
export const gone = new Set<string>()

/** Is this query's input about one of these things? */
export const asksFor =
  (ids: ReadonlySet<string>) =>
  ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
    const { input } = (queryKey[1] ?? {}) as { input?: { id?: unknown } }
    return typeof input?.id === 'string' && ids.has(input.id)
  }
