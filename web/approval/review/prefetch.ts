import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Preloaded pictures, referenced so that the browser does not drop them. The newest replace the oldest. */
const ahead = new Map<string, HTMLImageElement>()
const aheadMax = 12

/** Preloads a picture before it is shown. */
export function preloadPicture(address: string): void {
  if (ahead.has(address)) return
  const image = new Image()
  image.src = address
  // Errors are shown where the picture is shown.
  void image.decode?.().catch(() => {})
  ahead.set(address, image)
  const [oldest] = ahead.keys()
  if (ahead.size > aheadMax && oldest) ahead.delete(oldest)
}

/** By then (ms) the opened item is painted: its paint does not wait for the rest of it. */
export const afterPaintMs = 50

/** By then (ms) a decision is painted on other people's screens: they do not wait for what comes next here. */
const aheadMs = 250

/** Prefetches the next items of a queue. Opening one that failed will show the error. */
export function usePrefetch(ids: readonly string[], prefetch: (queries: QueryClient, id: string) => Promise<void>): void {
  const queries = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    const ids = key.split(' ').filter(Boolean)
    // The timer is not cleared when the opened item changes: with a key held down, it would never fire.
    setTimeout(() => {
      for (const id of ids) void prefetch(queries, id).catch(() => {})
    }, aheadMs)
  }, [queries, key, prefetch])
}
