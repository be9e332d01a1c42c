import { sql } from 'drizzle-orm'
import type { NewOrder } from '#domain/order.ts'
import { lineStatuses } from '#domain/order-rules.ts'
import { byField, soldFields } from '#domain/product-fields.ts'
import { foldCase } from '#domain/text.ts'
import type { LockedOrder } from '#server/orders/find-order.ts'
import type { LineToWrite } from '#server/orders/place-order.ts'
import { takesStock } from '#server/orders/take-stock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'

const sold = sql.raw(soldFields.join(', '))
const soldTexts = sql.raw(soldFields.map((field) => `${field} text`).join(', '))

/** Writes the rows of a new order: its lines as sold, its buyer, each seller's part, and the ledger's count of lines. */
export async function writeLines(tx: Tx, { id, number }: LockedOrder, lines: readonly LineToWrite[], order: NewOrder): Promise<void> {
  const rows = lines.map(({ product, ...line }, at) => ({
    id: newId(),
    at,
    productId: product.id,
    sellerId: product.sellerId,
    ...byField(soldFields, (field) => product[field]),
    title: line.title ?? product.title,
    unitPrice: line.unitPrice,
    quantity: line.quantity,
    discount: line.discount,
    tookStock: takesStock(line) && product.stock !== null,
    status: line.status ?? 'open',
    carrier: line.carrier ?? '',
    tracking: line.tracking ?? '',
  }))
  await tx.execute(sql`
    insert into order_lines (id, order_id, at, product_id, seller_id, ${sold}, unit_price, quantity, discount, took_stock, status, carrier, tracking)
    select id, ${id}, at, "productId", "sellerId", ${sold}, "unitPrice", quantity, discount, "tookStock", status, carrier, tracking
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (id text, at integer, "productId" text, "sellerId" text, ${soldTexts},
      "unitPrice" bigint, quantity integer, discount bigint, "tookStock" boolean, status line_status, carrier text, tracking text)`)
  await tx.execute(sql`${sql.raw(insertSellers)} where o.id = ${id} group by o.id, l.seller_id`)
  const { buyerName, buyerEmail, shippingAddress } = order
  await tx.execute(sql`
    insert into order_buyers (order_id, name, email, address, search, placed_at)
    select id, ${buyerName}, ${buyerEmail}, ${shippingAddress ? JSON.stringify(shippingAddress) : null}::jsonb,
      ${foldCase([number, buyerName, buyerEmail].join(' '))}, placed_at from orders where id = ${id}`)
  await tx.execute(sql`
    insert into sales_entries (at, kind, order_id, line_id, product_id, seller_id, category, amount, units)
    select o.placed_at, 'placed-line', o.id, l.id, l.product_id, l.seller_id, l.category, 0, l.quantity
    from orders o join order_lines l on l.order_id = o.id where o.id = ${id} order by l.at`)
}

/** SQL: inserts each seller's part of the orders `o` that a condition after it names, grouped by `o.id, l.seller_id`. */
export const insertSellers = `
    insert into order_sellers (order_id, seller_id, placed_at, payment_status, items, discount, units,
      ${lineStatuses.map((status) => `${status}_lines`)}, search)
    select o.id, l.seller_id, o.placed_at, o.payment_status, sum(l.unit_price * l.quantity), sum(l.discount), sum(l.quantity),
      ${lineStatuses.map((status) => `count(*) filter (where l.status = '${status}')`)}, o.number || ' ' || string_agg(l.title, ' ' order by l.at)
    from orders o join order_lines l on l.order_id = o.id`
