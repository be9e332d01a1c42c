import { useEffect } from 'react'
import { listenTo } from '#web/platform/open-store.ts'

/** The browser asks before this window closes, while data in it would be lost. */
export function useWarnBeforeUnload(holds: boolean): void {
  useEffect(() => (holds ? listenTo(window, 'beforeunload')((event) => event.preventDefault()) : undefined), [holds])
}
