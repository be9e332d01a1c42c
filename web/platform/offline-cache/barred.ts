/**
 * Stands outside of the store while what the store holds may not be shown: somebody is being signed out, or the disk was too full to note
 * whose it is. It bears nothing of anybody, and goes as soon as the store is empty or its owner is known again.
 */
const key = 'backstall-kept-barred'

/** Where a browser bars its storage, the store keeps nothing either. */
function attempt<Answer>(act: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

export const bar = (): void => attempt((storage) => storage.setItem(key, '1'), undefined)
export const unbar = (): void => attempt((storage) => storage.removeItem(key), undefined)
export const isBarred = (): boolean => attempt((storage) => storage.getItem(key) !== null, false)
