import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deletedIds, isAbout } from '#web/platform/queries/deleted-ids.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Makes a call about an endpoint or its deliveries, and then refetches what is on screen. */
export function useWebhookCall() {
  const queries = useQueryClient()
  const queryKey = rpc.webhooks.key()
  return <Answer>(call: Promise<Answer>): Promise<Answer> =>
    call.finally(() => void queries.invalidateQueries({ queryKey, predicate: (query) => !isAbout(deletedIds)(query) }))
}

/** An action without a dialog: shows the outcome. */
export function useAct<Answer>(act: () => Promise<Answer>, done: (answer: Answer) => unknown) {
  const call = useWebhookCall()
  return useMutation({
    mutationFn: () => call(act()),
    gcTime: 0,
    onSuccess: done,
    onError: (error) => toast(problemOf(error).message, 'bad'),
  })
}
