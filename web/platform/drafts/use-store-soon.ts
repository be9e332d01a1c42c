import { useCallback, useEffect, useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { listenTo } from '#web/platform/open-store.ts'

/**
 * Calls `store` soon after `mark` changed, and at once when the page is hidden or closed or the component unmounts. Returns a function that
 * stores at once, and one that notes that a mark is stored already.
 */
export function useStoreSoon(mark: string, store: () => void): { storeNow: () => void; noteStored: (mark: string) => void } {
  const stored = useRef(mark)
  const latest = useRef({ mark, store })
  latest.current = { mark, store }
  const storeNow = useCallback(() => {
    if (latest.current.mark === stored.current) return
    stored.current = latest.current.mark
    latest.current.store()
  }, [])
  const noteStored = useCallback((mark: string) => {
    stored.current = mark
    // Until the next render, `latest` would have the mark before this one, and would be stored over it.
    latest.current = { ...latest.current, mark }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the mark restarts the wait
  useEffect(() => {
    const timer = setTimeout(storeNow, limits.unsaved.writeAfterMs)
    return () => clearTimeout(timer)
  }, [mark, storeNow])
  useEffect(() => {
    const stops = [listenTo(window, 'pagehide')(storeNow), listenTo(document, 'visibilitychange')(storeNow)]
    return () => {
      for (const stop of stops) stop()
      storeNow()
    }
  }, [storeNow])
  return { storeNow, noteStored }
}
