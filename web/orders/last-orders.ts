import type { OrderSearch } from '#web/orders/order-search.ts'
import { listMemory } from '#web/platform/queries/list-memory.ts'

/** How the list of orders was last looked at; the way back from an order leads there. */
export const lastOrders = listMemory<OrderSearch>()
