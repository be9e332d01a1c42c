import { useQueryClient } from '@tanstack/react-query'
import type { UserRow } from '#contract/users.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

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
