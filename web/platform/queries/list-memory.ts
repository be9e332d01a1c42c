import { useEffect, useLayoutEffect } from 'react'
import { currentUserId } from '#web/platform/queries/queries.ts'

type Memory<Search> = {
  remember: (search: Search) => void
  last: () => Search | Record<string, never>
  top: () => number
  leave: (top: number) => void
}

/**
 * Remembers the last search and scroll position of a list in this window, so that people who work through its rows return to the same list.
 */
export function listMemory<Search extends object>(): Memory<Search> {
  let stored: { of: string | null; search: Search; top: number } | null = null
  const own = () => (stored && stored.of === currentUserId() ? stored : null)
  return {
    remember: (search) => {
      stored = { of: currentUserId(), search, top: own()?.top ?? 0 }
    },
    /** This person's last search; never another person's. */
    last: () => own()?.search ?? {},
    /** The scroll position at which the list was left. */
    top: () => own()?.top ?? 0,
    leave: (top) => {
      const list = own()
      if (list) list.top = top
    },
  }
}

/**
 * Stores the search and scroll position of the list on screen. A link back with `resetScroll={false}` finds the list scrolled as it was
 * left; after any other navigation the router scrolls, later than this.
 */
export function useListMemory<Search>(memory: Memory<Search>, search: Search): void {
  useEffect(() => memory.remember(search))
  useLayoutEffect(() => {
    window.scrollTo({ top: memory.top() })
    return () => memory.leave(window.scrollY)
  }, [memory])
}
