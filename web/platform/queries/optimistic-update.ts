import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

type How = (data: unknown) => unknown
/** What the server said, what is expected on top of it, and how the query stands since. */
type Expected = { said: unknown; hows: readonly How[]; shown: unknown; change: number }

const expected = new WeakMap<Query, Expected>()

/** What is expected of this query already; nothing, once the server was heard. */
function now(query: Query): Expected {
  const { data, dataUpdateCount: change } = query.state
  const known = expected.get(query)
  return known && known.shown === data && known.change === change ? known : { said: data, hows: [], shown: data, change }
}

/**
 * Shows what is expected of a write before the server has answered, in all that is known under this key. Returns how to take it back, where
 * nothing was heard from the server since; what others expect meanwhile stays. How old the data is stays as it was, and the browser keeps
 * none of it.
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
      // Where it was forgotten, somebody else may look at what is there now.
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
