import { fireEvent, screen, within } from '@testing-library/react'
import type { ListedOrder } from '#contract/orders.ts'
import type { AdminOrderLine, Order, SellerOrder } from '#domain/order.ts'
import { renderApp, type sally, sallyAsSeller } from '#web/testing/render-app.tsx'

/** When the order was placed. */
export const moment = '2026-11-20T10:00:00.000Z'
/** An open line of Sally's. */
export const line = (id: string, change: Partial<AdminOrderLine> = {}): AdminOrderLine => ({
  id,
  product_id: `product-${id}`,
  title: `Lamp ${id}`,
  sku: null,
  unitPrice: 1_000,
  quantity: 2,
  discount: 0,
  status: 'open',
  carrier: '',
  tracking: '',
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  cover: null,
  seller_id: 'sally',
  seller: sallyAsSeller,
  sellerStatus: 'active',
  ...change,
})

/** A paid order of two open lines, as admins see it. */
export const order = (change: Partial<Order> = {}): Order => ({
  id: 'o1',
  number: '1001',
  buyerName: 'Bianca',
  buyerEmail: 'bianca@example.com',
  paymentStatus: 'paid',
  placedAt: moment,
  units: 4,
  counts: { open: 2, shipped: 0, delivered: 0, cancelled: 0 },
  items: 4_000,
  discount: 500,
  shipping: 490,
  tax: 10,
  total: 4_000,
  paid: 4_000,
  refunded: 0,
  due: 0,
  source: 'shop',
  externalId: 'A-1',
  paidAt: moment,
  erasedAt: null,
  shippingAddress: { line1: 'Ringstraße 1', line2: '', postalCode: '1010', city: 'Wien', region: '', country: '' },
  lines: [line('1'), line('2')],
  refunds: [],
  ...change,
})

/** The order as Sally sees it. */
function ofSally(whole: Order): SellerOrder {
  const { buyerEmail, shipping, tax, total, paid, refunded, due, source, externalId, paidAt, refunds, ...rest } = whole
  const lines = whole.lines.map(({ seller_id, seller, sellerStatus, ...own }) => own)
  const cancelled = lines.filter(({ status }) => status === 'cancelled')
  return {
    ...rest,
    sender: { name: 'Sally’s lamps', address: 'Hafenweg 2\n20457 Hamburg' },
    lines,
    title: lines.find(({ status }) => status !== 'cancelled')?.title ?? '',
    cancelled: cancelled.reduce((sum, { unitPrice, quantity, discount }) => sum + unitPrice * quantity - discount, 0),
  }
}

/** The order as a row of the admins' list. */
export const listed = (one: Order): ListedOrder => ({ ...one, sellers: [...new Set(one.lines.map(({ seller }) => seller))] })

/** The answers of the calls about orders. */
export const answersFor = (one: Order) => ({
  'orders/list': () => ({ rows: [listed(one)], next: null }),
  'orders/listOwn': () => ({ rows: [ofSally(one)], next: null }),
  'orders/get': () => ({ ...one }),
  'orders/getOwn': () => ofSally(one),
  'orders/timeline': () => ({ rows: [] }),
  'orders/unshipped': () => ({ lines: one.counts.open, orders: 1, unpaid: 0, refunded: 0 }),
})

/** Opens an address without products. */
export const openOrders = (address: string, options: Parameters<typeof renderApp>[2]) => renderApp(address, [], options)

/** Opens an address for an admin or this person; every call about orders answers with this order. */
export const openOrder = (address: string, one: Order, user?: typeof sally) =>
  openOrders(address, { answers: answersFor(one), ...(user && { user }) })

/** Opens the page of this order for an admin or Sally. */
export async function openPage(one: Order, user?: typeof sally) {
  const app = await openOrder(user ? '/seller/orders/o1' : '/admin/orders/o1', one, user)
  await screen.findByRole('heading', { level: 1, name: 'Order 1001' })
  return app
}

export const button = (name: string) => screen.getByRole('button', { name })
export const dialog = (name: string) => screen.findByRole('dialog', { name })
/** Presses the button that opens a dialog of its name, by default. */
export async function ask(name: string, title = name) {
  fireEvent.click(button(name))
  return within(await dialog(title))
}
