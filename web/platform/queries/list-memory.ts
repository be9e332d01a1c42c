import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { ListPath } from '#domain/routes.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'

const lists = new Map<ListPath, { of: string | null; search: object; top: number }>()

/** What this person left; never another person's. */
function own(path: ListPath) {
  const list = lists.get(path)
  return list?.of === currentUserId() ? list : undefined
}

/** The last search of a list in this window, for links back from a row, so that people who work through its rows return to the same list. */
export const lastSearch = (path: ListPath): object => own(path)?.search ?? {}

/**
 * Stores the search and scroll position of the list on screen: of the window, or of the `box` that scrolls it once that `isFilled`. A link back
 * with `resetScroll={false}` finds the list scrolled as it was left; after any other navigation the router scrolls the window, later than this.
 */
export function useListMemory(path: ListPath, search: object, box?: RefObject<HTMLElement | null>, isFilled = true): void {
  useEffect(() => void lists.set(path, { of: currentUserId(), search, top: own(path)?.top ?? 0 }))
  useLayoutEffect(() => {
    const place = box ? box.current : document.documentElement
    if (!place || !isFilled) return
    place.scrollTop = own(path)?.top ?? 0
    return () => {
      const list = own(path)
      // What a narrow screen hides, such as the list beside an open chat, has the position 0.
      if (list && place.clientHeight > 0) list.top = place.scrollTop
    }
  }, [path, box, isFilled])
}
