import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import type { Order, OrderLine } from '#domain/order.ts'
import { lineStatuses, type PaymentStatus } from '#domain/order-rules.ts'
import type { ShownOrder } from '#web/orders/shown-order.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** The answer of a write: the order, or its moved lines. */
type Answer = Order | { lines: OrderLine[] } | object

/**
 * Makes a write call about an order and shows its answer on every screen at once. Whether it succeeds or not, all queries of orders are
 * refetched: a refusal means that the order changed.
 */
export function useOrderCall(id?: string) {
  const queries = useQueryClient()
  return async <Result extends Answer>(call: () => Promise<Result>): Promise<Result> => {
    try {
      const answer = await call()
      if (id !== undefined) adopt(queries, id, answer)
      return answer
    } finally {
      void queries.invalidateQueries({ queryKey: rpc.orders.key() })
    }
  }
}

function adopt(queries: QueryClient, id: string, answer: Answer): void {
  for (const get of [rpc.orders.get, rpc.orders.getOwn]) {
    const queryKey = get.queryKey({ input: { id } })
    const before = queries.getQueryData<ShownOrder>(queryKey)
    if (!before) continue
    const after = afterOf(before, answer)
    queries.setQueryData<ShownOrder>(queryKey, after)
    countWaiting(queries, before, after)
  }
}

function afterOf(order: ShownOrder, answer: Answer): ShownOrder {
  if ('total' in answer) return answer
  const moved = 'lines' in answer ? answer.lines : []
  const lines = order.lines.map((line) => ({ ...line, ...moved.find(({ id }) => id === line.id) }))
  const count = (status: string) => lines.filter((line) => line.status === status).length
  const counts = Object.fromEntries(lineStatuses.map((status) => [status, count(status)]))
  return { ...order, lines, counts } as ShownOrder
}

/** The part of an order that waits to be shipped, as `orders.unshipped` counts it. */
function waitingOf({ counts: { open }, paymentStatus }: ShownOrder) {
  const orders = Number(open > 0)
  const ordersIf = (status: PaymentStatus) => (paymentStatus === status ? orders : 0)
  return { lines: open, orders, unpaid: ordersIf('unpaid'), refunded: ordersIf('refunded') }
}

/** Updates the count of what waits to be shipped; a count beyond its maximum stays. */
function countWaiting(queries: QueryClient, before: ShownOrder, after: ShownOrder): void {
  const was = waitingOf(before)
  const is = waitingOf(after)
  const less = (count: number, name: keyof typeof was) => Math.max(0, count - was[name] + is[name])
  queries.setQueryData(rpc.orders.unshipped.queryKey(), (cached) =>
    cached && cached.lines <= limits.queue.shownMax
      ? {
          lines: less(cached.lines, 'lines'),
          orders: less(cached.orders, 'orders'),
          unpaid: less(cached.unpaid, 'unpaid'),
          refunded: less(cached.refunded, 'refunded'),
        }
      : cached,
  )
}
