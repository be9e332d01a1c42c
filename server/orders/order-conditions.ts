import { type SQL, sql } from 'drizzle-orm'
import type { OrderFilters } from '#contract/orders.ts'
import type { LineStatus } from '#domain/order-rules.ts'
import type { App } from '#server/platform/app.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'

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
  const { paymentStatus, lineStatus, seller_id, product_id, from, to } = filters
  const of = (column: string) => sql.raw(`${listed}.${column}`)
  return [
    ...(seller_id ? [sql`s.seller_id = ${seller_id}`] : []),
    ...(product_id ? [withProduct[listed](product_id)] : []),
    ...(paymentStatus ? [sql`${of('payment_status')} = ${paymentStatus}`] : []),
    ...(lineStatus ? [of(withLine[lineStatus])] : []),
    ...(from ? [sql`${of('placed_at')} >= (${from}::date::timestamp at time zone ${config.timeZone})`] : []),
    ...(to ? [sql`${of('placed_at')} < ((${to}::date + 1)::timestamp at time zone ${config.timeZone})`] : []),
  ]
}

/** Whoever is paid for nothing any more is owed nothing: `isCancelled` as a condition on what somebody sees of the order. */
export const owed = (seen: Listed, { paymentStatus }: OrderFilters): SQL[] =>
  paymentStatus === 'unpaid' ? [sql.raw(`${seen}.open_lines + ${seen}.shipped_lines + ${seen}.delivered_lines > 0`)] : []

/** Of a seller's orders those with such a line of his. */
const withProduct: Record<Listed, (id: string) => SQL> = {
  o: (id) => sql`exists (select from order_lines l where l.product_id = ${id} and l.order_id = o.id)`,
  s: (id) => sql`exists (select from order_lines l where l.product_id = ${id} and l.order_id = s.order_id and l.seller_id = s.seller_id)`,
}

/** The number and the buyer for admins, the number and his own titles for a seller. */
export const searchedIn = (column: SQL, search: string | undefined): SQL[] => (search ? [sql`${column} ilike ${patternFor(search)}`] : [])
