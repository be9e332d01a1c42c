import { type SQL, sql } from 'drizzle-orm'
import type { OrderFilters } from '#contract/orders.ts'
import type { ChatMessage } from '#domain/chat.ts'
import { type Order, publicOrder, type SellerOrder } from '#domain/order.ts'
import { adminOrderFile, type OrderFile, ownOrderFile } from '#domain/order-csv.ts'
import type { Actor } from '#domain/user.ts'
import { allOrdersForAdmins, cursorOf, type Filtered, ordersAfter, ownOrders } from '#server/orders/list-orders.ts'
import { orderColumns, ownOrderColumns } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import { inPages, openList } from '#server/platform/database/in-pages.ts'
import { messageJson, messageSource } from '#server/platform/database/message-json.ts'
import { assertActive } from '#server/sessions/still-active.ts'

/**
 * Exports the filtered list of orders as CSV, newest first, one row per line: for admins everything, for sellers their own lines. It is
 * read page by page at the speed of the client, so memory stays flat. If the actor loses access meanwhile, it ends with the error of
 * `assertActive`.
 */
export function exportOrders(app: App, actor: Actor, filters: OrderFilters): AsyncGenerator<string> {
  return actor.role === 'admin'
    ? write<Order>(app, actor, adminOrderFile, allOrdersForAdmins(app, filters), orderColumns)
    : write<SellerOrder>(app, actor, ownOrderFile, ownOrders(app, actor, filters), ownOrderColumns)
}

async function* write<Row extends Order | SellerOrder>(
  app: App,
  actor: Actor,
  { header, rows }: OrderFile<Row>,
  filtered: Filtered,
  columns: SQL,
): AsyncGenerator<string> {
  yield header
  yield* inPages<Row>(app.sql, {
    page: (cursor, limit) => ordersAfter(filtered, columns, { cursor, limit }),
    placeOf: cursorOf,
    textOf: (order) => rows(order, app.config.currency),
    mayGoOn: () => assertActive(app, actor),
    prepare: filtered.fixed,
  })
}

/**
 * Exports everything stored about a buyer, by address, as JSON in chunks: their orders, oldest first, and the messages
 * of their chat (product §5).
 */
export async function* exportBuyer(app: App, actor: Actor, email: string): AsyncGenerator<string> {
  yield `{\n"email": ${JSON.stringify(email)},\n"orders": [`
  const mayGoOn = () => assertActive(app, actor)
  const orderText = openList()
  const messageText = openList()
  yield* inPages<Order>(app.sql, {
    page: (after = '', limit) => sql`
      select ${orderColumns} from order_buyers b join orders o on o.id = b.order_id
      where lower(b.email) = lower(${email}) and o.id > ${after} order by o.id limit ${limit}`,
    placeOf: ({ id }) => id,
    textOf: (order) => orderText(publicOrder(order)),
    mayGoOn,
  })
  yield '\n],\n"messages": ['
  const place = sql.raw(`m.chat_id || '/' || lpad(m.number::text, 10, '0')`)
  yield* inPages<{ place: string; message: ChatMessage }>(app.sql, {
    page: (after = '', limit) => sql`
      select ${place} as place, ${sql.raw(messageJson)} as message from ${sql.raw(messageSource)}
      where lower(c.buyer_email) = lower(${email}) and ${place} > ${after} order by 1 limit ${limit}`,
    placeOf: (row) => row.place,
    textOf: ({ message }) => messageText(message),
    mayGoOn,
  })
  yield '\n]}\n'
}
