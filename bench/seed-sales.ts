import type { Sql } from 'postgres'
import { fillTables } from './seed-orders.ts'

const productsSold = 100_000
const sellers = 200

const id = (prefix: string, n: string) => `'${prefix}-' || lpad((${n})::text, 7, '0')`
/** Spread over a year and over all products, so that none sells better than the rest: the hardest case for lists of top sellers. */
const placedAt = `now() - ((n::bigint * 7919) % 525600) * interval '1 minute'`
const product = `((n::bigint * 2 + at) * 7919) % ${productsSold}`
const quantity = '(1 + (n + at) % 3)'
const price = `(500 + (${product}) * 37 % 20000)`
const isPaid = 'n % 20 < 17'
const isCancelled = '(n % 33 = 0 and at = 1)'
const lines = (from: number, to: number) => `generate_series(${from}, ${to}) n, generate_series(0, 1) at`

const ledger = 'at, kind, order_id, line_id, product_id, seller_id, category, amount, units'
const ofLine = (kind: string, moment: string, amount: string, units: string) =>
  `select ${moment}, '${kind}', ${id('order', 'n')}, ${id('line', 'n * 2 + at')}, ${id('product', product)}, ${id('seller', `(${product}) % ${sellers}`)}, 'Category ' || (${product}) % 20, ${amount}, ${units}`
const ofOrder = (kind: string, moment: string, amount: number) =>
  `select ${moment}, '${kind}', ${id('order', 'n')}, null, null, null, null, ${amount}, 0`

/** Two hundred sellers with a hundred thousand products. */
export const seedGoods = (sql: Sql): Promise<void> =>
  fillTables(sql, {
    users: `(id, name, email, created_at) select ${id('seller', 'n')}, 'Seller ' || n, 'seller' || n || '@example.com', now() - n * interval '2 days'
      from generate_series(0, ${sellers - 1}) n`,
    products: `(id, seller_id, title, price, category, status) select ${id('product', 'n')}, ${id('seller', `n % ${sellers}`)}, 'Hand-made lamp number ' || n, 1000,
      'Category ' || n % 20, 'approved' from generate_series(0, ${productsSold - 1}) n`,
  })

/** Orders of two lines each, most of them paid, some lines cancelled and some refunded later, with the ledger as the use cases write it. */
export const seedSales = (sql: Sql, from: number, to: number): Promise<void> => {
  const each = `from ${lines(from, to)}`
  const orders = `from generate_series(${from}, ${to}) n`
  const amount = `${price} * ${quantity}`
  return fillTables(sql, {
    orders: `(id, number, source, items, shipping, tax, discount, total, paid, payment_status, units, open_lines, shipped_lines, delivered_lines, cancelled_lines, placed_at, paid_at)
      select ${id('order', 'n')}, n::text, 'shop', 5000, 490, 0, 0, 5490, case when ${isPaid} then 5490 else 0 end, (case when ${isPaid} then 'paid' else 'unpaid' end)::payment_status,
      4, 1, 1, 0, 0, ${placedAt}, case when ${isPaid} then ${placedAt} end ${orders}`,
    order_lines: `(id, order_id, at, product_id, seller_id, title, category, unit_price, quantity, discount, status, took_stock)
      select ${id('line', 'n * 2 + at')}, ${id('order', 'n')}, at, ${id('product', product)}, ${id('seller', `(${product}) % ${sellers}`)}, 'Hand-made lamp',
      'Category ' || (${product}) % 20, ${price}, ${quantity}, 0, 'shipped', true ${each}`,
    sales_entries: `(${ledger})
      ${ofLine('placed-line', placedAt, '0', quantity)} ${each}
      union all ${ofLine('paid-line', placedAt, amount, quantity)} ${each} where ${isPaid}
      union all ${ofLine('cancelled-line', `least(now(), ${placedAt} + interval '1 day')`, `-${amount}`, `-${quantity}`)} ${each} where ${isPaid} and ${isCancelled}
      union all ${ofOrder('shipping', placedAt, 490)} ${orders} where ${isPaid}
      union all ${ofOrder('refund', `least(now(), ${placedAt} + interval '2 days')`, 300)} ${orders} where ${isPaid} and n % 50 = 0
      union all ${ofOrder('refund', `least(now(), ${placedAt} + interval '2 days')`, -300)} ${orders} where ${isPaid} and n % 50 = 0 and n % 33 = 0`,
  })
}
