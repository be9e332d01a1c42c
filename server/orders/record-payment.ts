import { sql } from 'drizzle-orm'
import type { By } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import { formatPrice } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { isCancelled, whyNotPayment } from '#domain/order-rules.ts'
import { findOrder, type LockedOrder, lockOrder } from '#server/orders/find-order.ts'
import { hintSellers } from '#server/orders/hint-sellers.ts'
import { actedBy, assertMayStillAct } from '#server/orders/may-still-act.ts'
import { paymentCondition } from '#server/orders/order-condition.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** `amount`, if given, must be what is due. `paidAt` defaults to now. */
type Payment = { id: string; amount?: number | undefined; paidAt?: string | undefined }

/**
 * Records that the whole amount due was paid: the order's total less what was cancelled before (product §5). Throws `not-found`,
 * `wrong-status` with the fresh order, `wrong-total` if another amount is named, `invalid-argument` for a time in the future or before the
 * order was placed.
 */
export async function recordPayment(app: App, by: By, { id, amount, paidAt }: Payment): Promise<Order> {
  if (paidAt !== undefined && Date.parse(paidAt) > Date.now() + limits.order.aheadMs)
    throw new AppError('invalid-argument', { field: 'paidAt', ...refusalText('in-future') })
  const paid = await commit(app, async (tx) => payIn(tx, by, await lockOrder(tx, by, id), paidAt ?? null, amount))
  return paid ? findOrder(app, id) : explainPayment(app, by, { id, amount, paidAt })
}

/** An order cannot be paid before it was placed: an order of today must not change the sales of past days (product §5). */
export const paidTooEarly = () => new AppError('invalid-argument', { field: 'paidAt', ...refusalText('paid-too-early') })

/**
 * The same within a transaction that has locked the order; returns false if it cannot be paid. A `paidAt` slightly before the time of the
 * order, from a clock that is behind, counts as that time.
 */
export async function payIn(tx: Tx, by: By, { id, number }: LockedOrder, paidAt: string | null, amount?: number): Promise<boolean> {
  const asDue = amount === undefined ? sql`true` : sql`orders.total - orders.cancelled = ${amount}::bigint`
  const [order] = await tx.execute<{ paid: number; paidAt: string }>(sql`
    update orders set payment_status = 'paid', paid = total - cancelled, paid_at = greatest(coalesce(${paidAt}::timestamptz, now()), placed_at)
    where id = ${id} and ${paymentCondition('pay', by)} and cancelled_lines < open_lines + shipped_lines + delivered_lines + cancelled_lines and ${asDue}
      and coalesce(${paidAt}::timestamptz >= placed_at - ${limits.order.aheadMs} * interval '1 millisecond', true)
    returning paid, paid_at::text as "paidAt"`)
  if (!order) return false
  await tx.execute(sql`update order_sellers set payment_status = 'paid' where order_id = ${id}`)
  await tx.execute(sql`
    insert into sales_entries (at, kind, order_id, line_id, product_id, seller_id, category, amount, units)
    select ${order.paidAt}::timestamptz, e.* from (
      (select 'paid-line', l.order_id, l.id, l.product_id, l.seller_id, l.category, l.unit_price * l.quantity - l.discount, l.quantity
        from order_lines l where l.order_id = ${id} and l.status <> 'cancelled' order by l.at)
      union all select 'shipping', id, null, null, null, null, shipping, 0 from orders where id = ${id} and shipping > 0
      union all select 'tax', id, null, null, null, null, tax, 0 from orders where id = ${id} and tax > 0
    ) e`)
  const { actorId, key } = actedBy(by)
  const about = {
    fields: ['paymentStatus'],
    before: { paymentStatus: 'unpaid' },
    after: { paymentStatus: 'paid', amount: order.paid, ...key },
  }
  await record(tx, { kind: 'order.paid', itemId: id, ownerId: null, actorId, title: number, ...about })
  await hintSellers(tx, id)
  return true
}

async function explainPayment(app: App, by: By, { id, amount, paidAt }: Payment): Promise<never> {
  await assertMayStillAct(app, by)
  const fresh = await findOrder(app, id)
  const problem = whyNotPayment(by, 'pay', fresh.paymentStatus)
  if (problem === 'wrong-status') throw new AppError(problem, { ...refusalText('order-paid'), detail: { fresh } })
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (isCancelled(fresh)) throw new AppError('wrong-status', { ...refusalText('order-all-cancelled'), detail: { fresh } })
  if (amount === undefined || amount === fresh.due) throw paidAt === undefined ? new AppError('unavailable') : paidTooEarly()
  const [due, named] = [fresh.due, amount].map((minor) => formatPrice(minor, app.config.currency))
  throw new AppError('wrong-total', {
    field: 'amount',
    ...refusalText('order-due', { due: due ?? '', named: named ?? '' }),
    detail: { fresh },
  })
}
