import { type SQL, sql } from 'drizzle-orm'

/** What entries of lines come to, by the definitions of product §5. An order is paid once, so orders of different days, or of different batches, are never the same. */
const lineSums = `
  coalesce(sum(amount) filter (where kind in ('paid-line', 'cancelled-line')), 0)::bigint as gross,
  count(distinct order_id) filter (where kind = 'paid-line') as orders,
  coalesce(sum(units) filter (where kind in ('paid-line', 'cancelled-line')), 0)::bigint as units,
  count(*) filter (where kind = 'placed-line') as placed,
  count(*) filter (where kind = 'cancelled-line') as cancelled`

const sumOf = (kind: string) => `coalesce(sum(amount) filter (where kind = '${kind}'), 0)::bigint`

/** The sums of a group of entries, as `sales_shares` and `sales_days` keep them. */
export const shareSums: SQL = sql.raw(lineSums)
export const daySums: SQL = sql.raw(`${lineSums}, ${sumOf('refund')} as refunds, ${sumOf('shipping')} as shipping, ${sumOf('tax')} as tax`)

/** Entries by what they are a share of. */
export const sharedOut: SQL = sql.raw(
  `lateral (values ('product', product_id, seller_id), ('seller', seller_id, ''), ('category', coalesce(category, ''), '')) s (of, id, owner)`,
)
/** Entries that are shares: those of lines. */
export const ofLines: SQL = sql.raw(`kind in ('placed-line', 'paid-line', 'cancelled-line')`)

const added = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')
const shareColumns = ['gross', 'orders', 'units', 'placed', 'cancelled']
const dayColumns = [...shareColumns, 'refunds', 'shipping', 'tax', 'changes']

/** Adds entries, which a CTE `entries` names with their `day`, to the rollups. `changes` is what their days' count of changes goes up by. */
export const addedUp = (changes: SQL): SQL => sql`days as (
    insert into sales_days (day, ${sql.raw(dayColumns.join(', '))})
    select day, ${daySums}, ${changes} from entries group by day
    on conflict (day) do update set ${sql.raw(added('sales_days', dayColumns))}
  )
  insert into sales_shares (of, id, seller_id, day, ${sql.raw(shareColumns.join(', '))})
  select s.of, s.id, s.owner, day, ${shareSums} from entries, ${sharedOut} where ${ofLines} group by s.of, s.id, s.owner, day order by day
  on conflict (of, id, seller_id, day) do update set ${sql.raw(added('sales_shares', shareColumns))}`
