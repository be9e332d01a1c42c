import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Blanks payloads and answers about an erased person or item in the log (product §6); the deliveries stay listed. Waiting ones are sent
 * first. `ids` is a query.
 */
export async function blankDeliveries(tx: Tx, ids: SQL): Promise<void> {
  await tx.execute(sql`
    with blanked as (
      update webhook_deliveries set payload = null
      where (owner_id in ${ids} or item_id in ${ids}) and status <> 'waiting' and payload is not null returning id
    )
    update webhook_attempts set answer = '' where delivery_id in (select id from blanked)`)
}
