import { addStorefront } from '#server/testing/storefront.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** Products of two sellers, and a storefront that sends orders. */
export async function openSales(testApp: TestApp) {
  const { app, seller, rival } = testApp
  const { storefront, place, ...its } = await addStorefront(testApp)
  const lamp = async (sellerId: string, category: string | null, title: string) => {
    const id = await its.lamp(sellerId, null)
    await app.sql`update products set category = ${category}, title = ${title} where id = ${id}`
    return id
  }
  const lamps = {
    brass: await lamp(seller.id, 'Home', 'Brass lamp'),
    oil: await lamp(seller.id, null, 'Oil lamp'),
    paper: await lamp(rival.id, 'Home', 'Paper lamp'),
  }
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
