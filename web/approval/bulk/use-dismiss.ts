import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Takes what became of a bulk decision out of its author's sight, at once here and on every device; brings it back where that failed. */
export function useDismiss() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.bulkDecisions.dismiss({ id }),
    onMutate: (id) => queries.setQueryData(rpc.bulkDecisions.list.queryKey(), (known) => known?.filter((bulk) => bulk.id !== id)),
    onError: (error) => toast(problemOf(error).message, 'bad'),
    onSettled: () => void queries.invalidateQueries({ queryKey: rpc.bulkDecisions.key() }),
  })
}
