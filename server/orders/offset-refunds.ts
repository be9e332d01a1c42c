import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Subtracts from an order's refunds what its cancelled lines took out of gross sales, so that net sales count it once, in whichever order
 * the two happened (product §5). The amount is the lesser of the money returned and the value of the cancelled lines, and only grows; its
 * growth is a negative refund of today. The order is locked.
 */
export const offsetRefunds = (tx: Tx, orderId: string): Promise<unknown> =>
  tx.execute(sql`
    insert into sales_entries (at, kind, order_id, amount)
    select now(), 'refund', ${orderId}, -growth from (
      select least(${sumOf(`kind = 'refund' and amount > 0`)}, -${sumOf(`kind = 'cancelled-line'`)}) + ${sumOf(`kind = 'refund' and amount < 0`)} as growth
      from sales_entries where order_id = ${orderId}
    ) o where growth > 0`)

const sumOf = (entries: string) => sql.raw(`coalesce(sum(amount) filter (where ${entries}), 0)`)
