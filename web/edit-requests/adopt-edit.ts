import type { QueryClient } from '@tanstack/react-query'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** Applies the answer to a decision or withdrawal to the cache: the request no longer waits, and accepted values are live. */
export function adoptEdit(queries: QueryClient, fresh: EditRequestDetail): void {
  const { id, product_id, product, proposed, decisions } = fresh
  queries.setQueryData(rpc.editRequests.get.queryKey({ input: { id } }), fresh)
  if (product_id === null || !product) return
  const accepted = new Set<string>(decisions.filter((one) => one.accepted).map(({ field }) => field))
  const values = Object.fromEntries(Object.entries(proposed ?? {}).filter(([field]) => accepted.has(field)))
  queries.setQueryData(
    rpc.products.get.queryKey({ input: { id: product_id } }),
    (cached) => cached && { ...cached, ...values, ...product, editRequestId: null },
  )
}
