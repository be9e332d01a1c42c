import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { type LineMove, lineMoves, type OrderMove, type PaymentMove, paymentMoves } from '#domain/order-rules.ts'
import { mayStillAct } from '#server/orders/may-still-act.ts'
import { type Columns, conditionOf } from '#server/sessions/move-in-sql.ts'

const lines: Columns = { status: sql`l.status`, sellerId: sql`l.seller_id`, archivedByAdmin: sql`false` }
/** The payment of an order has no owner. */
const payments: Columns = { status: sql`orders.payment_status`, sellerId: sql`null::text`, archivedByAdmin: sql`false` }

function condition(move: OrderMove<string>, columns: Columns, by: By): SQL {
  if (!isProgram(by)) return conditionOf(move, columns, by)
  const statuses = sql.raw(move.from.map((status) => `'${status}'`).join(', '))
  return sql`${move.byKey}::boolean and ${columns.status} in (${statuses}) and ${mayStillAct(by)}`
}

/** The moves of a line as a condition on `order_lines l`, true exactly where `whyNotLine` returns null. */
export const lineCondition = (name: LineMove, by: By): SQL => condition(lineMoves[name], lines, by)

/** The moves of a payment as a condition on `orders`, true exactly where `whyNotPayment` returns null. */
export const paymentCondition = (name: PaymentMove, by: By): SQL => condition(paymentMoves[name], payments, by)
