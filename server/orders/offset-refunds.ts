import { sqlOf, type Tx } from '#server/platform/database/database.ts'

const sumOf = (entries: string) => `coalesce(sum(amount) filter (where ${entries}), 0)`

/**
 * SQL: subtracts from the refunds of orders what their cancelled lines took out of gross sales, so that net sales count it once, in whichever
 * order the two happened (product §5). The amount is the lesser of the money returned and the value of the cancelled lines, and only grows; its
 * growth is a negative refund of the moment of the last of them. `orderIds` is SQL of a list; the orders are locked.
 */
export const insertOffsets = (orderIds: string): string => `
    insert into sales_entries (at, kind, order_id, amount)
    select at, 'refund', order_id, -growth from (
      select order_id, max(at) filter (where (kind = 'refund' and amount > 0) or (kind = 'cancelled-line' and amount < 0)) as at,
        least(${sumOf(`kind = 'refund' and amount > 0`)}, -${sumOf(`kind = 'cancelled-line'`)}) + ${sumOf(`kind = 'refund' and amount < 0`)} as growth
      from sales_entries where order_id in (${orderIds}) group by order_id
    ) o where growth > 0`

/** The same of one order. */
export const offsetRefunds = async (tx: Tx, orderId: string): Promise<unknown> => sqlOf(tx).unsafe(insertOffsets('$1'), [orderId])
