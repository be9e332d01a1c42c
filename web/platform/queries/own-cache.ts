import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { cacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { type CacheSync, syncCache } from '#web/platform/offline-cache/cache-sync.ts'
import { build, isOnlyRemembered, personOf } from '#web/platform/offline-cache/remembered-user.ts'
import { openListeners } from '#web/platform/open-store.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { client } from '#web/platform/rpc/rpc.ts'

let cacheSync: CacheSync | null = null
/** Entries on screen that no query holds. */
const extraOnScreen = new Set<string>()
let extraUnverified = 0
const { subscribe, notify: changed } = openListeners()

/** The answer makes this person the owner of the cache again. */
const askWhoIsHere = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey })

const cacheSyncOf = (person: string | null) => (cacheSync?.person === person && person === cacheOwner() ? cacheSync : null)

/** True while cached data on screen is unverified. For `useSyncExternalStore`. */
export const catchingUp = {
  read: (): boolean => extraUnverified > 0 || (cacheSync?.isCatchingUp() ?? false),
  subscribe,
}

/**
 * The person and role this browser acts as now; null for a visitor. Compare it after a wait: another person, or another role, may be signed
 * in.
 */
export function cacheOwner(): string | null {
  const me = queries.getQueryData(meQuery.queryKey)?.user
  return me ? personOf(me) : null
}

/** Repeats a query of which only path and input are known. */
function askAgain({ path, input }: { path: readonly string[]; input: unknown }, signal: AbortSignal): Promise<unknown> {
  let at: unknown = client
  for (const step of path) at = (at as Record<string, unknown>)[step]
  return (at as (input: unknown, about: { signal: AbortSignal }) => Promise<unknown>)(input, { signal })
}

/** Caches what this person sees from now on, and shows their cached data. */
export function useOfflineCache(me: Me): void {
  const { data, dataUpdatedAt } = useQuery(meQuery)
  const person = personOf(me)
  // Before the cache is read: adopting it deletes the data of another person.
  useEffect(() => {
    if (data?.user && personOf(data.user) === person && !isOnlyRemembered()) void cacheStore.adopt(person, build, data, dataUpdatedAt)
  }, [data, dataUpdatedAt, person])
  useEffect(() => {
    const own = syncCache({ queries, store: cacheStore, person, ask: askAgain, extraOnScreen, lockedOut: askWhoIsHere })
    cacheSync = own
    own.subscribe(changed)
    return () => {
      cacheSync = null
      own.stop()
    }
  }, [person])
}

/**
 * Cached data that no query holds, such as the messages of a chat, each under a name in the form of a query's hash. `person` is the owner
 * it was asked for: an answer that arrives under another owner is not stored.
 */
export const extraCacheEntries = {
  read: async (person: string | null, name: string): Promise<unknown> =>
    person && person === cacheOwner() ? ((await cacheStore.read(person, name))?.data ?? null) : null,
  write: (person: string | null, name: string, data: unknown): void => cacheSyncOf(person)?.write(name, data),
  forget: (person: string | null, name: string): void => cacheSyncOf(person)?.remove(name),
  /** Marks the entry as on screen, which protects it from deletion. Returns the function that ends it. */
  protect: (name: string) => {
    extraOnScreen.add(name)
    return () => void extraOnScreen.delete(name)
  },
  /** Marks shown data as unverified, so not current. Returns the function that ends this. */
  markUnverified: () => {
    extraUnverified += 1
    changed()
    return () => {
      extraUnverified -= 1
      changed()
    }
  },
}

/** The server is back: refetches unverified data, and who is signed in if only the cache says so. */
export function verifyCache(): void {
  if (isOnlyRemembered()) askWhoIsHere()
  cacheSync?.verify()
}

/** The size, limit and removal of this person's cache. `size` is null where nothing can be stored. */
export const ownCache = {
  size: async () => (await cacheSync?.size()) ?? null,
  /** In bytes. Throws `invalid-argument` below the minimum size. */
  allow: async (bytes: number): Promise<void> => await cacheSync?.allow(bytes),
  remove: async (): Promise<void> => await cacheSync?.forget(),
}
