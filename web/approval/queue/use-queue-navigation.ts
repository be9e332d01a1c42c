import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { afterwards } from '#web/approval/queue/neighbours.ts'

/** Scrolls the opened row into view. On a narrow screen, where the opened item replaces the list, shows each item from its top and restores the list's scroll position. */
export function useListScroll(opened: string | undefined, isListed: boolean) {
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
    window.scrollTo({ top: opened ? 0 : scrolled.current })
  }, [opened])
  useEffect(() => {
    if (opened && isListed) document.querySelector(`[data-id="${CSS.escape(opened)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [opened, isListed])
}

/** How many of the next items are prefetched. */
const prefetched = 3

/**
 * The items to review after the opened one: those below, then those above, without those in a bulk decision.
 * An item that another list opened, or that another admin decided meanwhile, keeps its last place.
 */
export function useNextItems(rows: readonly { id: string }[], opened: string | undefined, inBulk: ReadonlyMap<string, BulkDecision>) {
  const last = useRef<readonly string[]>([])
  if (opened && rows.some(({ id }) => id === opened)) last.current = afterwards(rows, opened)
  const here = new Set(rows.map(({ id }) => id))
  const candidates = opened ? last.current.filter((id) => here.has(id)) : rows.map(({ id }) => id)
  const free = candidates.filter((id) => !inBulk.has(id))
  return {
    /** The next item, without those that are being decided now. */
    goOn: (decided: ReadonlySet<string> = new Set()) =>
      free.find((id) => !decided.has(id)) ??
      (opened ? rows.find(({ id }) => id !== opened && !inBulk.has(id) && !decided.has(id))?.id : undefined),
    ahead: free.slice(0, prefetched),
  }
}

type List = { hasNextPage: boolean; isFetching: boolean; data: { pages: readonly unknown[] } | undefined }

/** How near the end of the loaded rows the next page is loaded: in rows while reviewing, in pixels while scrolling. */
const rowsLeft = 20
const loadAheadPixels = 800

/**
 * Loads the next page before the end comes into view, by review or by scrolling.
 * Returns the ref of the end of the list.
 */
export function useLoadMore(
  list: List,
  wanted: number,
  after: number | null,
  more: (pages: number) => void,
): RefObject<HTMLDivElement | null> {
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
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && next.current(), { rootMargin: `${loadAheadPixels}px` })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [ready])
  return end
}
