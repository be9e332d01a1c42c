import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { ArrivedOrder, NewOrder, Order } from '#domain/order.ts'
import { splitDiscount, type Totals } from '#domain/order-rules.ts'
import { findOrder, type LockedOrder } from '#server/orders/find-order.ts'
import { hintSellers } from '#server/orders/hint-sellers.ts'
import { actedBy, assertMayStillAct, mayStillAct } from '#server/orders/may-still-act.ts'
import { checkContent } from '#server/orders/order-content.ts'
import { paidTooEarly, payIn } from '#server/orders/record-payment.ts'
import { type Sold, takeStock } from '#server/orders/take-stock.ts'
import { writeLines } from '#server/orders/write-lines.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/**
 * True if an arriving order has the same content as the one stored under its name, and so is a repeat. The times of order and payment may
 * differ with the clock of each try. Of an erased buyer nothing is compared.
 */
function isSameOrder(arrived: NewOrder, taken: Order): boolean {
  return isDeepStrictEqual(amountsOf(arrived), amountsOf(taken)) && hasSameLines(arrived, taken) && hasSameBuyer(arrived, taken)
}

const amountsOf = ({ shipping, tax, discount, total }: NewOrder | Order) => ({ shipping, tax, discount, total })

const hasSameLines = (arrived: NewOrder, taken: Order) =>
  arrived.lines.length === taken.lines.length &&
  arrived.lines.every(({ product_id, quantity, unitPrice, title }, at) => {
    const line = taken.lines[at]
    return (
      line?.product_id === product_id && line.quantity === quantity && line.unitPrice === unitPrice && (title ?? line.title) === line.title
    )
  })

const hasSameBuyer = ({ buyerName, buyerEmail, shippingAddress }: NewOrder, taken: Order) =>
  taken.erasedAt !== null ||
  (buyerName === taken.buyerName && buyerEmail === taken.buyerEmail && isDeepStrictEqual(shippingAddress ?? null, taken.shippingAddress))

/**
 * Accepts an order from a storefront or a file (product §5): its stock is taken in the same transaction, or it is refused as a whole. An
 * order with the source and external id of another one, even at the same moment, is answered with that one; throws `order-conflict` if
 * their contents differ. Throws `wrong-currency`, `wrong-total`, `amount-too-high`, `not-on-sale`, `out-of-stock`, each with the field.
 */
export async function placeOrder(app: App, by: By, order: NewOrder): Promise<Order> {
  if (!isProgram(by) && by.role !== 'admin') throw new AppError('not-allowed')
  const totals = checkContent(order, app.config.currency)
  const id = await commit(app, (tx) => placeIn(tx, by, order, totals))
  return await (id === null ? findFirst(app, by, order) : findOrder(app, id))
}

/**
 * The same within a transaction. An order gets its number when nothing can refuse it any more, and a dry run gets none, so neither uses one
 * up. Returns null if the actor may no longer act, or if an order of this name exists.
 */
export async function placeIn(tx: Tx, by: By, order: ArrivedOrder, totals: Totals, isDryRun = false): Promise<string | null> {
  const unnumbered = await take(tx, by, order, totals)
  if (!unnumbered) return null
  // Checked only for a new order: one that arrives again may have been placed long ago, and gets the first answer.
  if (isPaidBeforeNow(order)) throw paidTooEarly()
  const cancelled = order.lines.findIndex(({ status }) => status === 'cancelled')
  if (cancelled >= 0) throw new AppError('invalid-argument', { field: `lines.${cancelled}.status`, ...refusalText('line-cancelled') })
  const sold = await takeStock(tx, order.lines)
  const taken = isDryRun ? unnumbered : await giveNumber(tx, unnumbered)
  await writeLines(tx, taken, linesOf(order, sold), order)
  const { actorId, key } = actedBy(by)
  const after = { total: totals.total, source: order.source, ...key }
  await record(tx, { kind: 'order.placed', itemId: taken.id, ownerId: null, actorId, title: taken.number, after })
  if (order.paidAt !== undefined && !(await payIn(tx, by, taken, order.paidAt))) throw paidTooEarly()
  await hintSellers(tx, taken.id)
  return taken.id
}

/**
 * Inserts the order, which takes its name, before anything else is locked: the same order sent at this moment waits here for the first one.
 * Its id stands in for its number.
 */
async function take(tx: Tx, by: By, order: ArrivedOrder, { items, total }: Totals): Promise<LockedOrder | null> {
  const { source, externalId = null, shipping, tax, discount, placedAt = null, lines } = order
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const [shipped, delivered] = (['shipped', 'delivered'] as const).map((past) => lines.filter(({ status }) => status === past).length)
  const id = newId()
  const [row] = await tx.execute<LockedOrder>(sql`
    insert into orders (id, number, source, external_id, items, shipping, tax, discount, total, units, placed_at,
      open_lines, shipped_lines, delivered_lines, cancelled_lines)
    select ${id}, ${id}, ${source}, ${externalId}, ${items}::bigint, ${shipping}::bigint, ${tax}::bigint, ${discount}::bigint,
      ${total}::bigint, ${units}::bigint, coalesce(${placedAt}::timestamptz, now()), ${lines.length}::integer - ${shipped}::integer - ${delivered}::integer, ${shipped}::integer, ${delivered}::integer, 0
    where ${mayStillAct(by)}
    on conflict (source, external_id) where external_id is not null do nothing
    returning id, number, payment_status as "paymentStatus"`)
  return row ?? null
}

/** True if an order without a time of its own, which is placed now, was paid earlier than a clock that is behind explains. */
const isPaidBeforeNow = ({ placedAt, paidAt }: NewOrder) =>
  placedAt === undefined && paidAt !== undefined && Date.parse(paidAt) < Date.now() - limits.order.aheadMs

async function giveNumber(tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const [row] = await tx.execute<{ number: string }>(sql`
    update orders set number = nextval('order_numbers')::text where id = ${order.id} returning number`)
  return { ...order, number: row?.number ?? order.number }
}

export type LineToWrite = ArrivedOrder['lines'][number] & { discount: number; product: Sold }

function linesOf({ lines, discount }: ArrivedOrder, sold: ReadonlyMap<string, Sold>): LineToWrite[] {
  const shares = splitDiscount(
    discount,
    lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
  )
  return lines.flatMap((line, at) => {
    const product = sold.get(line.product_id)
    return product ? [{ ...line, discount: shares[at] ?? 0, product }] : []
  })
}

/** Returns the first order of this name if it has the same content. */
async function findFirst(app: App, by: By, order: NewOrder): Promise<Order> {
  await assertMayStillAct(app, by)
  const first = await sameAsBefore(app, order)
  if (!first) throw new AppError('unavailable')
  return first
}

type Name = Pick<NewOrder, 'source' | 'externalId'>

async function idNamed(db: Pick<App['db'], 'execute'>, { source, externalId }: Name): Promise<string | null> {
  const [named] = await db.execute<{ id: string }>(sql`
    select id from orders where source = ${source} and external_id = ${externalId ?? null}`)
  return named?.id ?? null
}

/** Whether an order was taken under this name. */
export const isTaken = async (tx: Tx, name: Name): Promise<boolean> => (await idNamed(tx, name)) !== null

/** Returns the order taken under this name, or null. Throws `order-conflict` if its content differs. */
export async function sameAsBefore(app: { db: Pick<App['db'], 'execute'> }, order: NewOrder): Promise<Order | null> {
  const id = await idNamed(app.db, order)
  if (id === null) return null
  const first = await findOrder(app, id)
  if (!isSameOrder(order, first))
    throw new AppError('order-conflict', { field: 'externalId', detail: { id: first.id, number: first.number } })
  return first
}
