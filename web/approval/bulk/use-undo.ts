import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Takes a held bulk decision back; says why where it is too late. */
export function useUndo(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.bulkDecisions.undo({ id }),
    onSuccess: (undone) => {
      queries.setQueryData(rpc.bulkDecisions.list.queryKey(), (known) => known?.map((bulk) => (bulk.id === id ? undone : bulk)))
      toast(t('approval.bulk.undone'))
    },
    onError: (error) => {
      toast(problemOf(error).message, 'bad')
      void queries.invalidateQueries({ queryKey: rpc.bulkDecisions.key() })
    },
  })
}
