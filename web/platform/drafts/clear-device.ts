import { withLocalStorage } from '#web/platform/local-storage.ts'

/** The prefix of all keys with a person's data. Theme and sidebar have others, so they outlive a sign-out. */
const root = 'backstall-unsaved:'
/** How the keys of this person's data begin. */
export const prefixOf = (userId: string) => `${root}${encodeURIComponent(userId)}:`

export const keysIn = (storage: Storage, start: string) => Object.keys(storage).filter((key) => key.startsWith(start))

/** True if any person's data is stored on this device. */
export function hasDeviceData(): boolean {
  return withLocalStorage((storage) => keysIn(storage, root).length > 0, false)
}

/** Deletes the data of all people except this one; of everyone if null, as at a sign-out. */
export function clearDevice(allBut: string | null): void {
  withLocalStorage((storage) => {
    for (const key of keysIn(storage, root)) if (allBut === null || !key.startsWith(prefixOf(allBut))) storage.removeItem(key)
  }, undefined)
}
