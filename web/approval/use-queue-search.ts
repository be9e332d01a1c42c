import { useLocation, useNavigate } from '@tanstack/react-router'
import { stringifySearch } from '#web/app/search-params.ts'
import { type QueueSearch, readQueueSearch } from '#web/approval/queue-search.ts'

/** The queue's state in the address and how to change it. What narrows or orders the queue starts again at its first page and closes nothing. */
export function useQueueSearch() {
  const navigate = useNavigate()
  const search = readQueueSearch(useLocation({ select: (location): Record<string, unknown> => location.search }))
  const go = (to: QueueSearch, replace: boolean) =>
    void navigate({ to: '/admin/product-approval', search: to, replace, resetScroll: false })
  return {
    search,
    narrow: (to: Partial<QueueSearch>) => go({ ...search, pages: undefined, ...to }, true),
    more: (pages: number) => go({ ...search, pages }, true),
    /** The first opening is a step that "back" undoes; going on from one to the next is not. */
    open: (product: string | undefined) => go({ ...search, product }, search.product !== undefined || product === undefined),
    addressOf: (product: string) => `/admin/product-approval${stringifySearch({ ...search, product })}`,
  }
}
export type QueueState = ReturnType<typeof useQueueSearch>
