import { sql } from 'drizzle-orm'
import type { By } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import { formatPrice } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { whyNotPayment } from '#domain/order-rules.ts'
import { findOrder, lockOrder } from '#server/orders/find-order.ts'
import { hintSellers } from '#server/orders/hint-sellers.ts'
import { actedBy, assertMayStillAct } from '#server/orders/may-still-act.ts'
import { offsetRefunds } from '#server/orders/offset-refunds.ts'
import { paymentCondition } from '#server/orders/order-condition.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** `refunded` is the amount refunded so far, as the admin saw it. Programs leave it out: their idempotency key identifies a repeat. */
type RefundToMake = { id: string; amount: number; reason: string; refunded?: number | undefined }

/**
 * Records that money went back to the buyer: above zero, and at most what was paid and not yet refunded (product §5). Throws `not-found`,
 * `refund-too-high` with `refundable`, `wrong-status` if nothing was paid, `stale-version` after another refund meanwhile, each with the
 * fresh order.
 */
export async function refundOrder(app: App, by: By, wanted: RefundToMake): Promise<Order> {
  const refunded = await commit(app, (tx) => refundIn(tx, by, wanted))
  return refunded ? findOrder(app, wanted.id) : explainRefund(app, by, wanted)
}

type Before = { before: Order['paymentStatus']; after: Order['paymentStatus'] }

async function refundIn(tx: Tx, by: By, { id, amount, reason, refunded }: RefundToMake): Promise<boolean> {
  const { number, paymentStatus: before } = await lockOrder(tx, by, id)
  const asExpected = refunded === undefined ? sql`true` : sql`refunded = ${refunded}::bigint`
  const [order] = await tx.execute<Pick<Before, 'after'>>(sql`
    update orders set refunded = refunded + ${amount}::bigint,
      payment_status = case when refunded + ${amount}::bigint = paid then 'refunded' else 'partly_refunded' end::payment_status
    where id = ${id} and ${paymentCondition('refund', by)} and ${amount}::bigint > 0 and refunded + ${amount}::bigint <= paid and ${asExpected}
    returning payment_status as after`)
  if (!order) return false
  const { actorId, key } = actedBy(by)
  await tx.execute(sql`update order_sellers set payment_status = ${order.after} where order_id = ${id}`)
  await tx.execute(sql`
    insert into refunds (id, order_id, amount, reason, actor_id, key_name)
    values (${newId()}, ${id}, ${amount}::bigint, ${reason}, ${actorId}, ${key.key ?? null})`)
  await tx.execute(sql`insert into sales_entries (at, kind, order_id, amount) values (now(), 'refund', ${id}, ${amount}::bigint)`)
  await offsetRefunds(tx, id)
  const about = { fields: ['paymentStatus'], before: { paymentStatus: before }, after: { paymentStatus: order.after, amount, ...key } }
  await record(tx, { kind: 'order.refunded', itemId: id, ownerId: null, actorId, title: number, reason: reason || null, ...about })
  await hintSellers(tx, id)
  return true
}

/** Also the answer to a repeat whose first answer was lost. It names the amount, so that the admin does not refund twice. */
function refundedMeanwhile({ config }: App, fresh: Order, expected: number): AppError {
  if (fresh.refunded < expected) return new AppError('stale-version', { detail: { fresh } })
  const amount = formatPrice(fresh.refunded - expected, config.currency)
  return new AppError('stale-version', { ...refusalText('order-refunded-meanwhile', { amount }), detail: { fresh } })
}

async function explainRefund(app: App, by: By, { id, amount, refunded }: RefundToMake): Promise<never> {
  await assertMayStillAct(app, by)
  const fresh = await findOrder(app, id)
  const problem = whyNotPayment(by, 'refund', fresh.paymentStatus)
  if (problem === 'wrong-status')
    throw new AppError(problem, { ...refusalText(fresh.paymentStatus === 'unpaid' ? 'order-unpaid' : 'order-refunded'), detail: { fresh } })
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (refunded !== undefined && refunded !== fresh.refunded) throw refundedMeanwhile(app, fresh, refunded)
  const refundable = fresh.paid - fresh.refunded
  if (amount > refundable) throw new AppError('refund-too-high', { field: 'amount', detail: { refundable, fresh } })
  throw new AppError('stale-version', { detail: { fresh } })
}
