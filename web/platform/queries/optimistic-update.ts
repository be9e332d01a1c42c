import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

type How = (data: unknown) => unknown
/** The server's answer, the pending updates on top of it, and the state of the query since. */
type Expected = { said: unknown; hows: readonly How[]; shown: unknown; change: number }

const expected = new WeakMap<Query, Expected>()

/** The pending updates of this query; none once the server has answered. */
function now(query: Query): Expected {
  const { data, dataUpdateCount: change } = query.state
  const known = expected.get(query)
  return known && known.shown === data && known.change === change ? known : { said: data, hows: [], shown: data, change }
}

/**
 * Shows the expected result of a write before the server has answered, in every query under this key. Returns the undo function, which acts
 * unless the server has answered since; other pending updates stay. The age of the data is unchanged, and the offline cache stores none of
 * it.
 */
export function updateOptimistically<Data>(queries: QueryClient, queryKey: QueryKey, how: (data: Data) => Data): () => void {
  const cache = queries.getQueryCache()
  const show = (query: Query, said: unknown, hows: readonly How[]) => {
    const data = hows.reduce((before, one) => one(before), said)
    queries.setQueryData(query.queryKey, data, { updatedAt: query.state.dataUpdatedAt })
    expected.set(query, { said, hows, shown: query.state.data, change: query.state.dataUpdateCount })
  }
  const undo = cache.findAll({ queryKey, predicate: ({ state }) => state.data !== undefined }).map((query) => {
    const own: How = (data) => how(data as Data)
    const { said, hows } = now(query)
    show(query, said, [...hows, own])
    return () => {
      const since = now(query)
      // The query was removed: another person's data may be there now.
      if (cache.get(query.queryHash) !== query || !since.hows.includes(own)) return
      show(
        query,
        since.said,
        since.hows.filter((one) => one !== own),
      )
    }
  })
  return () => {
    for (const one of undo) one()
  }
}
