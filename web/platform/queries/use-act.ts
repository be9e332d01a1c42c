import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { staleOf } from '#web/platform/queries/deleted-ids.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { toast } from '#web/ui/toasts.ts'

type Act<Answer, Input> = {
  send: (input: Input) => Promise<Answer>
  done?: (answer: Answer, input: Input) => unknown
  /** The sentence of a refusal, if not the server's; null if the caller shows the `error`. */
  sentence?: (error: unknown) => string | null
  /** Called after the refusal was reported. */
  refused?: (error: unknown, input: Input) => unknown
  /** Refetched afterwards, also after a refusal. */
  stale?: QueryKey
}

/**
 * An action without a form, such as that of a button. A refusal is reported; neither it nor the outcome is for the next person at the device.
 * `once` sends nothing while the action is under way.
 */
export function useAct<Answer, Input = void>({ send, done, sentence = sentenceOf, refused, stale }: Act<Answer, Input>) {
  const queries = useQueryClient()
  // A ref, not the mutation's state: that changes with the next render, and a double click is faster.
  const isWorking = useRef(false)
  const mutation = useMutation({
    mutationFn: send,
    // The answer may contain a secret, so it must not stay in any cache.
    gcTime: 0,
    onMutate: currentUserId,
    onSuccess: (answer, input, sender) => (currentUserId() === sender ? done?.(answer, input) : undefined),
    onError: (error, input, sender) => {
      if (currentUserId() !== sender) return
      const shown = sentence(error)
      if (shown !== null) toast(shown, 'bad')
      refused?.(error, input)
    },
    onSettled: async () => {
      if (stale) await queries.invalidateQueries(staleOf(stale))
      isWorking.current = false
    },
  })
  const once = (input: Input) => {
    if (!isWorking.current) mutation.mutate(input)
    isWorking.current = true
  }
  return { ...mutation, once }
}

const sentenceOf = (error: unknown) => problemOf(error).message
