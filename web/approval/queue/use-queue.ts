import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import type { Decisions } from '#web/approval/decisions.ts'
import type { QueueSearch } from '#web/approval/queue/queue-search.ts'
import { useUndecided } from '#web/approval/queue/use-undecided.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** The last change of status; other changes do not bring a product back that was decided here. */
const stampOf = ({ updatedAt }: ProductRow) => updatedAt

/** The review queue as the address asks for it. */
export function useQueue({ status, search, category, seller, sort, pages }: QueueSearch, decisions: Decisions) {
  const list = useInfiniteQuery(
    rpc.products.queue.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, search, category, seller_id: seller, sort, cursor, limit: limits.page.queueSize }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return { list, rows: useUndecided(list, { pages, decisions, stampOf, status: status ?? 'pending', get: rpc.products.get }) }
}
