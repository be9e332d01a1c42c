import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rpc } from '#web/app/rpc.ts'
import { usePages } from '#web/app/use-pages.ts'
import { undecided, useDecisions } from '#web/approval/decisions.ts'
import type { QueueSearch } from '#web/approval/queue-search.ts'

/** As many as fit a long morning's first look; more are asked for. */
const size = 50

/** The review queue as the address asks for it, without what was decided here a moment ago. */
export function useQueue({ status, search, category, seller, sort, pages = 1 }: QueueSearch) {
  const decisions = useDecisions()
  const list = useInfiniteQuery(
    rpc.products.queue.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, search, category, seller_id: seller, sort, cursor, limit: size }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  const loaded = usePages(list, pages)
  const { data } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are the data's own, put together anew at each drawing
  const rows = useMemo(() => undecided(loaded ?? [], decisions), [data, decisions])
  return { list, rows }
}
