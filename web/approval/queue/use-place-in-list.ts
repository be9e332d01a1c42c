import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { afterwards } from '#web/approval/queue/neighbours.ts'

/** Keeps the opened row in sight, and on a narrow screen, where the opened product takes the list's place, gives the list its place back. */
export function usePlaceInList(opened: string | undefined, isListed: boolean) {
  const scrolled = useRef(0)
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) return
    const remember = () => {
      scrolled.current = window.scrollY
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [isOpen])
  useLayoutEffect(() => {
    if (!window.matchMedia('(max-width: 899px)').matches) return
    window.scrollTo({ top: isOpen ? 0 : scrolled.current })
  }, [isOpen])
  useEffect(() => {
    if (opened && isListed) document.querySelector(`[data-id="${CSS.escape(opened)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [opened, isListed])
}

/** So many are brought here before they are opened. */
const prefetched = 3

/**
 * Where reading goes on after what is opened: what follows, then what stands above, without what a bulk decision holds.
 * What another list opened, or what was decided by somebody else meanwhile, keeps the place where it last stood.
 */
export function useNext(rows: readonly { id: string }[], opened: string | undefined, holding: ReadonlyMap<string, BulkDecision>) {
  const last = useRef<readonly string[]>([])
  if (opened && rows.some(({ id }) => id === opened)) last.current = afterwards(rows, opened)
  const here = new Set(rows.map(({ id }) => id))
  const candidates = opened ? last.current.filter((id) => here.has(id)) : rows.map(({ id }) => id)
  const free = candidates.filter((id) => !holding.has(id))
  return {
    goOn: free[0] ?? (opened ? rows.find(({ id }) => id !== opened && !holding.has(id))?.id : undefined),
    ahead: free.slice(0, prefetched),
  }
}

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
