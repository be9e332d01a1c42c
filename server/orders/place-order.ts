import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { NewOrder, Order } from '#domain/order.ts'
import { splitDiscount, type Totals } from '#domain/order-rules.ts'
import { findOrder, type HeldOrder } from '#server/orders/find-order.ts'
import { hintSellers } from '#server/orders/hint-sellers.ts'
import { actedBy, assertMayStillAct, mayStillAct } from '#server/orders/may-still-act.ts'
import { checkContent } from '#server/orders/order-content.ts'
import { paidTooEarly, payIn } from '#server/orders/record-payment.ts'
import { type Sold, takeStock } from '#server/orders/take-stock.ts'
import { writeLines } from '#server/orders/write-lines.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { record } from '#server/platform/events/record.ts'

/**
 * True if an order that arrives under a name says what the one that was taken under it says: then it is the same, sent again. When it was placed and paid
 * may be told by the clock of each try. Of a buyer who was erased nothing is compared.
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

/** `repeated` is true where the very same order had arrived before. */
export type Placed = { order: Order; repeated: boolean }

/**
 * Accepts an order from a storefront or a file (product §5): its stock is taken in the same transaction, or it is refused as a whole.
 * An order of the same source and external id that arrives again, also at the same moment, is answered with the first; throws `order-conflict`
 * if it says something else. Throws `wrong-currency`, `wrong-total`, `amount-too-high`, `not-on-sale`, `out-of-stock`, each with the field.
 */
export async function placeOrder(app: App, by: By, order: NewOrder): Promise<Placed> {
  if (!isProgram(by) && by.role !== 'admin') throw new AppError('not-allowed')
  const totals = checkContent(order, app.config.currency)
  const id = await app.db.transaction((tx) => placeIn(tx, by, order, totals))
  if (id === null) return findFirst(app, by, order)
  app.feed.wake()
  return { order: await findOrder(app, id), repeated: false }
}

/** The same as part of a transaction, which only `looking` takes back again and so needs no number; null if who acts may not any more, or an order of this name is there. */
export async function placeIn(tx: Tx, by: By, order: NewOrder, totals: Totals, isDryRun = false): Promise<string | null> {
  const held = await take(tx, by, order, totals, isDryRun ? sql`${newId()}` : sql`nextval('order_numbers')::text`)
  if (!held) return null
  const sold = await takeStock(tx, order.lines)
  await writeLines(tx, held, linesOf(order, sold), order)
  const { actorId, key } = actedBy(by)
  const after = { total: totals.total, source: order.source, ...key }
  await record(tx, { kind: 'order.placed', itemId: held.id, ownerId: null, actorId, title: held.number, after })
  if (order.paidAt !== undefined && !(await payIn(tx, by, held, order.paidAt))) throw paidTooEarly()
  await hintSellers(tx, held.id)
  return held.id
}

/** Takes the order's name, before anything else is held: whoever sends the same at this moment waits here for the first. */
async function take(tx: Tx, by: By, order: NewOrder, { items, total }: Totals, number: SQL): Promise<HeldOrder | null> {
  const { source, externalId = null, shipping, tax, discount, placedAt = null, lines } = order
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const [row] = await tx.execute<HeldOrder>(sql`
    insert into orders (id, number, source, external_id, items, shipping, tax, discount, total, units, placed_at,
      open_lines, shipped_lines, delivered_lines, cancelled_lines)
    select ${newId()}, ${number}, ${source}, ${externalId}, ${items}::bigint, ${shipping}::bigint, ${tax}::bigint, ${discount}::bigint,
      ${total}::bigint, ${units}::bigint, coalesce(${placedAt}::timestamptz, now()), ${lines.length}::integer, 0, 0, 0
    where ${mayStillAct(by)}
    on conflict (source, external_id) where external_id is not null do nothing
    returning id, number, payment_status as "paymentStatus"`)
  return row ?? null
}

export type LineToWrite = NewOrder['lines'][number] & { discount: number; product: Sold }

function linesOf({ lines, discount }: NewOrder, sold: ReadonlyMap<string, Sold>): LineToWrite[] {
  const shares = splitDiscount(
    discount,
    lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
  )
  return lines.flatMap((line, at) => {
    const product = sold.get(line.product_id)
    return product ? [{ ...line, discount: shares[at] ?? 0, product }] : []
  })
}

/** The order that came first under this name, if it says the same. */
async function findFirst(app: App, by: By, order: NewOrder): Promise<Placed> {
  await assertMayStillAct(app, by)
  const first = await sameAsBefore(app, order)
  if (!first) throw new AppError('unavailable')
  return { order: first, repeated: true }
}

/** The order that was taken under this name; null if there is none. Throws `order-conflict` if it says something else. */
export async function sameAsBefore(app: { db: Pick<App['db'], 'execute'> }, order: NewOrder): Promise<Order | null> {
  const [named] = await app.db.execute<{ id: string }>(sql`
    select id from orders where source = ${order.source} and external_id = ${order.externalId ?? null}`)
  if (!named) return null
  const first = await findOrder(app, named.id)
  if (!isSameOrder(order, first))
    throw new AppError('order-conflict', { field: 'externalId', detail: { id: first.id, number: first.number } })
  return first
}
