import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type QueueSearch, readQueueSearch } from '#web/approval/queue/queue-search.ts'

type Raw = Record<string, unknown>
type About<Search> = {
  to: '/admin/product-approval' | '/admin/edit-requests'
  read: (raw: Raw) => Search
  /** Under which name what is opened stands in the address. */
  param: keyof Search & string
}

/** A queue's state in the address and how to change it. What narrows or orders the queue starts again at its first page and closes nothing. */
export function useQueueState<Search extends { pages?: number | undefined }>({ to, read, param }: About<Search>) {
  const navigate = useNavigate()
  // The address, not the route's match, which follows later. While another page loads, the address is already that page's.
  const own = useRef<Raw>({})
  const shown = useLocation({
    select: ({ pathname, search }): Raw => {
      if (pathname.startsWith(to)) own.current = search
      return own.current
    },
  })
  const search = read(shown)
  // On top of where the address is going to, not of where it was drawn: the next one may be on its way already.
  const go = (change: Partial<Search> | Raw, replace: boolean) =>
    void navigate({ to, search: (now: Raw) => ({ ...read(now), ...change }), replace, resetScroll: false })
  return {
    search,
    narrow: (change: Partial<Search>) => go({ pages: undefined, ...change }, true),
    more: (pages: number) => go({ pages }, true),
    /** The first opening is a step that "back" undoes; going on from one to the next is not. */
    open: (id: string | undefined) => go({ [param]: id }, search[param] !== undefined || id === undefined),
  }
}

/** The state of the queue of products. */
export const useQueueSearch = () => useQueueState<QueueSearch>({ to: '/admin/product-approval', read: readQueueSearch, param: 'product' })
export type QueueState = ReturnType<typeof useQueueSearch>
