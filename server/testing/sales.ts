import type { NewOrder } from '#domain/order.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { addApiKey, addProduct } from '#server/testing/fixtures.ts'
import { orderOf } from '#server/testing/orders.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** Products of two sellers, and a storefront that sends orders. */
export async function openSales({ app, seller, rival, admin }: TestApp) {
  const storefront = { kind: 'key', id: await addApiKey(app, admin.id), name: 'Shop' } as const
  const lamp = async (sellerId: string, category: string | null, title: string) => {
    const { id } = await addProduct(app, sellerId, 'approved')
    await app.sql`update products set stock = null, category = ${category}, title = ${title} where id = ${id}`
    return id
  }
  const lamps = {
    brass: await lamp(seller.id, 'Home', 'Brass lamp'),
    oil: await lamp(seller.id, null, 'Oil lamp'),
    paper: await lamp(rival.id, 'Home', 'Paper lamp'),
  }
  const place = async (products: Parameters<typeof orderOf>[0], about: Partial<NewOrder> = {}) =>
    (await placeOrder(app, storefront, orderOf(products, about))).order
  return { storefront, lamps, place }
}

/** All rollups, without how often each was made. */
export async function rollups({ app }: Pick<TestApp, 'app'>) {
  const days = await app.sql`select day::text, gross, orders, units, placed, cancelled, refunds, shipping, tax from sales_days order by day`
  const shares = await app.sql`
    select of, id, seller_id, day::text, gross, orders, units, placed, cancelled from sales_shares order by of, id, seller_id, day`
  const decided = await app.sql`select * from decisions order by event_id`
  return { days: [...days], shares: [...shares], decided: [...decided] }
}
