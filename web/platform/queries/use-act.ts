import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { toast } from '#web/ui/toasts.ts'

type Act<Answer, Input> = {
  send: (input: Input) => Promise<Answer>
  done?: (answer: Answer, input: Input) => unknown
  /** Refetched afterwards, also after a refusal. */
  stale?: QueryKey
}

/** An action without a form, such as that of a button. A refusal is reported; neither it nor the outcome is for the next person at the device. */
export function useAct<Answer, Input = void>({ send, done, stale }: Act<Answer, Input>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    // The answer may contain a secret, so it must not stay in any cache.
    gcTime: 0,
    onMutate: currentUserId,
    onSuccess: (answer, input, sender) => (currentUserId() === sender ? done?.(answer, input) : undefined),
    onError: (error, _, sender) => currentUserId() === sender && toast(problemOf(error).message, 'bad'),
    onSettled: () => stale && queries.invalidateQueries({ queryKey: stale }),
  })
}
