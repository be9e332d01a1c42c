import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#domain/product.ts'
import { type Undoable, undoing } from '#web/platform/queries/undo-decision.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Undo } from '#web/ui/toasts.ts'

/** The undo of the person's own decisions on products, as they were decided. */
export const undoFor = (queries: QueryClient, ...decided: readonly Product[]): Undo =>
  undoing(
    queries,
    decided.map(({ id, status, version, title }): Undoable => {
      const send = async () => {
        queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), await client.products.undo({ id, status, version }))
      }
      return { id, title, send }
    }),
    [rpc.products.key(), rpc.editRequests.key()],
  )
