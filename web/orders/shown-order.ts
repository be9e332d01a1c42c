import type { AdminOrderLine, Order, OrderLine, SellerOrder, SellerOrderRow } from '#domain/order.ts'

/** An order as an admin sees it, or one of its sellers. */
export type ShownOrder = Order | SellerOrder
export type ShownLine = OrderLine | AdminOrderLine

/** Everything of it is known: an admin looks at it. */
export const isWhole = (order: ShownOrder): order is Order => 'total' in order

/** What a seller sells with an order: what was cancelled counts no more. */
export const remainingOf = ({ items, discount, cancelled }: SellerOrderRow): number => items - discount - cancelled

/** The line tells whose it is, as only admins see more than their own. */
export const hasSeller = (line: ShownLine): line is AdminOrderLine => 'seller_id' in line
