import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { stringifySearch } from '#web/platform/search-params.ts'

type Raw = Record<string, unknown>
type About<Search> = {
  to: '/admin/product-approval' | '/admin/edit-requests'
  read: (raw: Raw) => Search
  /** The search parameter that names the opened item. */
  param: 'product' | 'request'
}
/** What the addresses of both queues say. */
type Common = { [Name in 'status' | 'search' | 'field' | 'category' | 'seller' | 'sort']?: string | undefined } & {
  pages?: number | undefined
}

/** The state of a queue, as far as all queues have it. */
export type QueueState = ReturnType<typeof useQueueState<Common>>

/** Reads and changes a queue's state in the address. A filter or sort order goes back to the first page and keeps the opened item. */
export function useQueueState<Search extends Common>({ to, read, param }: About<Search>) {
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
  const opened = (search as Raw)[param] as string | undefined
  // Based on the address navigation is heading for, not on the rendered one: another navigation may be under way.
  const go = (change: Common | Raw, replace: boolean) =>
    void navigate({ to, search: (now: Raw) => ({ ...read(now), ...change }) as never, replace, resetScroll: false })
  return {
    search,
    param,
    opened,
    /** The status that the list is filtered by. */
    status: search.status ?? 'pending',
    /** The part of the state that decides which items are listed, as a string. */
    filter: JSON.stringify({ ...search, sort: undefined, pages: undefined, [param]: undefined }),
    /** The address of the list in this state, without an opened item. */
    address: `${to}${stringifySearch({ ...search, [param]: undefined })}`,
    narrow: (change: Common) => go({ pages: undefined, ...change }, true),
    more: (pages: number) => go({ pages }, true),
    /** Opening the first item adds a history entry, so that "back" closes it; going on to the next replaces it. */
    open: (id: string | undefined) => go({ [param]: id }, opened !== undefined || id === undefined),
  }
}
