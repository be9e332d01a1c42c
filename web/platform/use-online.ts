import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  for (const event of ['online', 'offline']) addEventListener(event, changed)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, changed)
  }
}

/** Whether the browser reports a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
