import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { rpc } from '#web/app/rpc.ts'

/** How often a bulk decision that is on its way is asked about, in milliseconds; live hints are quicker, where there are any. */
const often = 1_000

const onItsWay = ({ status }: BulkDecision) => status === 'held' || status === 'running'
const ofProducts = (bulks: BulkDecision[]) => bulks.filter(({ noun }) => noun === 'products')
const none: readonly BulkDecision[] = []

/** Everybody's bulk decisions on products, and by which one a product is held. */
export function useBulk() {
  const queries = useQueryClient()
  const { data: all = none } = useQuery(
    rpc.bulkDecisions.list.queryOptions({
      select: ofProducts,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(onItsWay) ? often : false),
    }),
  )
  const holding = useMemo(() => {
    const open = all.filter(onItsWay)
    return new Map(open.flatMap((bulk) => bulk.items.map(({ id }) => [id, bulk] as const)))
  }, [all])
  const finished = all.filter(({ status }) => status === 'done').length
  useEffect(() => {
    if (finished === 0) return
    void queries.invalidateQueries({ queryKey: rpc.products.queue.key() })
    void queries.invalidateQueries({ queryKey: rpc.products.waiting.key() })
  }, [queries, finished])
  return { all, holding }
}
