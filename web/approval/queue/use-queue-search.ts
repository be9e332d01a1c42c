import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type QueueSearch, readQueueSearch } from '#web/approval/queue/queue-search.ts'

type Raw = Record<string, unknown>
type About<Search> = {
  to: '/admin/product-approval' | '/admin/edit-requests'
  read: (raw: Raw) => Search
  /** The search parameter that names the opened item. */
  param: keyof Search & string
}

/** Reads and changes a queue's state in the address. A filter or sort order goes back to the first page and keeps the opened item. */
export function useQueueState<Search extends { pages?: number | undefined }>({ to, read, param }: About<Search>) {
  const navigate = useNavigate()
  // The location, not the route's match, which follows later. While another page loads, the location is already that page's.
  const own = useRef<Raw>({})
  const shown = useLocation({
    select: ({ pathname, search }): Raw => {
      if (pathname.startsWith(to)) own.current = search
      return own.current
    },
  })
  const search = read(shown)
  // Based on the address navigation is heading for, not on the rendered one: another navigation may be under way.
  const go = (change: Partial<Search> | Raw, replace: boolean) =>
    void navigate({ to, search: (now: Raw) => ({ ...read(now), ...change }), replace, resetScroll: false })
  return {
    search,
    narrow: (change: Partial<Search>) => go({ pages: undefined, ...change }, true),
    more: (pages: number) => go({ pages }, true),
    /** Opening the first item adds a history entry, so that "back" closes it; going on to the next replaces it. */
    open: (id: string | undefined) => go({ [param]: id }, search[param] !== undefined || id === undefined),
  }
}

/** The state of the product queue. */
export const useQueueSearch = () => useQueueState<QueueSearch>({ to: '/admin/product-approval', read: readQueueSearch, param: 'product' })
export type QueueState = ReturnType<typeof useQueueSearch>
