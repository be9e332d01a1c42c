import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { askQueueAgain } from '#web/approval/queues.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** How often a bulk decision that is on its way is asked about, in milliseconds; live hints are quicker, where there are any. */
const often = 1_000

const onItsWay = ({ status }: BulkDecision) => status === 'held' || status === 'running'
const none: readonly BulkDecision[] = []

/** Everybody's bulk decisions on things of one noun, and by which one a thing is held. */
export function useBulk(noun: BulkNoun) {
  const queries = useQueryClient()
  const ofNoun = useCallback((bulks: BulkDecision[]) => bulks.filter((bulk) => bulk.noun === noun), [noun])
  const { data: all = none } = useQuery(
    rpc.bulkDecisions.list.queryOptions({
      select: ofNoun,
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
    if (finished > 0) askQueueAgain(queries, noun)
  }, [queries, noun, finished])
  return { all, holding }
}
