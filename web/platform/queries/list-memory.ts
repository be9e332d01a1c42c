import { useEffect, useLayoutEffect } from 'react'
import { personNow } from '#web/platform/queries/queries.ts'

type Memory<Search> = {
  remember: (search: Search) => void
  last: () => Search | Record<string, never>
  top: () => number
  leave: (top: number) => void
}

/** Remembers how a list was last looked at in this window, so that people who work through its things one by one come back to the same list. */
export function listMemory<Search extends object>(): Memory<Search> {
  let kept: { of: string | null; search: Search; top: number } | null = null
  const own = () => (kept && kept.of === personNow() ? kept : null)
  return {
    remember: (search) => {
      kept = { of: personNow(), search, top: own()?.top ?? 0 }
    },
    /** As this person last looked at it; nobody learns what somebody else searched for. */
    last: () => own()?.search ?? {},
    /** How far it was scrolled when it was left. */
    top: () => own()?.top ?? 0,
    leave: (top) => {
      const list = own()
      if (list) list.top = top
    },
  }
}

/**
 * Keeps the memory of the list that is shown. A link back with `resetScroll={false}` finds the list scrolled as it was left; after any other
 * navigation the router scrolls, later than this.
 */
export function useListMemory<Search>(memory: Memory<Search>, search: Search): void {
  useEffect(() => memory.remember(search))
  useLayoutEffect(() => {
    window.scrollTo({ top: memory.top() })
    return () => memory.leave(window.scrollY)
  }, [memory])
}
