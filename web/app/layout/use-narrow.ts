import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 767px)')
const subscribe = (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Below 768 px the sidebar is a closed drawer (product §9). */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
