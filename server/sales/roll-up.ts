import { type SQL, sql } from 'drizzle-orm'

/**
 * The sums of lines by the definitions of product §5. An order is paid once, so orders of different days or batches are never the same, and
 * their counts can be added.
 */
const lineSums = (orders: string) => `
  coalesce(sum(amount) filter (where kind in ('paid-line', 'cancelled-line')), 0)::bigint as gross,
  ${orders} as orders,
  coalesce(sum(units) filter (where kind in ('paid-line', 'cancelled-line')), 0)::bigint as units,
  count(*) filter (where kind = 'placed-line') as placed,
  count(*) filter (where kind = 'cancelled-line') as cancelled`

const sumOf = (kind: string) => `coalesce(sum(amount) filter (where kind = '${kind}'), 0)::bigint`
const wholeSums = (orders: string) =>
  `${lineSums(orders)}, ${sumOf('refund')} as refunds, ${sumOf('shipping')} as shipping, ${sumOf('tax')} as tax`

/** The number of paid orders among entries. */
const manyOrders = `count(distinct order_id) filter (where kind = 'paid-line')`
/** The same for the entries of one order, which needs no sorting. */
const oneOrder = `max(case when kind = 'paid-line' then 1 else 0 end)`

/** The sums of a group of entries, as columns of `sales_shares` and `sales_days`. */
export const shareSums: SQL = sql.raw(lineSums(manyOrders))
export const daySums: SQL = sql.raw(wholeSums(manyOrders))

/** Splits entries into the shares they belong to. */
const sharedOut: SQL = sql.raw(
  `lateral (values ('product', product_id, seller_id), ('seller', seller_id, ''), ('category', coalesce(category, ''), '')) s (of, id, owner)`,
)
/** Condition: entries that belong to shares, which are those of lines. */
export const ofLines: SQL = sql.raw(`kind in ('placed-line', 'paid-line', 'cancelled-line')`)

const added = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')
const shareColumns = ['gross', 'orders', 'units', 'placed', 'cancelled']
const dayColumns = [...shareColumns, 'refunds', 'shipping', 'tax']

const summed = (columns: readonly string[]) => columns.map((column) => `sum(${column})::bigint as ${column}`).join(', ')

/** Adds the rows of a CTE `entries`, which have a `day`, to the rollups. `changes` is added to the count of changes of their days. */
export const addedUp = (changes: SQL): SQL => sql`days as (
    insert into sales_days (day, ${sql.raw(dayColumns.join(', '))}, changes)
    select day, ${sql.raw(summed(dayColumns))}, ${changes}
    from (select day, ${sql.raw(wholeSums(oneOrder))} from entries group by day, order_id) orders group by day
    on conflict (day) do update set ${sql.raw(added('sales_days', [...dayColumns, 'changes']))}
  )
  insert into sales_shares (of, id, seller_id, day, ${sql.raw(shareColumns.join(', '))})
  select of, id, owner, day, ${sql.raw(summed(shareColumns))} from (
    select s.of, s.id, s.owner, day, ${sql.raw(lineSums(oneOrder))} from entries, ${sharedOut} where ${ofLines} group by s.of, s.id, s.owner, day, order_id
  ) orders group by of, id, owner, day order by day
  on conflict (of, id, seller_id, day) do update set ${sql.raw(added('sales_shares', shareColumns))}`
