import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UserRow } from '#contract/users.ts'
import type { UserMove } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Changing a role has a dialog of its own. */
type Move = Exclude<UserMove, 'makeAdmin' | 'makeSeller'>
type Asked = { user: UserRow; move: Move; reason?: string; done?: () => void }

const send = ({ user: { id }, move, reason = '' }: Asked) =>
  move === 'suspend' ? client.users.suspend({ id, reason }) : client.users[move]({ id })

/** Makes one move on a person; says what came of it, unless a dialog shows the refusal itself. */
export function useMoveUser() {
  const queries = useQueryClient()
  // Not the mutation's own state: that is known only after the next drawing, and a double click is faster.
  const making = useRef(false)
  const sent = useMutation({
    mutationFn: send,
    onSuccess: (moved, { move, done }) => {
      const { id, name } = moved
      queries.setQueryData(rpc.users.get.queryKey({ input: { id } }), (known) => known && { ...known, ...moved })
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
    make: (asked: Asked) => {
      if (making.current) return
      making.current = true
      sent.mutate(asked)
    },
    /** The move whose answer is awaited. */
    making: sent.isPending ? sent.variables.move : null,
    problem: sent.error && problemOf(sent.error),
    reset: sent.reset,
  }
}
