import { useQueries } from '@tanstack/react-query'
import type { ShownOrder } from '#web/orders/shown-order.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'

/**
 * These orders with their lines, and by id why others could not be loaded at all. `isFresh`: all of them are as the server has them now; `failed`:
 * the first that could not be loaded or refreshed.
 */
export function useWholeOrders<Named extends { id: string }>(selected: readonly Named[]) {
  const { role } = useActor()
  const found = useQueries({
    queries: selected.map(({ id }) => {
      const options = { input: { id }, staleTime: 0 }
      return role === 'admin' ? rpc.orders.get.queryOptions(options) : rpc.orders.getOwn.queryOptions(options)
    }) as ReturnType<typeof rpc.orders.get.queryOptions>[],
  })
  return {
    orders: found.flatMap(({ data }) => (data ? [data as ShownOrder] : [])),
    unloaded: selected.flatMap(({ id }, at) => (found[at]?.isLoadingError ? [[id, problemOf(found[at].error).message] as const] : [])),
    isLoading: found.some(({ isPending }) => isPending),
    isFresh: found.every(({ fetchStatus, isSuccess }) => fetchStatus === 'idle' && isSuccess),
    failed: selected
      .flatMap((order, at) => (found[at]?.isError && found[at].fetchStatus === 'idle' ? [{ ...order, error: found[at].error }] : []))
      .at(0),
  }
}
