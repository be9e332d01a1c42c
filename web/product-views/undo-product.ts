import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#domain/product.ts'
import { type Undoable, undoing, untilFromNow } from '#web/platform/queries/undo-decision.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Undo } from '#web/ui/toasts.ts'

type Then = (undone: Product, askedAt: number) => void

/** The person's own decision on a product that was just answered, as it can be undone; `then` gets the product once it is. */
export function undoable(queries: QueryClient, { id, status, version, title }: Product, then?: Then): Undoable {
  const send = async () => {
    const askedAt = performance.now()
    const undone = await client.products.undo({ id, status, version })
    queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), undone)
    then?.(undone, askedAt)
  }
  return { id, title, send, until: untilFromNow() }
}

/** The undo of several decisions on products. */
export const undoForAll = (queries: QueryClient, decided: readonly Undoable[]): Undo =>
  undoing(queries, decided, [rpc.products.key(), rpc.editRequests.key()])

/** The undo of a decision that was just answered. */
export const undoFor = (queries: QueryClient, decided: Product, then?: Then): Undo =>
  undoForAll(queries, [undoable(queries, decided, then)])
