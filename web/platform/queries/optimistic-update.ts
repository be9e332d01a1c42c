import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { cacheOwner } from '#web/platform/queries/own-cache.ts'

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

/** The same for lists, whether they are loaded page by page or not. */
export const updateListsOptimistically = <Page extends object>(queries: QueryClient, queryKey: QueryKey, update: (page: Page) => Page) =>
  updateOptimistically<Page | InfiniteData<Page>>(queries, queryKey, (data) =>
    'pages' in data ? { ...data, pages: data.pages.map(update) } : update(data),
  )

type Shown = { id: string; at: number }
const latest = new WeakMap<QueryClient, Shown>()

/** The item whose decision this tab showed last, and when, as `performance.now()`. */
export const latestShown = (queries: QueryClient): Shown | undefined => latest.get(queries)

type OptimisticWrite<Answer> = {
  /** The item that is decided. */
  id?: string
  /** Shows the expected result, and returns its undo. */
  show: () => () => void
  send: () => Promise<Answer>
  done?: (answer: Answer) => unknown
  /** Called after the undo. */
  refused: (error: unknown) => void
}

/**
 * Shows the expected result of a write at once, and undoes it if the write fails. Another person, or another role, may be signed in by then:
 * the result does not concern them. Resolves when all is done, and never rejects for a refusal.
 */
export async function writeOptimistically<Answer>(
  queries: QueryClient,
  { id, show, send, done, refused }: OptimisticWrite<Answer>,
): Promise<void> {
  const sender = cacheOwner()
  if (id !== undefined) latest.set(queries, { id, at: performance.now() })
  const undo = show()
  // Through the mutation cache, which notices an ended session.
  const sent = queries.getMutationCache().build<Answer, Error, void, unknown>(queries, { mutationFn: send, networkMode: 'always' })
  await sent.execute().then(
    (answer) => (cacheOwner() === sender ? done?.(answer) : undefined),
    (error: unknown) => {
      if (cacheOwner() !== sender) return
      undo()
      refused(error)
    },
  )
}
