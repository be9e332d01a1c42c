import { bar, unbar } from '#web/platform/offline-cache/barred.ts'
import { cacheDatabase } from '#web/platform/offline-cache/database-name.ts'

type Store = typeof import('#web/platform/offline-cache/cache-store.ts').cacheStore

/** Does something with what was seen. Its store is loaded only where there is anything: most visitors never need it. */
async function withSeen<Answer>(work: (seen: Store) => Promise<Answer>, otherwise: Answer): Promise<Answer> {
  if (!(await mayBeThere())) return otherwise
  return await work((await import('#web/platform/offline-cache/cache-store.ts')).cacheStore)
}

/** Some browsers do not tell which databases they have. */
async function mayBeThere(): Promise<boolean> {
  const all = await globalThis.indexedDB?.databases?.().catch(() => null)
  return all ? all.some(({ name }) => name === cacheDatabase) : globalThis.indexedDB !== undefined
}

/** Whom the server last said to be here; null if it cannot be told. */
export const rememberedHere = async (build: string): Promise<unknown> =>
  await withSeen<unknown>((seen) => seen.remembered(build), null).catch(() => null)

/** A session ran out, as was asked at that moment: what was seen stays, for whom it is alone. By the time the store is there that may hold no more. */
export const lockCache = async (asked: number, holds: () => boolean): Promise<void> =>
  await withSeen(async (seen) => holds() && (await seen.lock(asked)), true).then(
    () => {},
    async () => void (await deleteSeen()),
  )

/** Is there nothing that anybody saw? */
export const isCacheEmpty = async (): Promise<boolean> => await withSeen((seen) => seen.isEmpty(), true).catch(() => true)

/** Nothing that anybody saw is left. Answers false where the browser could not remove it. */
export const clearCache = async (): Promise<boolean> => await withSeen((seen) => seen.clear(), true).catch(deleteSeen)

/** Where the store itself cannot be loaded, as after an update of the server. */
function deleteSeen(): Promise<boolean> {
  bar()
  return new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase(cacheDatabase)
    asked.onsuccess = () => {
      unbar()
      resolve(true)
    }
    asked.onerror = () => resolve(false)
  })
}
