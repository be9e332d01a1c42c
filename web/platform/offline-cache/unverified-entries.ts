import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { type Question, questionOf } from '#web/platform/offline-cache/cache-policy.ts'
import type { CacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { isInaccessible } from '#web/platform/offline-cache/is-inaccessible.ts'
import { verifyEntries } from '#web/platform/offline-cache/verify-entries.ts'

type About = Pick<Parameters<typeof verifyEntries>[0], 'flush' | 'failed' | 'over' | 'signal'> & {
  store: CacheStore
  person: string
  queries: QueryClient
  ask: (question: Question, signal: AbortSignal) => Promise<unknown>
}

/** Marks and verifies entries that lists no longer confirm. Loaded only when there are any, which is rare. */
export function openUnverifiedEntries({ store, person, queries, ask, ...about }: About) {
  const askOne = async (hash: string) => {
    const question = questionOf(hash)
    if (!question) return
    const queryFn = () => ask(question, AbortSignal.timeout(limits.cache.verifyMs))
    await queries.fetchQuery({ queryKey: JSON.parse(hash), queryFn, staleTime: 0, retry: false }).catch((error: unknown) => {
      if (!isInaccessible(error)) throw error
    })
  }
  return {
    verify: verifyEntries({ ...about, store, person, ask: askOne }),
    /** Marks all entries about these ids as unverified, in this order, unless confirmed after `since`. */
    add: async (ids: readonly string[], since: number): Promise<void> => {
      const cachedHashes = Map.groupBy(await store.hashes(person), (hash) => String(questionOf(hash)?.input.id ?? ''))
      const hashes = ids.flatMap((id) => cachedHashes.get(id) ?? [])
      await store.markUnverified(person, hashes, since)
    },
  }
}

export type UnverifiedEntries = ReturnType<typeof openUnverifiedEntries>
