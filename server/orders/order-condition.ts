import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { type LineMove, lineMoves, type OrderMove, type PaymentMove, paymentMoves } from '#domain/order-rules.ts'
import { mayStillAct } from '#server/orders/may-still-act.ts'
import { type Columns, conditionOf } from '#server/sessions/move-condition.ts'

const lines: Columns = { status: sql`l.status`, sellerId: sql`l.seller_id`, archivedByAdmin: sql`false` }
/** Nobody owns the payment of an order. */
const payments: Columns = { status: sql`orders.payment_status`, sellerId: sql`null::text`, archivedByAdmin: sql`false` }

function condition(move: OrderMove<string>, columns: Columns, by: By): SQL {
  if (!isProgram(by)) return conditionOf(move, columns, by)
  const statuses = sql.raw(move.from.map((status) => `'${status}'`).join(', '))
  return sql`${move.byKey}::boolean and ${columns.status} in (${statuses}) and ${mayStillAct(by)}`
}

/** The table of a line's moves as a condition on `order_lines l`, true exactly where `whyNotLine` finds nothing in the way. */
export const lineCondition = (name: LineMove, by: By): SQL => condition(lineMoves[name], lines, by)

/** The table of payments as a condition on `orders`, true exactly where `whyNotPayment` finds nothing in the way. */
export const paymentCondition = (name: PaymentMove, by: By): SQL => condition(paymentMoves[name], payments, by)
