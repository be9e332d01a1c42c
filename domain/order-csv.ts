import { csvLine } from '#domain/csv.ts'
import { priceText } from '#domain/money.ts'
import type { AdminOrderLine, Order, OrderLine, SellerOrder } from '#domain/order.ts'

/* Orders as CSV: a row for each line; values of the whole order are repeated in each. Amounts in major units. */

type Cell<Whole, Line> = (order: Whole, line: Line, currency: string) => string
type Columns<Whole, Line> = Record<string, Cell<Whole, Line>>

const address: Columns<SellerOrder, unknown> = {
  line1: ({ shippingAddress }) => shippingAddress?.line1 ?? '',
  line2: ({ shippingAddress }) => shippingAddress?.line2 ?? '',
  postalCode: ({ shippingAddress }) => shippingAddress?.postalCode ?? '',
  city: ({ shippingAddress }) => shippingAddress?.city ?? '',
  region: ({ shippingAddress }) => shippingAddress?.region ?? '',
  country: ({ shippingAddress }) => shippingAddress?.country ?? '',
}

const sold: Columns<unknown, OrderLine> = {
  product_id: (_, { product_id }) => product_id,
  sku: (_, { sku }) => sku ?? '',
  title: (_, { title }) => title,
  quantity: (_, { quantity }) => String(quantity),
  unitPrice: (_, { unitPrice }, currency) => priceText(unitPrice, currency),
  lineDiscount: (_, line, currency) => priceText(line.discount, currency),
  lineStatus: (_, { status }) => status,
  carrier: (_, { carrier }) => carrier,
  tracking: (_, { tracking }) => tracking,
}

const amounts = ['items', 'shipping', 'tax', 'discount', 'total', 'paid', 'refunded'] as const
const sums = Object.fromEntries(
  amounts.map((name): [string, Cell<Order, unknown>] => [name, (order, _, currency) => priceText(order[name], currency)]),
)

const ownColumns: Columns<SellerOrder, OrderLine> = {
  number: ({ number }) => number,
  placedAt: ({ placedAt }) => placedAt,
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  buyerName: ({ buyerName }) => buyerName,
  ...address,
  ...sold,
}

const adminColumns: Columns<Order, AdminOrderLine> = {
  number: ({ number }) => number,
  source: ({ source }) => source,
  externalId: ({ externalId }) => externalId ?? '',
  placedAt: ({ placedAt }) => placedAt,
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  paidAt: ({ paidAt }) => paidAt ?? '',
  buyerName: ({ buyerName }) => buyerName,
  buyerEmail: ({ buyerEmail }) => buyerEmail ?? '',
  ...address,
  ...sold,
  seller_id: (_, { seller_id }) => seller_id,
  sellerName: (_, { seller }) => seller.name,
  sellerShop: (_, { seller }) => seller.shopName,
  ...sums,
  currency: (_, __, currency) => currency,
}

/** A file's header, and the rows of one order. */
export type OrderFile<Whole> = { header: string; rows: (order: Whole, currency: string) => string }

function fileOf<Line, Whole extends { lines: readonly Line[] }>(columns: Columns<Whole, Line>): OrderFile<Whole> {
  const cells = Object.values(columns)
  return {
    header: csvLine(Object.keys(columns)),
    rows: (order, currency) => order.lines.map((line) => csvLine(cells.map((cell) => cell(order, line, currency)))).join(''),
  }
}

/** All columns, for admins. An import accepts the file. */
export const adminOrderFile = fileOf(adminColumns)
/** A seller's own lines. */
export const ownOrderFile = fileOf(ownColumns)

/** The column names of an admin's file. */
export const adminOrderColumns: readonly string[] = Object.keys(adminColumns)
