import { isDeepStrictEqual } from 'node:util'
import type { NewOrder, Order } from '#domain/order.ts'

/**
 * True if an order that arrives under a name says what the one that was taken under it says: then it is the same, sent again. When it was placed and paid
 * may be told by the clock of each try. Of a buyer who was erased nothing is compared.
 */
export function isSameOrder(arrived: NewOrder, taken: Order): boolean {
  return isDeepStrictEqual(amountsOf(arrived), amountsOf(taken)) && hasSameLines(arrived, taken) && hasSameBuyer(arrived, taken)
}

const amountsOf = ({ shipping, tax, discount, total }: NewOrder | Order) => ({ shipping, tax, discount, total })

const hasSameLines = (arrived: NewOrder, taken: Order) =>
  arrived.lines.length === taken.lines.length &&
  arrived.lines.every(({ product_id, quantity, unitPrice, title }, at) => {
    const line = taken.lines[at]
    return (
      line?.product_id === product_id && line.quantity === quantity && line.unitPrice === unitPrice && (title ?? line.title) === line.title
    )
  })

const hasSameBuyer = ({ buyerName, buyerEmail, shippingAddress }: NewOrder, taken: Order) =>
  taken.erasedAt !== null ||
  (buyerName === taken.buyerName && buyerEmail === taken.buyerEmail && isDeepStrictEqual(shippingAddress ?? null, taken.shippingAddress))
