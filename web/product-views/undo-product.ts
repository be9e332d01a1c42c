import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#domain/product.ts'
import { undoing } from '#web/platform/queries/undo-decision.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Undo } from '#web/ui/toasts.ts'

/** The undo of the person's own decision on a product. */
export const undoFor = (queries: QueryClient, { id, status, version, title }: Product): Undo =>
  undoing(queries, {
    title,
    send: () => client.products.undo({ id, status, version }),
    show: (fresh) => queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh),
    stale: [rpc.products.key(), rpc.editRequests.key()],
  })
