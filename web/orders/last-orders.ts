import { listMemory } from '#web/app/list-memory.ts'
import type { OrderSearch } from '#web/orders/order-search.ts'

/** How the list of orders was last looked at; the way back from an order leads there. */
export const lastOrders = listMemory<OrderSearch>()
