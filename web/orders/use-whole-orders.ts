import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import type { Role } from '#domain/user.ts'
import type { ShownOrder } from '#web/orders/shown-order.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'

/** The query of an order, as far as a person of this role may see it. */
export const orderQuery = (role: Role, id: string) =>
  (role === 'admin' ? rpc.orders.get : rpc.orders.getOwn).queryOptions({ input: { id } }) as UseQueryOptions<ShownOrder>

/**
 * These orders with their lines, and by id why others could not be loaded at all. `isFresh`: all of them are as the server has them now; `failed`:
 * the first that could not be loaded or refreshed.
 */
export function useWholeOrders<Named extends { id: string }>(selected: readonly Named[]) {
  const { role } = useActor()
  const found = useQueries({
    queries: selected.map(({ id }) => ({ ...orderQuery(role, id), staleTime: 0 })),
  })
  return {
    orders: found.flatMap(({ data }) => data ?? []),
    unloaded: selected.flatMap(({ id }, at) => (found[at]?.isLoadingError ? [[id, problemOf(found[at].error).message] as const] : [])),
    isLoading: found.some(({ isPending }) => isPending),
    isFresh: found.every(({ fetchStatus, isSuccess }) => fetchStatus === 'idle' && isSuccess),
    failed: selected
      .flatMap((order, at) => (found[at]?.isError && found[at].fetchStatus === 'idle' ? [{ ...order, error: found[at].error }] : []))
      .at(0),
  }
}
