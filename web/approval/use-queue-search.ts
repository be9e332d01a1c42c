import { useLocation, useNavigate } from '@tanstack/react-router'
import { type QueueSearch, readQueueSearch } from '#web/approval/queue-search.ts'

/** The queue's state in the address and how to change it. What narrows or orders the queue starts again at its first page and closes nothing. */
export function useQueueSearch() {
  const navigate = useNavigate()
  const search = readQueueSearch(useLocation({ select: (location): Record<string, unknown> => location.search }))
  // On top of where the address is going to, not of where it was drawn: the next product may be on its way already.
  const go = (change: Partial<QueueSearch>, replace: boolean) =>
    void navigate({
      to: '/admin/product-approval',
      search: (now: Record<string, unknown>) => ({ ...readQueueSearch(now), ...change }),
      replace,
      resetScroll: false,
    })
  return {
    search,
    narrow: (to: Partial<QueueSearch>) => go({ pages: undefined, ...to }, true),
    more: (pages: number) => go({ pages }, true),
    /** The first opening is a step that "back" undoes; going on from one to the next is not. */
    open: (product: string | undefined) => go({ product }, search.product !== undefined || product === undefined),
  }
}
export type QueueState = ReturnType<typeof useQueueSearch>
