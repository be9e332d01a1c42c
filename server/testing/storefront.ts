import type { NewOrder } from '#domain/order.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { addApiKey, addProduct } from './fixtures.ts'
import { orderOf } from './orders.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** A test app with a storefront that orders its products. */
export async function openStorefront() {
  const testApp = await openTestApp()
  return { ...testApp, ...(await addStorefront(testApp)) }
}

/** Adds a storefront that orders the products of a test app. */
export async function addStorefront({ app, seller, admin }: TestApp) {
  const storefront = { kind: 'key', id: await addApiKey(app, admin.id), name: 'Shop' } as const
  /** A product on sale, by default with a stock of three. */
  const lamp = async (sellerId = seller.id, stock: number | null = 3) => {
    const { id } = await addProduct(app, sellerId, 'approved')
    await app.sql`update products set stock = ${stock} where id = ${id}`
    return id
  }
  const stockOf = async (id: string) => (await app.sql<{ stock: number | null }[]>`select stock from products where id = ${id}`)[0]?.stock
  const place = async (products: Parameters<typeof orderOf>[0], about: Partial<NewOrder> = {}) =>
    await placeOrder(app, storefront, orderOf(products, about))
  const ordersCount = async () => (await app.sql<{ count: number }[]>`select count(*)::int as count from orders`)[0]?.count ?? 0
  /** The ledger entries of an order. */
  const entries = (orderId: string) =>
    app.sql`select kind, amount, units from sales_entries where order_id = ${orderId} order by id`.then((rows) =>
      rows.map(({ kind, amount, units }) => [kind, amount, units]),
    )
  return { storefront, lamp, stockOf, place, ordersCount, entries }
}
