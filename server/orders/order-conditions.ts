import { type SQL, sql } from 'drizzle-orm'
import type { OrderFilters } from '#contract/orders.ts'
import { type LineStatus, orderNumberIn } from '#domain/order-rules.ts'
import { foldCase } from '#domain/text.ts'
import type { App } from '#server/platform/app.ts'
import { folded } from '#server/platform/database/search-pattern.ts'

/** The table of a list: orders, their buyers, or each seller's part of them, whose columns have the same names. */
export type Listed = 'o' | 'b' | 's'

/** Each has a partial index of the orders with such a line. */
const withLine: Record<LineStatus, string> = {
  open: 'open_lines > 0',
  shipped: 'shipped_lines > 0',
  delivered: 'delivered_lines > 0',
  cancelled: 'cancelled_lines > 0',
}

/** The filters of a list of orders, as conditions that its indexes serve. Days are those of the marketplace's time zone. */
export function orderConditions({ config }: Pick<App, 'config'>, listed: Listed, filters: OrderFilters): SQL[] {
  const { paymentStatus, lineStatus, seller_id, product_id, from, to } = filters
  const of = (column: string) => sql.raw(`${listed === 'b' && column !== 'placed_at' ? 'o' : listed}.${column}`)
  return [
    ...(seller_id ? [sql`s.seller_id = ${seller_id}`] : []),
    ...(product_id ? [withProduct[listed](product_id)] : []),
    ...(paymentStatus ? [sql`${of('payment_status')} = ${paymentStatus}`] : []),
    ...(lineStatus ? [of(withLine[lineStatus])] : []),
    ...(from ? [sql`${of('placed_at')} >= (${from}::date::timestamp at time zone ${config.timeZone})`] : []),
    ...(to ? [sql`${of('placed_at')} < ((${to}::date + 1)::timestamp at time zone ${config.timeZone})`] : []),
  ]
}

/** An order (or a seller's part of it) whose lines are all cancelled is not unpaid: `isCancelled` as a condition. */
export const owed = (listed: 'o' | 's', { paymentStatus }: OrderFilters): SQL[] =>
  paymentStatus === 'unpaid' ? [sql.raw(`${listed}.open_lines + ${listed}.shipped_lines + ${listed}.delivered_lines > 0`)] : []

/** For a list of one seller: orders in which the seller sold the product. */
const withProduct: Record<Listed, (id: string) => SQL> = {
  o: (id) => sql`exists (select from order_lines l where l.product_id = ${id} and l.order_id = o.id)`,
  b: (id) => sql`exists (select from order_lines l where l.product_id = ${id} and l.order_id = b.order_id)`,
  s: (id) => sql`exists (select from order_lines l where l.product_id = ${id} and l.order_id = s.order_id and l.seller_id = s.seller_id)`,
}

/** Orders `o` that have this id where they come from, as it was typed or as the number in the text, without regard to case. */
export const hasExternalId = (typed: string): SQL =>
  sql`${folded(sql`o.external_id`)} in (${foldCase(typed)}, ${foldCase(orderNumberIn(typed))})`
