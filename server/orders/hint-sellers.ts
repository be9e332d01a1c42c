import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { hintAll } from '#server/platform/events/record.ts'

/** Publishes a hint to every seller with a line in an order; admins get one by the event itself. */
export const hintSellers = (tx: Tx, orderId: string): Promise<void> =>
  hintAll(tx, 'order.change', sql`select order_id, seller_id from order_sellers where order_id = ${orderId} order by seller_id`)
