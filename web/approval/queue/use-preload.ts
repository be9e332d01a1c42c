import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { idle } from '#web/platform/loading/idle.ts'

/** The module that shows an opened item, with the function that prefetches one. */
type Panel = { prefetch: (queries: QueryClient, id: string) => Promise<void> }

/**
 * Once the list is shown and the browser is idle, loads the code that shows an opened item, and the first item: the page itself loads sooner
 * without them, and the first key finds them there. `first` is undefined while nothing is listed; the functions are stable.
 */
export function usePreload(preload: () => Promise<void> | undefined, load: () => Promise<Panel>, first: string | undefined): void {
  const queries = useQueryClient()
  const isListed = first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first item of the list as it appears
  useEffect(() => {
    let isGone = false
    const prepare = async () => {
      await idle()
      if (isGone || !isListed) return
      await preload()
      await (await load()).prefetch(queries, first)
    }
    // Opening the item will show the error.
    void prepare().catch(() => {})
    return () => {
      isGone = true
    }
  }, [preload, load, queries, isListed])
}
