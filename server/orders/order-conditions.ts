import { type SQL, sql } from 'drizzle-orm'
import type { OrderFilters } from '#contract/orders.ts'
import type { LineStatus } from '#domain/order-rules.ts'
import type { App } from '#server/app.ts'
import { patternFor } from '#server/products/list-products.ts'

/** Where a list's rows stand: orders themselves, or what each seller sees of them, which has the same columns under the same names. */
export type Listed = 'o' | 's'

/** Each has an index that holds the orders with such a line alone. */
const withLine: Record<LineStatus, string> = {
  open: 'open_lines > 0',
  shipped: 'shipped_lines > 0',
  delivered: 'delivered_lines > 0',
  cancelled: 'cancelled_lines > 0',
}

/** What narrows a list of orders, as conditions that its indexes answer. The days are those of the marketplace. */
export function orderConditions({ config }: Pick<App, 'config'>, listed: Listed, filters: OrderFilters): SQL[] {
  const { paymentStatus, lineStatus, seller_id, from, to } = filters
  const of = (column: string) => sql.raw(`${listed}.${column}`)
  return [
    ...(seller_id ? [sql`s.seller_id = ${seller_id}`] : []),
    ...(paymentStatus ? [sql`${of('payment_status')} = ${paymentStatus}`] : []),
    ...(lineStatus ? [of(withLine[lineStatus])] : []),
    ...(from ? [sql`${of('placed_at')} >= (${from}::date::timestamp at time zone ${config.timeZone})`] : []),
    ...(to ? [sql`${of('placed_at')} < ((${to}::date + 1)::timestamp at time zone ${config.timeZone})`] : []),
  ]
}

/** The number and the buyer for admins, the number and his own titles for a seller. */
export const searchedIn = (column: SQL, search: string | undefined): SQL[] => (search ? [sql`${column} ilike ${patternFor(search)}`] : [])
