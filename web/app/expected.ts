import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what is expected of a write before the server has answered, in all that is known under this key. Returns how to take it back, where
 * nothing was heard from the server since. How old the data is stays as it was, and the browser keeps none of it.
 */
export function showExpected<Data>(queries: QueryClient, queryKey: QueryKey, how: (data: Data) => Data): () => void {
  const known = queries.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.data !== undefined })
  const undo = known.map((query) => {
    const { data: before, dataUpdatedAt: updatedAt } = query.state
    const set = (data: unknown) => queries.setQueryData(query.queryKey, data, { updatedAt })
    const expected = set(how(before as Data))
    return () => query.state.data === expected && set(before)
  })
  return () => {
    for (const one of undo) one()
  }
}
