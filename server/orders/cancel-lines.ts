import { sql } from 'drizzle-orm'
import type { By } from '#domain/by.ts'
import type { OrderLine } from '#domain/order.ts'
import type { LockedOrder } from '#server/orders/find-order.ts'
import { type Lines, type MovedLine, moveLines } from '#server/orders/move-lines.ts'
import { offsetRefunds } from '#server/orders/offset-refunds.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Cancels open lines, by an admin or a program, and gives their stock back. In a paid order, what was paid for them leaves the sales of
 * today and is refunded separately; in an unpaid order it is no longer due (product §5). Throws as `moveLines` does.
 */
export const cancelLines = (app: App, by: By, { reason, ...lines }: Lines & { reason: string }): Promise<OrderLine[]> =>
  moveLines(app, by, 'cancel', lines, {
    set: sql`cancelled_at = now()`,
    reason: reason === '' ? null : reason,
    also: async (tx, order, moved) => {
      await giveBack(tx, moved)
      await correctSales(tx, order, moved)
    },
  })

const idsOf = (moved: readonly MovedLine[]) =>
  sql`(select json_array_elements_text(${JSON.stringify(moved.map(({ line }) => line.id))}::json))`

/** Products are locked in the order of their ids, as when stock is taken. Products that no longer count their stock get nothing back. */
const giveBack = (tx: Tx, moved: readonly MovedLine[]) =>
  tx.execute(sql`
    with back as (
      select product_id as id, sum(quantity) as quantity from order_lines where id in ${idsOf(moved)} and took_stock group by product_id
    ), held as (select p.id from products p where p.id in (select id from back) order by p.id for no key update)
    update products p set stock = least(p.stock + back.quantity, ${limits.product.stockMax}), updated_at = now()
    from back join held on held.id = back.id where p.id = back.id and p.stock is not null`)

async function correctSales(tx: Tx, { id, paymentStatus }: LockedOrder, moved: readonly MovedLine[]): Promise<void> {
  await tx.execute(sql`
    update orders set cancelled = (select sum(unit_price * quantity - discount) from order_lines where order_id = ${id} and status = 'cancelled')
    where id = ${id}`)
  const wasPaid = paymentStatus !== 'unpaid'
  await tx.execute(sql`
    insert into sales_entries (at, kind, order_id, line_id, product_id, seller_id, category, amount, units)
    select now(), 'cancelled-line', order_id, id, product_id, seller_id, category,
      case when ${wasPaid}::boolean then discount - unit_price * quantity else 0 end, case when ${wasPaid}::boolean then -quantity else 0 end
    from order_lines where id in ${idsOf(moved)} order by at`)
  if (wasPaid) await offsetRefunds(tx, id)
}
