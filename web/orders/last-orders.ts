import type { OrderSearch } from '#web/orders/order-search.ts'
import { listMemory } from '#web/platform/queries/list-memory.ts'

/** The last filters of the list of orders, for the link back from an order. */
export const lastOrders = listMemory<OrderSearch>()
