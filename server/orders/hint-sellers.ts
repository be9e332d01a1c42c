import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'

/** Publishes a hint to every seller with a line in an order; admins get one by the event itself. */
export async function hintSellers(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(sql`
    insert into feed_waiting (kind, item_id, owner_id)
    select 'order.change', order_id, seller_id from order_sellers where order_id = ${orderId} order by seller_id`)
}
