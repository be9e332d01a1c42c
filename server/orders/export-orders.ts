import { sql } from 'drizzle-orm'
import type { OrderFilters } from '#contract/orders.ts'
import { limits } from '#domain/limits.ts'
import type { Order, SellerOrder } from '#domain/order.ts'
import { adminOrderFile, type OrderFile, ownOrderFile } from '#domain/order-csv.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { allOrders, ownOrders, type Page, readOrders } from '#server/orders/list-orders.ts'
import { orderColumns, ownOrderColumns } from '#server/orders/order-row.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

/**
 * The orders as CSV, narrowed as the list is, newest first, a row for each line: for admins everything, for a seller his own lines. Page by page:
 * whoever reads slowly is waited for, and memory stays flat. Whoever may not see them any more gets no further: throws what `refuseInactive` does.
 */
export function exportOrders(app: App, actor: Actor, filters: OrderFilters): AsyncGenerator<string> {
  if (actor.role === 'admin') {
    const all = allOrders(app, filters)
    return write<Order>(app, actor, adminOrderFile, (place) => readOrders(app, all, orderColumns, place))
  }
  const own = ownOrders(app, actor, filters)
  return write<SellerOrder>(app, actor, ownOrderFile, (place) => readOrders(app, own, ownOrderColumns, place))
}

type Read<Row> = (place: { cursor: string | undefined; limit: number }) => Promise<Page<Row>>

async function* write<Row>(app: App, actor: Actor, { header, rows }: OrderFile<Row>, read: Read<Row>): AsyncGenerator<string> {
  yield header
  for (let cursor: string | undefined; ; ) {
    await refuseInactive(app, actor)
    const page = await read({ cursor, limit: limits.export.page })
    if (page.rows.length > 0) yield page.rows.map((order) => rows(order, app.config.currency)).join('')
    if (page.next === null) return
    cursor = page.next
  }
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
