import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UserRow } from '#contract/users.ts'
import type { UserMove } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** A change of role has a dialog of its own. */
type Move = Exclude<UserMove, 'makeAdmin' | 'makeSeller'>
type MoveRequest = { user: UserRow; move: Move; reason?: string; done?: () => void }

const send = ({ user: { id }, move, reason = '' }: MoveRequest) =>
  move === 'suspend' ? client.users.suspend({ id, reason }) : client.users[move]({ id })

/** Makes one move on a person and shows the outcome, unless a dialog shows the refusal. */
export function useMoveUser() {
  const queries = useQueryClient()
  // Not the state of the mutation, which updates only with the next render; a double click is faster.
  const making = useRef(false)
  const sent = useMutation({
    mutationFn: send,
    onSuccess: (moved, { move, done }) => {
      const { id, name } = moved
      queries.setQueryData(rpc.users.get.queryKey({ input: { id } }), (cached) => cached && { ...cached, ...moved })
      toast(t(`users.moved.${move}`, { name }))
      done?.()
    },
    onError: (error, { move }) => {
      if (move !== 'suspend') toast(problemOf(error).message, 'bad')
    },
    onSettled: () => {
      making.current = false
      return queries.invalidateQueries({ queryKey: rpc.users.key() })
    },
  })
  return {
    make: (asked: MoveRequest) => {
      if (making.current) return
      making.current = true
      sent.mutate(asked)
    },
    /** The move that is in progress. */
    making: sent.isPending ? sent.variables.move : null,
    problem: sent.error && problemOf(sent.error),
    reset: sent.reset,
  }
}
