import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { refetchQueue } from '#web/approval/queues.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { updateOptimistically, writeOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Poll interval while a bulk decision is under way, in milliseconds. Live hints are quicker where they get through. */
const pollMs = 1_000

/** Whether a bulk decision is held, or being carried out. */
export const isUnderWay = ({ status }: BulkDecision) => status === 'held' || status === 'running'
const none: readonly BulkDecision[] = []

/** The bulk decisions of all admins on one noun, and a map from each item to the bulk decision it is part of. */
export function useBulk(noun: BulkNoun) {
  const queries = useQueryClient()
  const ofNoun = useCallback((bulks: BulkDecision[]) => bulks.filter((bulk) => bulk.noun === noun), [noun])
  const { data: all = none } = useQuery(
    rpc.bulkDecisions.list.queryOptions({
      select: ofNoun,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
    }),
  )
  const inBulk = useMemo(() => {
    const open = all.filter(isUnderWay)
    return new Map(open.flatMap((bulk) => bulk.items.map(({ id }) => [id, bulk] as const)))
  }, [all])
  const finished = all.filter(({ status }) => status === 'done').length
  useEffect(() => {
    if (finished > 0) refetchQueue(queries, noun)
  }, [queries, noun, finished])
  return { all, inBulk }
}

/** Dismisses the results of a bulk decision, at once here and on every device. If that fails, they come back. */
export function useDismiss() {
  const queries = useQueryClient()
  return useAct({
    send: (id: string) =>
      writeOptimistically(queries, {
        show: () =>
          updateOptimistically<BulkDecision[]>(queries, rpc.bulkDecisions.list.queryKey(), (bulks) =>
            bulks.filter((bulk) => bulk.id !== id),
          ),
        send: () => client.bulkDecisions.dismiss({ id }),
        refused: (error) => toast(problemOf(error).message, 'bad'),
      }),
    stale: rpc.bulkDecisions.key(),
  })
}

/** Undoes a held bulk decision; shows the reason if it is too late. */
export function useUndo(id: string, onUndone: (undone: BulkDecision) => void) {
  const queries = useQueryClient()
  return useAct({
    send: () => client.bulkDecisions.undo({ id }),
    done: (undone) => {
      queries.setQueryData(rpc.bulkDecisions.list.queryKey(), (cached) => cached?.map((bulk) => (bulk.id === id ? undone : bulk)))
      onUndone(undone)
      toast(t('approval.bulk.undone'))
    },
    refused: () => queries.invalidateQueries({ queryKey: rpc.bulkDecisions.key() }),
  })
}
