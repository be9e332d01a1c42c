import { withLocalStorage } from '#web/platform/local-storage.ts'

/** The name of the offline cache's IndexedDB database. */
export const cacheDatabase = 'backstall-seen'

/**
 * Marks in localStorage that the owner of the cache has not signed out. It contains no personal data. Without it the cache names no one as
 * signed in, whatever the database says: removing it needs neither space nor the database, so a sign-out holds even if deletion fails. Where a browser blocks
 * localStorage, no one is remembered.
 */
const inUse = 'backstall-cache-in-use'

let timesUnmarked = 0
/** How often this window removed the mark. */
export const unmarked = (): number => timesUnmarked

export const markInUse = (): void => withLocalStorage((storage) => storage.setItem(inUse, '1'), undefined)
export function unmarkInUse(): void {
  timesUnmarked += 1
  withLocalStorage((storage) => storage.removeItem(inUse), undefined)
}
export const isInUse = (): boolean => withLocalStorage((storage) => storage.getItem(inUse) !== null, false)

/** How long (ms) a deletion waits for other tabs. */
const blockedMs = 3_000

/** Deletes the database; returns whether the browser did. Unsent messages, drafts and uploads are not in it. */
export async function deleteDatabase(): Promise<boolean> {
  unmarkInUse()
  const deleted = new Promise<boolean>((resolve, reject) => {
    const request = globalThis.indexedDB?.deleteDatabase(cacheDatabase)
    if (!request) return resolve(true)
    request.onsuccess = () => resolve(true)
    request.onerror = () => reject(request.error)
    // Another tab, which may be frozen, has the database open; the browser deletes it once that tab closes it.
    request.onblocked = () => setTimeout(resolve, blockedMs, false)
  })
  return await deleted.catch(() => false)
}
