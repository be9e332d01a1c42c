import { type SQL, sql } from 'drizzle-orm'
import type { OrderFilters } from '#contract/orders.ts'
import { limits } from '#domain/limits.ts'
import type { Order, SellerOrder } from '#domain/order.ts'
import { adminOrderFile, type OrderFile, ownOrderFile } from '#domain/order-csv.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { allOrders, cursorOf, eachOrder, type Narrowed, ownOrders } from '#server/orders/list-orders.ts'
import { orderColumns, ownOrderColumns } from '#server/orders/order-row.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

/**
 * The orders as CSV, narrowed as the list is, newest first, a row for each line: for admins everything, for a seller his own lines. Page by page:
 * whoever reads slowly is waited for, and memory stays flat. Whoever may not see them any more gets no further: throws what `refuseInactive` does.
 */
export function exportOrders(app: App, actor: Actor, filters: OrderFilters): AsyncGenerator<string> {
  return actor.role === 'admin'
    ? write<Order>(app, actor, adminOrderFile, allOrders(app, filters), orderColumns)
    : write<SellerOrder>(app, actor, ownOrderFile, ownOrders(app, actor, filters), ownOrderColumns)
}

async function* write<Row extends Order | SellerOrder>(
  app: App,
  actor: Actor,
  { header, rows }: OrderFile<Row>,
  narrowed: Narrowed,
  columns: SQL,
): AsyncGenerator<string> {
  const limit = limits.export.page
  const texts: string[] = []
  let [cursor, count]: [string | undefined, number] = [undefined, 0]
  // One for all pages: the driver's finished queries linger, and would keep what each of them was given.
  const take = (order: Row) => {
    count += 1
    if (count > limit) return
    texts.push(rows(order, app.config.currency))
    cursor = cursorOf(order)
  }
  yield header
  do {
    await refuseInactive(app, actor)
    count = 0
    await eachOrder<Row>(app, narrowed, columns, { cursor, limit }, take)
    if (count > 0) yield texts.splice(0).join('')
  } while (count > limit)
}

/** Everything that is kept about a buyer, by his address, as JSON in pieces: his orders, oldest first (product §5). */
export async function* exportBuyer(app: App, actor: Actor, email: string): AsyncGenerator<string> {
  yield `{\n"email": ${JSON.stringify(email)},\n"orders": [`
  for (let after = '', first = true; ; first = false) {
    await refuseInactive(app, actor)
    const rows = await app.db.execute<Order>(sql`
      select ${orderColumns} from order_buyers b join orders o on o.id = b.order_id
      where lower(b.email) = lower(${email}) and o.id > ${after} order by o.id limit ${limits.export.page}`)
    const text = rows.map((order) => `\n${JSON.stringify(order)}`).join(',')
    if (text) yield first ? text : `,${text}`
    if (rows.length < limits.export.page) break
    after = rows.at(-1)?.id ?? ''
  }
  yield '\n]}\n'
}
