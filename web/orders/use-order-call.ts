import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import type { Order, OrderLine } from '#domain/order.ts'
import { lineStatuses } from '#domain/order-rules.ts'
import type { ShownOrder } from '#web/orders/shown-order.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** What a write answers with: the order, or those of its lines that were moved. */
type Answer = Order | { lines: OrderLine[] } | object

/**
 * Sends something about an order. What the server answered stands on every screen at once. However it ends, all that is shown of orders is asked for
 * afresh: a refusal means that it changed.
 */
export function useOrderCall(id?: string) {
  const queries = useQueryClient()
  return async <Told extends Answer>(call: () => Promise<Told>): Promise<Told> => {
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

/** What of an order waits to be shipped, as `orders.unshipped` counts it. */
function waitingOf({ counts: { open }, paymentStatus }: ShownOrder) {
  const orders = Number(open > 0)
  return { lines: open, orders, unpaid: paymentStatus === 'unpaid' ? orders : 0 }
}

/** Counts anew what waits to be shipped; where more waits than is counted it stays. */
function countWaiting(queries: QueryClient, before: ShownOrder, after: ShownOrder): void {
  const [was, is] = [waitingOf(before), waitingOf(after)]
  const less = (known: number, name: keyof typeof was) => Math.max(0, known - was[name] + is[name])
  queries.setQueryData(rpc.orders.unshipped.queryKey(), (known) =>
    known && known.lines <= limits.queue.shownMax
      ? { lines: less(known.lines, 'lines'), orders: less(known.orders, 'orders'), unpaid: less(known.unpaid, 'unpaid') }
      : known,
  )
}
