import { NewOrder } from '#domain/order.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { orderBuyers, orderLines, orderSellers, orders } from '#server/platform/database/tables/orders.ts'

/** Adds an order of Bianca with an open and a shipped line of this seller, as rows only; no stock is taken. */
export async function addOrder({ db }: App, sellerId: string, paymentStatus: 'unpaid' | 'paid' = 'unpaid') {
  const orderId = newId()
  const openLineId = newId()
  const shippedLineId = newId()
  const productId = newId()
  const placedAt = new Date()
  const counts = { openLines: 1, shippedLines: 1, deliveredLines: 0, cancelledLines: 0 }
  const amounts = { items: 2_000, discount: 0, units: 2, ...counts, placedAt, paymentStatus }
  const paid = paymentStatus === 'paid' ? 2_500 : 0
  await db.insert(orders).values({ id: orderId, source: 'test', ...amounts, shipping: 500, tax: 0, total: 2_500, paid })
  await db.insert(orderBuyers).values({ orderId, name: 'Bianca', email: 'bianca@example.com', search: 'Bianca', placedAt })
  const line = { orderId, productId, sellerId, title: 'Brass lamp', unitPrice: 1_000, quantity: 1, discount: 0, tookStock: false }
  await db.insert(orderLines).values([
    { ...line, id: openLineId, at: 0 },
    { ...line, id: shippedLineId, at: 1, status: 'shipped', shippedAt: placedAt, carrier: 'Post', tracking: 'AT0' },
  ])
  await db.insert(orderSellers).values({ orderId, sellerId, ...amounts, search: 'Brass lamp Brass lamp' })
  return { orderId, openLineId, shippedLineId }
}

type Sold = { product_id: string; quantity?: number; unitPrice?: number }

/** An order as a storefront sends it: by default one lamp for 10.00 of each product, with a total that adds up. */
export function orderOf(products: readonly (string | Sold)[], about: Partial<NewOrder> = {}): NewOrder {
  const lines = products.map((one) => ({ quantity: 1, unitPrice: 1_000, ...(typeof one === 'string' ? { product_id: one } : one) }))
  const { shipping = 0, tax = 0, discount = 0 } = about
  const items = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  const buyer = { buyerName: 'Bianca', buyerEmail: 'bianca@example.com', shippingAddress: { line1: 'Ringstraße 1', city: 'Wien' } }
  return NewOrder.parse({ source: 'shop', currency: 'EUR', ...buyer, lines, total: items + shipping + tax - discount, ...about })
}
