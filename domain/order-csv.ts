import { amounts, type Columns, csvOf, currency, numbers, texts } from '#domain/csv-columns.ts'
import type { AdminOrderLine, Order, OrderLine, SellerOrder } from '#domain/order.ts'
import { addressColumns, productColumns } from '#domain/order-import.ts'

/* Orders as CSV: a row for each line; values of the whole order are repeated in each. */

const addressAndLine = {
  ...texts(...addressColumns, ...productColumns),
  ...numbers('quantity'),
  ...amounts('unitPrice', 'lineDiscount'),
  ...texts('lineStatus', 'carrier', 'tracking'),
}

/** A line with the values of its order. Some names that both have are those of the line. */
const rowOf = <Whole extends SellerOrder | Order, Line extends OrderLine>(order: Whole, line: Line) => ({
  ...line,
  ...order,
  ...order.shippingAddress,
  title: line.title,
  lineStatus: line.status,
  lineDiscount: line.discount,
})
const adminRowOf = (order: Order, line: AdminOrderLine) => ({
  ...rowOf(order, line),
  sellerName: line.seller.name,
  sellerShop: line.seller.shopName,
})

const ownColumns: Columns<ReturnType<typeof rowOf<SellerOrder, OrderLine>>> = {
  ...texts('number', 'placedAt', 'paymentStatus', 'buyerName'),
  ...addressAndLine,
}
const adminColumns: Columns<ReturnType<typeof adminRowOf>> = {
  ...texts('number', 'source', 'externalId', 'placedAt', 'paymentStatus', 'paidAt', 'buyerName', 'buyerEmail'),
  ...addressAndLine,
  ...texts('seller_id', 'sellerName', 'sellerShop'),
  ...amounts('items', 'shipping', 'tax', 'discount', 'total', 'paid', 'refunded'),
  ...currency,
}

/** A file's header, and the rows of one order. */
export type OrderFile<Whole> = { header: string; rows: (order: Whole, currency: string) => string }

function fileOf<Line, Whole extends { lines: readonly Line[] }, Row>(
  columns: Columns<Row>,
  toRow: (order: Whole, line: Line) => Row,
): OrderFile<Whole> {
  const { header, lineOf } = csvOf(columns)
  return { header, rows: (order, code) => order.lines.map((line) => lineOf(toRow(order, line), code)).join('') }
}

/** All columns, for admins. An import accepts the file. */
export const adminOrderFile = fileOf(adminColumns, adminRowOf)
/** A seller's own lines. */
export const ownOrderFile = fileOf(ownColumns, rowOf<SellerOrder, OrderLine>)

/** The column names of an admin's file. */
export const adminOrderColumns: readonly string[] = Object.keys(adminColumns)
