import { QueryClient, type QueryFunction, QueryObserver } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import type { Question } from '#web/platform/offline-cache/cache-policy.ts'
import type { CacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { type CacheSync, syncCache } from '#web/platform/offline-cache/cache-sync.ts'

/** Query keys as screens use them, and answers of a server. */
export const list = [['products', 'list'], { input: {}, type: 'infinite' }]
export const one = (id: string) => [['products', 'get'], { input: { id }, type: 'query' }]
export const pages = (...ids: string[]) => ({ pages: [{ rows: ids.map((id) => ({ id })), next: null }], pageParams: [undefined] })
export const refusal = (code: string) => Object.assign(new Error(code), { code })

/**
 * A window of this person with an offline cache, which can be closed and opened again; `answer` answers the requests that the cache makes
 * itself.
 */
export function cacheWindow(store: CacheStore, person: string) {
  const closing: (() => void)[] = []
  const here = {
    queries: new QueryClient(),
    sync: null as unknown as CacheSync,
    lockedOut: 0,
    asked: [] as Question[],
    answer: (_question: Question): unknown => ({}),
  }

  function openWindow(bring: (queries: QueryClient) => unknown = () => {}): void {
    here.queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
    bring(here.queries)
    here.asked = []
    here.sync = syncCache({
      queries: here.queries,
      store,
      person,
      extraOnScreen: new Set<string>(),
      ask: async (question) => {
        here.asked.push(question)
        return here.answer(question)
      },
      lockedOut: () => {
        here.lockedOut += 1
      },
    })
  }
  function closeWindow(): void {
    for (const close of closing.splice(0)) close()
    here.sync.stop()
  }
  /** A screen with a query, whose answer the test decides. */
  function openScreen(queryKey: unknown[], enabled = true) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const queryFn = vi.fn<QueryFunction>(() => promise)
    const screen = new QueryObserver(here.queries, { queryKey, queryFn, enabled })
    closing.push(screen.subscribe(() => {}))
    return { read: () => screen.getCurrentResult(), resolve, reject, queryFn }
  }
  /** Closes the screen opened last. */
  const closeScreen = () => closing.pop()?.()
  /** Opens a screen and answers its query with this. */
  async function showAnswered(queryKey: unknown[], data: unknown): Promise<void> {
    const screen = openScreen(queryKey)
    screen.resolve(data)
    await expect.poll(() => screen.read().isSuccess).toBe(true)
  }
  const cachedData = async (queryKey: unknown[]) => (await store.read(person, JSON.stringify(queryKey)))?.data

  return { here, openWindow, closeWindow, openScreen, closeScreen, showAnswered, cachedData }
}
