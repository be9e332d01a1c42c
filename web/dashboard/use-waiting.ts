import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** Counts of the work that waits for admins; undefined until loaded. The navigation uses the same queries. */
export function useWaiting() {
  const products = useQuery(rpc.products.waiting.queryOptions())
  const edits = useQuery(rpc.editRequests.waiting.queryOptions())
  const chats = useQuery(rpc.chats.unread.queryOptions())
  const lines = useQuery(rpc.orders.unshipped.queryOptions())
  return { products: products.data?.pending, edits: edits.data?.pending, chats: chats.data?.unread, lines: lines.data?.lines }
}
