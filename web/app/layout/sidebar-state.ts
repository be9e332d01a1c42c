import { useEffect, useState, useSyncExternalStore } from 'react'
import { withLocalStorage } from '#web/platform/local-storage.ts'
import { listenTo } from '#web/platform/open-store.ts'

const key = 'backstall-sidebar'

const remembered = () => withLocalStorage((storage) => storage.getItem(key) !== 'closed', true)

/** Whether the sidebar is shown; by default it is, and the choice is remembered on this device, if its storage is not blocked (spec §2, product §9). */
export function useSidebar(): [shown: boolean, toggle: () => void] {
  const [shown, setShown] = useState(remembered)
  const toggle = () => {
    setShown(!shown)
    withLocalStorage((storage) => storage.setItem(key, shown ? 'closed' : 'open'), undefined)
  }
  return [shown, toggle]
}

const query = matchMedia('(max-width: 767px)')
const toQuery = listenTo(query, 'change')

/** Below 768 px the sidebar is a closed drawer (product §9). */
export function useNarrow(): boolean {
  return useSyncExternalStore(toQuery, () => query.matches)
}

export type DrawerState = { open: boolean; toggle: () => void; close: () => void }

/** The navigation on a narrow screen: closed at first, and closed again after each navigation. */
export function useDrawer(path: string | undefined): DrawerState {
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close
  useEffect(() => setOpen(false), [path])
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false) }
}
