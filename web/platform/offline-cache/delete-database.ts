/** The name of the offline cache's IndexedDB database. */
export const cacheDatabase = 'backstall-seen'

/**
 * Marks in localStorage that the owner of the cache has not signed out. It contains no personal data. Without it the cache names no one as
 * signed in, whatever the database says: removing it needs neither space nor the database, so a sign-out holds even if deletion fails.
 */
const inUse = 'backstall-cache-in-use'

/** Where a browser blocks localStorage, no one is remembered. */
function attempt<Answer>(act: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

export const markInUse = (): void => attempt((storage) => storage.setItem(inUse, '1'), undefined)
export const unmarkInUse = (): void => attempt((storage) => storage.removeItem(inUse), undefined)
export const isInUse = (): boolean => attempt((storage) => storage.getItem(inUse) !== null, false)

/** Deletes the database; returns whether the browser did. Unsent messages, drafts and uploads are not in it. */
export async function deleteDatabase(): Promise<boolean> {
  unmarkInUse()
  const deleted = new Promise<boolean>((resolve, reject) => {
    const request = globalThis.indexedDB?.deleteDatabase(cacheDatabase)
    if (!request) return resolve(true)
    request.onsuccess = () => resolve(true)
    request.onerror = () => reject(request.error)
  })
  return await deleted.catch(() => false)
}
