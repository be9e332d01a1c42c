/**
 * Marks in localStorage that the cache must not be shown: a sign-out is under way, or the disk was too full to store the owner. It contains
 * no personal data. It is removed once the cache has been cleared.
 */
const key = 'backstall-kept-barred'

/** Where a browser blocks localStorage, the cache stores nothing either. */
function attempt<Answer>(act: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

export const blockCache = (): void => attempt((storage) => storage.setItem(key, '1'), undefined)
export const unblockCache = (): void => attempt((storage) => storage.removeItem(key), undefined)
export const isCacheBlocked = (): boolean => attempt((storage) => storage.getItem(key) !== null, false)
