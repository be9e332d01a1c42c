import { type RefObject, useEffect, useRef } from 'react'

type List = { hasNextPage: boolean; isFetching: boolean; data: { pages: readonly unknown[] } | undefined }

/** So near the end of what is loaded the next page is asked for: in rows while reading, in pixels while scrolling. */
const rowsLeft = 20
const pixelsLeft = 800

/**
 * Loads on by itself before the end comes into sight, whether somebody reads on or scrolls.
 * Returns the place that stands at the end of the list.
 */
export function useMore(list: List, wanted: number, after: number | null, more: (pages: number) => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const loaded = list.data?.pages.length ?? 0
  const ready = list.hasNextPage && !list.isFetching && loaded === wanted
  const next = useRef(() => {})
  next.current = () => {
    if (ready) more(loaded + 1)
  }
  const near = after !== null && after < rowsLeft
  useEffect(() => {
    if (near && ready) next.current()
  }, [near, ready])
  useEffect(() => {
    if (!ready || !end.current || typeof IntersectionObserver === 'undefined') return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && next.current(), { rootMargin: `${pixelsLeft}px` })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [ready])
  return end
}
