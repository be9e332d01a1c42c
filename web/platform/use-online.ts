import { useSyncExternalStore } from 'react'
import { listenTo } from '#web/platform/open-store.ts'

const toNetwork = listenTo(window, 'online', 'offline')
const toVisibility = listenTo(document, 'visibilitychange')

/** Whether the browser reports a network. */
export const useOnline = (): boolean => useSyncExternalStore(toNetwork, () => navigator.onLine)

/** Whether this window is visible. */
export const useVisible = (): boolean => useSyncExternalStore(toVisibility, () => document.visibilityState === 'visible')
