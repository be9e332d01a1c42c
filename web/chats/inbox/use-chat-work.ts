import { useQueryClient } from '@tanstack/react-query'
import type { Chat } from '#domain/chat.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

type Move = { move: 'solve' | 'reopen' | 'unblock' } | { move: 'assign'; assigneeId: string | null }
export type ChatWork = ReturnType<typeof useChatWork>

/** An admin's moves on a conversation. */
export function useChatWork(id: string) {
  return useAct({
    send: (move: Move) =>
      move.move === 'assign' ? client.chats.assign({ id, assigneeId: move.assigneeId }) : client.chats[move.move]({ id }),
    done: useFreshChat(),
  })
}

/** Shows a fresh state of a conversation on every screen. */
export function useFreshChat() {
  const queries = useQueryClient()
  return (fresh: Chat) => {
    queries.setQueryData(rpc.chats.get.queryKey({ input: { id: fresh.id } }), fresh)
    return queries.invalidateQueries({ queryKey: rpc.chats.list.key() })
  }
}
