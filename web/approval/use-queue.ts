import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'
import { usePages } from '#web/app/use-pages.ts'
import type { QueueSearch } from '#web/approval/queue-search.ts'

/** As many as fit a long morning's first look; more are asked for. */
const size = 50

/** The review queue as the address asks for it. */
export function useQueue({ status, search, category, seller, sort, pages = 1 }: QueueSearch) {
  const list = useInfiniteQuery(
    rpc.products.queue.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, search, category, seller_id: seller, sort, cursor, limit: size }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return { list, rows: usePages(list, pages) }
}
