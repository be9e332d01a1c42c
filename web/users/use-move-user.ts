import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UserRow } from '#contract/users.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Waits for a move on a person, and shows its answer on every screen. */
export function useMoveUser() {
  const queries = useQueryClient()
  const refetch = () => void queries.invalidateQueries({ queryKey: rpc.users.key() })
  return async (move: Promise<UserRow>): Promise<UserRow> => {
    try {
      const moved = await move
      queries.setQueryData(rpc.users.get.queryKey({ input: { id: moved.id } }), (cached) => cached && { ...cached, ...moved })
      refetch()
      return moved
    } catch (error) {
      // Without an answer, the refetch would fail too and show the same sentence twice.
      if (problemOf(error).status < 500) refetch()
      throw error
    }
  }
}

/** Reactivates a person at once, and reports it. */
export function useReactivate(): { reactivate: (id: string) => void; busy: boolean } {
  const move = useMoveUser()
  // A ref: the state of the mutation changes with the next render, and a double click is faster.
  const making = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => move(client.users.reactivate({ id })),
    onSuccess: ({ name }) => toast(t('users.moved.reactivate', { name })),
    onError: (error) => toast(problemOf(error).message, 'bad'),
    onSettled: () => {
      making.current = false
    },
  })
  const reactivate = (id: string) => {
    if (!making.current) mutate(id)
    making.current = true
  }
  return { reactivate, busy: isPending }
}
