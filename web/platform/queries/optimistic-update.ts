import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

type Update = (data: unknown) => unknown
/** The server's answer, the pending updates on top of it, and the state of the query since. */
type Expected = { confirmed: unknown; updates: readonly Update[]; shown: unknown; change: number }

const expected = new WeakMap<Query, Expected>()

/** The pending updates of this query; none once the server has answered. */
function now(query: Query): Expected {
  const { data, dataUpdateCount: change } = query.state
  const pending = expected.get(query)
  return pending && pending.shown === data && pending.change === change ? pending : { confirmed: data, updates: [], shown: data, change }
}

/**
 * Shows the expected result of a write before the server has answered, in every query under this key. Returns the undo function, which acts
 * unless the server has answered since; other pending updates stay. The age of the data is unchanged, and the offline cache stores none of
 * it.
 */
export function updateOptimistically<Data>(queries: QueryClient, queryKey: QueryKey, update: (data: Data) => Data): () => void {
  const cache = queries.getQueryCache()
  const show = (query: Query, confirmed: unknown, updates: readonly Update[]) => {
    const data = updates.reduce((before, one) => one(before), confirmed)
    queries.setQueryData(query.queryKey, data, { updatedAt: query.state.dataUpdatedAt })
    expected.set(query, { confirmed, updates, shown: query.state.data, change: query.state.dataUpdateCount })
  }
  const undo = cache.findAll({ queryKey, predicate: ({ state }) => state.data !== undefined }).map((query) => {
    const own: Update = (data) => update(data as Data)
    const { confirmed, updates } = now(query)
    show(query, confirmed, [...updates, own])
    return () => {
      const since = now(query)
      // The query was removed: another person's data may be there now.
      if (cache.get(query.queryHash) !== query || !since.updates.includes(own)) return
      show(
        query,
        since.confirmed,
        since.updates.filter((one) => one !== own),
      )
    }
  })
  return () => {
    for (const one of undo) one()
  }
}
