import { cacheDatabase, deleteDatabase, unmarkInUse } from '#web/platform/offline-cache/cache-database.ts'

type Store = typeof import('#web/platform/offline-cache/cache-store.ts').cacheStore

/** Runs `work` with the cache store, which is loaded only if its database exists: most visitors never need it. */
async function withStore<Answer>(work: (store: Store) => Promise<Answer>, otherwise: Answer): Promise<Answer> {
  if (!(await mayBeThere())) return otherwise
  return await work((await import('#web/platform/offline-cache/cache-store.ts')).cacheStore)
}

/** Some browsers do not list their databases. */
async function mayBeThere(): Promise<boolean> {
  const all = await globalThis.indexedDB?.databases?.().catch(() => null)
  return all ? all.some(({ name }) => name === cacheDatabase) : globalThis.indexedDB !== undefined
}

/** The last answer about the signed-in person; null if unknown. */
export const cachedUser = async (build: string): Promise<unknown> =>
  await withStore<unknown>((store) => store.remembered(build), null).catch(() => null)

/**
 * Locks the cache after a session ended, as a request made at the time `asked` found; its owner can open it again. `holds` is checked once
 * the store is loaded.
 */
export const lockCache = async (asked: number, holds: () => boolean): Promise<void> =>
  await withStore(async (store) => holds() && (await store.lock(asked)), true).then(
    () => {},
    async () => void (await deleteDatabase()),
  )

export const isCacheEmpty = async (): Promise<boolean> => await withStore((store) => store.isEmpty(), true).catch(() => true)

/** Deletes all cached data. Returns false if the browser could not. The store may be missing, for example after an update of the server. */
export const clearCache = async (): Promise<boolean> => {
  // Removed first: the person counts as signed out even if the window is closed during the deletion.
  unmarkInUse()
  return await withStore((store) => store.clear(), true).catch(deleteDatabase)
}
