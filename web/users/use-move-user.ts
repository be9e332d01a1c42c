import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { UserRow } from '#contract/users.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { undoing, untilFromNow } from '#web/platform/queries/undo-decision.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast, withdrawUndo } from '#web/ui/toasts.ts'

/** Shows that a person was suspended or reactivated, with the undo of it. */
export function useToastMoved() {
  const queries = useQueryClient()
  return (move: 'suspend' | 'reactivate', { id, name, status }: UserRow) => {
    if (status === 'closed') return
    const send = async () => showUser(queries, await client.users.undo({ id, status }))
    const undo = undoing(queries, [{ id, title: name, send, until: untilFromNow() }], [rpc.users.key()])
    toast(t(`users.moved.${move}`, { name }), 'good', undo)
  }
}

const showUser = (queries: QueryClient, moved: UserRow) =>
  queries.setQueryData(rpc.users.get.queryKey({ input: { id: moved.id } }), (cached) => cached && { ...cached, ...moved })

/** Waits for a move on a person, shows its answer on every screen, and withdraws the undo of the move before it. */
export function useMoveUser() {
  const queries = useQueryClient()
  const refetch = () => void queries.invalidateQueries({ queryKey: rpc.users.key() })
  return async (move: Promise<UserRow>): Promise<UserRow> => {
    try {
      const moved = await move
      withdrawUndo(moved.id)
      showUser(queries, moved)
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
  const toastMoved = useToastMoved()
  const { once, isPending } = useAct({
    send: (id: string) => move(client.users.reactivate({ id })),
    done: (moved) => toastMoved('reactivate', moved),
  })
  return { reactivate: once, busy: isPending }
}
