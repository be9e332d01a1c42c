import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { asCached, cachedPart, isCached, type Question, questionOf, rowIds } from '#web/platform/offline-cache/cache-policy.ts'
import type { CacheEntry, CacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { isInaccessible } from '#web/platform/offline-cache/is-inaccessible.ts'
import { retryWithBackoff } from '#web/platform/offline-cache/retry-backoff.ts'
import { verifyEntries } from '#web/platform/offline-cache/verify-entries.ts'
import { openListeners } from '#web/platform/open-store.ts'
import { ownCode } from '#web/platform/rpc/problem.ts'

type About = {
  queries: QueryClient
  store: CacheStore
  person: string
  ask: (question: Question, signal: AbortSignal) => Promise<unknown>
  /** Entries on screen that no query holds. */
  extraOnScreen: ReadonlySet<string>
  /** The cache is locked though this person is signed in: another window assumed that their session had ended. */
  lockedOut: () => void
}

/** The server has answered about this item, though with a fault of its own: asking again at once would not help. */
const isFinal = (error: unknown): boolean => ['internal', 'invalid-argument'].includes(ownCode(error) ?? '')

/** Names the unverified entries among the retries; no query has this hash. */
const unverifiedName = ''

/**
 * Caches what this person's screens show, and shows cached data where a screen would otherwise wait, until the server, which is always
 * asked, has answered. Data it did not confirm counts as stale whatever its age (product §11).
 */
export function syncCache({ queries, store, person, ask, extraOnScreen, lockedOut }: About) {
  const cache = queries.getQueryCache()
  const stopped = new AbortController()
  /** Queries already looked up in the store, so that no rerender looks again. */
  const lookedFor = new Set<string>()
  /** Queries that show cached data: its rows, and the state on screen. */
  const unverifiedQueries = new Map<string, { rows: string[]; since: number; shown: Query['state'] }>()
  const toWrite = new Map<string, CacheEntry>()
  /** Lists whose missing rows are being verified. They are stored afterwards, so that a window opened meanwhile finds the rows missing, too. */
  const held = new Set<string>()
  const used = new Set<string>()
  const { subscribe, notify: changed } = openListeners()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Refetches active queries that show unverified data and are not being fetched. */
  const askFor = (matches: (hash: string) => boolean) => {
    const predicate = ({ queryHash, state }: Query) =>
      unverifiedQueries.has(queryHash) && state.fetchStatus !== 'fetching' && matches(queryHash)
    void queries.refetchQueries({ type: 'active', predicate })
  }
  const later = retryWithBackoff((hash) => (hash === unverifiedName ? void unverified.verify() : askFor((other) => other === hash)))
  const settle = (hash: string) => {
    later.over(hash)
    return unverifiedQueries.delete(hash)
  }
  /** Only in this window: another one protects its own screen. */
  const onScreen = () => {
    const active = cache.findAll({ type: 'active', predicate: ({ queryKey }) => isCached(queryKey) })
    return new Set([...extraOnScreen, ...active.map(({ queryHash }) => queryHash)])
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const entries = [...toWrite.values()].filter(({ hash }) => !held.has(hash))
    const touched = [...used]
    if (entries.length + touched.length === 0 || stopped.signal.aborted) return
    for (const { hash } of entries) toWrite.delete(hash)
    used.clear()
    await store.write(person, entries, touched, onScreen())
    if (!stopped.signal.aborted && (await store.isLocked(person))) lockedOut()
  }
  const soon = () => {
    timer ??= setTimeout(() => void flush(), limits.cache.writeAfterMs)
  }
  const note = ({ queryHash, state }: Query) => {
    if (state.data === undefined) return
    toWrite.set(queryHash, { hash: queryHash, data: cachedPart(state.data), at: state.dataUpdatedAt })
    soon()
  }

  const unverified = verifyEntries({
    ask: async (hash) => {
      const question = questionOf(hash)
      if (!question) return
      const queryFn = () => ask(question, AbortSignal.timeout(limits.cache.verifyMs))
      await queries.fetchQuery({ queryKey: JSON.parse(hash), queryFn, staleTime: 0, retry: false }).catch((error: unknown) => {
        if (!isInaccessible(error) && !isFinal(error)) throw error
      })
    },
    failed: (error) => later.failed(unverifiedName, error),
    over: () => {
      later.over(unverifiedName)
      held.clear()
      soon()
    },
    signal: stopped.signal,
  })
  /** Respects a pause that the server asked for. */
  const verifyNow = () => void (later.mayAsk(unverifiedName) && unverified.verify())

  async function show(query: Query): Promise<void> {
    const hash = query.queryHash
    const asked = Date.now()
    lookedFor.add(hash)
    const cached = await store.read(person, hash)
    const { data, status, error } = query.state
    if (!cached || stopped.signal.aborted || (status === 'error' && isInaccessible(error))) return
    // The server was quicker, or the list came with the page: the cached list is not shown, but its rows are verified anyway.
    if (data !== undefined) return verifyMissing(rowIds(cached.data), query, asked)
    used.add(hash)
    soon()
    // Set as state, not as a fetched answer, so that a form that waits for the server continues to wait.
    query.setState({
      data: asCached(cached.data),
      dataUpdatedAt: cached.at,
      status: status === 'error' ? status : 'success',
      isInvalidated: true,
    })
    unverifiedQueries.set(hash, { rows: rowIds(cached.data), since: Date.now(), shown: query.state })
    // The fetch failed before the entry was found.
    if (query.state.fetchStatus !== 'fetching') later.failed(hash, error)
    changed()
  }
  /**
   * A cancelled fetch, for example when a row is marked as read, restores the query's state from before it; this restores the cached data.
   */
  function putBack(query: Query): void {
    const entry = unverifiedQueries.get(query.queryHash)
    if (!entry || query.state.data !== undefined) return
    query.setState({ ...entry.shown, fetchStatus: query.state.fetchStatus })
    later.failed(query.queryHash, null)
    changed()
  }
  const wants = (query: Query) =>
    query.state.data === undefined && query.isActive() && !lookedFor.has(query.queryHash) && isCached(query.queryKey)

  /** Verifies the rows of a cached list that the server's list lacks: they were deleted, or are in another list. */
  async function verifyMissing(rows: readonly string[], query: Query, since: number): Promise<void> {
    const there = new Set(rowIds(query.state.data))
    const missing = rows.filter((id) => !there.has(id))
    if (missing.length === 0) return
    held.add(query.queryHash)
    const cachedHashes = Map.groupBy(await store.hashes(person, since), (hash) => questionOf(hash)?.input.id ?? '')
    // Added again: verifying the rows of another list may have emptied `held` meanwhile.
    held.add(query.queryHash)
    unverified.add(missing.flatMap((id) => cachedHashes.get(id) ?? []))
    verifyNow()
  }
  function confirmed(query: Query): void {
    note(query)
    unverified.confirm(query.queryHash)
    const entry = unverifiedQueries.get(query.queryHash)
    if (!entry) return
    settle(query.queryHash)
    void verifyMissing(entry.rows, query, entry.since)
    changed()
  }
  /** An optimistic update of data that is shown from the cache: a cancelled fetch must not undo it (`putBack`). */
  function changedByHand(query: Query): void {
    const entry = unverifiedQueries.get(query.queryHash)
    if (entry) entry.shown = query.state
  }
  function failed(query: Query, error: unknown): void {
    if (isInaccessible(error)) {
      toWrite.delete(query.queryHash)
      void store.remove(person, query.queryHash)
      unverified.confirm(query.queryHash)
      if (settle(query.queryHash)) query.setState({ data: undefined })
    } else if (unverifiedQueries.has(query.queryHash)) later.failed(query.queryHash, error)
    changed()
  }

  const onEvent = (event: QueryCacheNotifyEvent) => {
    const { query } = event
    if (event.type === 'observerAdded' || event.type === 'observerOptionsUpdated') {
      if (wants(query)) void show(query)
      if (unverifiedQueries.has(query.queryHash)) changed()
    } else if (event.type === 'observerRemoved' || event.type === 'removed') {
      if (event.type === 'removed') settle(query.queryHash)
      if (!query.isActive()) lookedFor.delete(query.queryHash)
      changed()
    } else if (event.type === 'updated' && isCached(query.queryKey)) {
      // Set by hand: an optimistic update, which the server has not confirmed.
      if (event.action.type === 'success' && !event.action.manual) confirmed(query)
      else if (event.action.type === 'success') changedByHand(query)
      else if (event.action.type === 'setState') putBack(query)
      else if (event.action.type === 'error') failed(query, event.action.error)
      else if (event.action.type === 'fetch') changed()
    }
  }

  for (const query of cache.findAll({ predicate: ({ queryKey }) => isCached(queryKey) })) {
    if (query.state.data !== undefined || wants(query)) void show(query)
    note(query)
  }
  const unsubscribe = cache.subscribe(onEvent)
  document.addEventListener('visibilitychange', flush, { signal: stopped.signal })

  return {
    person,
    /** True if data on screen is unverified, even if the request for it failed. */
    isCatchingUp: (): boolean => [...unverifiedQueries.keys()].some((hash) => cache.get(hash)?.isActive() === true),
    subscribe,
    /** The server is back: refetches unverified data on screen. */
    verify: (): void => {
      askFor(later.mayAsk)
      verifyNow()
    },
    /** Caches a fresh answer that no query holds. */
    write: (hash: string, data: unknown): void => {
      toWrite.set(hash, { hash, data, at: Date.now() })
      soon()
    },
    remove: (hash: string): void => {
      toWrite.delete(hash)
      void store.remove(person, hash)
    },
    size: () => store.size(person),
    /** Throws `invalid-argument`. */
    allow: async (bytes: number): Promise<void> => store.allow(person, bytes, onScreen()),
    /** Deletes all entries; what is on screen is refetched and cached then. */
    forget: async (): Promise<void> => {
      toWrite.clear()
      await store.forgetRows(person)
    },
    stop: (): void => {
      void flush()
      stopped.abort()
      unsubscribe()
      clearTimeout(timer)
      later.stop()
      unverifiedQueries.clear()
      changed()
    },
  }
}

export type CacheSync = ReturnType<typeof syncCache>
