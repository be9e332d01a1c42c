import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** How much waits of what an admin looks after; undefined while it is not known. The navigation asks for the same. */
export function useWaiting() {
  const products = useQuery(rpc.products.waiting.queryOptions())
  const edits = useQuery(rpc.editRequests.waiting.queryOptions())
  const chats = useQuery(rpc.chats.unread.queryOptions())
  const lines = useQuery(rpc.orders.unshipped.queryOptions())
  return { products: products.data?.pending, edits: edits.data?.pending, chats: chats.data?.unread, lines: lines.data?.lines }
}
