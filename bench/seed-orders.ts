import type { Sql } from 'postgres'

/** How many orders are measured. */
export const million = 1_000_000

const id = (prefix: string) => `'${prefix}' || lpad(n::text, 7, '0')`
const many = `generate_series(1, ${million}) n`
const placedAt = `now() - n * interval '1 minute'`
const seller = `'seller-' || lpad((n % 200)::text, 7, '0')`
const counts = 'open_lines, shipped_lines, delivered_lines, cancelled_lines'
const counted = `(n % 3 = 0)::int, (n % 3 > 0)::int, 0, 0`
const buyer = `'Buyer ' || 10000 + n % 50000`

/** Numbers and amounts have the same length in the first and the last order, so that a deep page weighs the same as the first. */
const number = '(1000000 + n)::text'
const items = '(2000 + n % 1000 * 2)'

/** A million orders of one line each, as if they had arrived minute by minute; one statement per table. */
const tables: Record<string, string> = {
  orders: `(id, number, source, external_id, items, shipping, tax, discount, total, paid, payment_status, units, ${counts}, placed_at)
    select ${id('order-')}, ${number}, 'shop', ${number}, ${items}, 490, 0, 0, ${items} + 490, case when n % 4 > 0 then ${items} + 490 else 0 end,
    (case when n % 4 > 0 then 'paid' else 'unpaid' end)::payment_status, 2, ${counted}, ${placedAt} from ${many}`,
  order_buyers: `(order_id, name, email, address, search, placed_at)
    select ${id('order-')}, ${buyer}, 'buyer' || 10000 + n % 50000 || '@example.com', '{"line1":"Main Street 1","line2":"","postalCode":"1010","city":"Wien","region":"","country":"AT"}',
    ${number} || ' ' || lower(${buyer}) || ' buyer' || 10000 + n % 50000 || '@example.com', ${placedAt} from ${many}`,
  order_lines: `(id, order_id, at, product_id, seller_id, title, unit_price, quantity, discount, status, took_stock)
    select ${id('line-')}, ${id('order-')}, 0, 'product-' || lpad((n % 10000 + 1)::text, 7, '0'), ${seller}, 'Hand-made lamp number ' || n % 10000,
    ${items} / 2, 2, 0, (case when n % 3 = 0 then 'open' else 'shipped' end)::line_status, true from ${many}`,
  order_sellers: `(order_id, seller_id, placed_at, payment_status, items, discount, units, ${counts}, search)
    select ${id('order-')}, ${seller}, ${placedAt}, (case when n % 4 > 0 then 'paid' else 'unpaid' end)::payment_status, ${items}, 0, 2, ${counted},
    ${number} || ' Hand-made lamp' from ${many}`,
}

/** Fills the tables of orders. */
export const seedOrders = (sql: Sql): Promise<void> => fillTables(sql, tables)

/** Fills tables, one statement each. Indexes, references and triggers are dropped meanwhile, which cuts the time to a third. */
export async function fillTables(sql: Sql, filling: Record<string, string>): Promise<void> {
  const own = await sql.reserve()
  await own`set synchronous_commit = off`
  await own`set maintenance_work_mem = '512MB'`
  await own`set session_replication_role = replica`
  for (const [table, rows] of Object.entries(filling)) {
    const indexes = await own<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid = ${table}::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
    for (const { name } of indexes) await own.unsafe(`drop index ${name}`)
    await own.unsafe(`insert into ${table} ${rows}`)
    for (const { definition } of indexes) await own.unsafe(definition)
    await own.unsafe(`vacuum analyze ${table}`)
  }
  await own`set session_replication_role = origin`
  own.release()
}
