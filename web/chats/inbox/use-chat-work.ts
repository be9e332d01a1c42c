import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

type Move = { move: 'solve' | 'reopen' | 'block' | 'unblock' } | { move: 'assign'; assigneeId: string | null }
export type ChatWork = ReturnType<typeof useChatWork>

/** What admins do with a conversation beside answering it. */
export function useChatWork(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (move: Move) =>
      move.move === 'assign' ? client.chats.assign({ id, assigneeId: move.assigneeId }) : client.chats[move.move]({ id }),
    onSuccess: (fresh) => {
      queries.setQueryData(rpc.chats.get.queryKey({ input: { id } }), fresh)
      return queries.invalidateQueries({ queryKey: rpc.chats.list.key() })
    },
    onError: (error) => toast(problemOf(error).message, 'bad'),
  })
}
