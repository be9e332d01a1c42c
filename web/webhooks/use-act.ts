import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deletedIds, isAbout } from '#web/platform/queries/deleted-ids.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** An action on an endpoint or its deliveries: shows the outcome and refetches what is on screen. */
export function useAct<Answer, Input = void>(act: (input: Input) => Promise<Answer>, done: (answer: Answer) => unknown) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    gcTime: 0,
    onSuccess: done,
    onError: (error) => toast(problemOf(error).message, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: rpc.webhooks.key(), predicate: (query) => !isAbout(deletedIds)(query) }),
  })
}
