import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { cacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { type CacheSync, syncCache } from '#web/platform/offline-cache/cache-sync.ts'
import { build, onlyRemembered, personOf } from '#web/platform/offline-cache/remembered.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { askAgain } from '#web/platform/rpc/rpc.ts'

let kept: CacheSync | null = null
/** What is on screen and was not asked through the cache of queries. */
const onScreenBeside = new Set<string>()
let confirmingBeside = 0
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** By the answer what is kept is adopted anew. */
const askWhoIsHere = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey })

const keptOf = (person: string | null) => (kept?.person === person && person === cacheOwner() ? kept : null)

/** Is what was kept on screen and not confirmed? For `useSyncExternalStore`. */
export const catchingUp = {
  read: (): boolean => confirmingBeside > 0 || (kept?.isCatchingUp() ?? false),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** As whom this browser sees what it sees at this moment; null for a visitor. What comes back later may find somebody else, or in another role. */
export function cacheOwner(): string | null {
  const me = queries.getQueryData(meQuery.queryKey)?.user
  return me ? personOf(me) : null
}

/** Keeps what this person sees from now on, and shows him what was kept. */
export function useOfflineCache(me: Me): void {
  const { data, dataUpdatedAt } = useQuery(meQuery)
  const person = personOf(me)
  // First of all, as nothing of anybody else may be found afterwards.
  useEffect(() => {
    if (data?.user && personOf(data.user) === person && !onlyRemembered()) void cacheStore.adopt(person, build, data, dataUpdatedAt)
  }, [data, dataUpdatedAt, person])
  useEffect(() => {
    const own = syncCache({ queries, store: cacheStore, person, ask: askAgain, onScreenBeside, lockedOut: askWhoIsHere })
    kept = own
    own.subscribe(changed)
    return () => {
      kept = null
      own.stop()
    }
  }, [person])
}

/**
 * What is kept and was not asked through the cache of queries, such as the messages of a chat; each under a name that reads as a query's
 * hash, and for whom it was asked: what comes when somebody else is here is not kept.
 */
export const cachedBeside = {
  read: async (person: string | null, name: string): Promise<unknown> =>
    person && person === cacheOwner() ? ((await cacheStore.read(person, name))?.data ?? null) : null,
  write: (person: string | null, name: string, data: unknown): void => keptOf(person)?.keep(name, data),
  forget: (person: string | null, name: string): void => keptOf(person)?.drop(name),
  /** It is on screen, so it does not make room for anything. Returns how to say that it has gone. */
  hold: (name: string) => {
    onScreenBeside.add(name)
    kept?.look()
    return () => {
      onScreenBeside.delete(name)
      kept?.look()
    }
  },
  /** It is shown as it was kept, and the server has not confirmed it: that is not the present. Returns how to say that it has. */
  confirm: () => {
    confirmingBeside += 1
    changed()
    return () => {
      confirmingBeside -= 1
      changed()
    }
  },
}

/** The server is there: what it has not confirmed is asked for, and who sits here if he is only remembered. */
export function verifyCache(): void {
  if (onlyRemembered()) askWhoIsHere()
  kept?.confirm()
}

/** Somebody's name has been taken out of everything: nothing that was seen before is kept. */
export function clearOwnCache(): void {
  void kept?.forget()
}

/** What this browser keeps of this person: how much, and how it is bounded or removed. `size` is null where nothing can be kept. */
export const ownCache = {
  size: async () => (await kept?.size()) ?? null,
  /** In bytes. Throws `invalid-argument` for less than the least size. */
  allow: async (bytes: number): Promise<void> => await kept?.allow(bytes),
  remove: async (): Promise<void> => await kept?.forget(),
}
