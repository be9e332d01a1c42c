import type { AdminOrderLine, Order, OrderLine, SellerOrder, SellerOrderRow } from '#domain/order.ts'
import type { LineMove } from '#domain/order-rules.ts'

/** An order as an admin or one of its sellers sees it. */
export type ShownOrder = Order | SellerOrder
export type ShownLine = OrderLine | AdminOrderLine

/** True for a complete order, as only admins receive it. */
export const isAdminOrder = (order: ShownOrder): order is Order => 'total' in order

/** The payment status of an order for which the marketplace has no money, of which people are warned before they ship it; null for others. */
export const unpaidOrRefunded = ({ paymentStatus: status }: Pick<ShownOrder, 'paymentStatus'>): 'unpaid' | 'refunded' | null =>
  status === 'unpaid' || status === 'refunded' ? status : null

/** The moves of lines that are offered to those who see the order like this. */
export const movesOf = (order: ShownOrder): readonly LineMove[] =>
  isAdminOrder(order) ? ['ship', 'deliver', 'cancel'] : ['ship', 'deliver']

/** What a seller sells with an order, without cancelled lines. */
export const remainingOf = ({ items, discount, cancelled }: SellerOrderRow): number => items - discount - cancelled

/** True for a line that names its seller, as only admins receive it. */
export const hasSeller = (line: ShownLine): line is AdminOrderLine => 'seller_id' in line
