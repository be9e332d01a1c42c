import type { Program } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { NewOrder } from '#domain/order.ts'
import type { Actor } from '#domain/user.ts'
import type { ImportRow } from '#server/imports/import-row.ts'
import { lockPerson } from '#server/imports/lock-person.ts'
import type { FileRow } from '#server/imports/order-kind.ts'
import { advance, type Outcome } from '#server/imports/progress.ts'
import { type OrderRow, orderIn, rowOf } from '#server/imports/read-order-row.ts'
import { checkContent } from '#server/orders/order-content.ts'
import { placeIn, sameAsBefore } from '#server/orders/place-order.ts'
import { lockOnSale } from '#server/orders/take-stock.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'

type Read = { rows: readonly FileRow[]; order: NewOrder } | { rows: readonly FileRow[]; refused: AppError }

/** Rolls back what a dry run wrote. */
class DryRun extends Error {}

/**
 * Takes the orders of a file in one transaction, under the rules of the API and each on its own: a refused one leaves the others standing
 * (product §5). A dry run does the same and rolls it back. Throws `account-suspended` or the like if the owner is no longer an active
 * admin, `WorkLost`.
 */
export async function takeOrders(app: App, actor: Actor, work: ImportRow, rows: readonly FileRow[], publish: boolean): Promise<ImportRow> {
  const orders = [...Map.groupBy(rows, ({ order }) => order).values()].map((one) => readOrder(app, one))
  const advanced = await app.db.transaction(async (tx) => {
    await lockPerson(tx, actor)
    const outcomes = work.status === 'running' ? await takeAll(app, tx, actor, orders) : await dryRun(app, tx, actor, orders)
    return advance(tx, work, outcomes, publish)
  })
  app.feed.wake()
  return advanced
}

function readOrder({ config }: App, rows: readonly FileRow[]): Read {
  const unreadable = rows.find((row) => row.kind === 'refused')
  try {
    if (unreadable?.kind === 'refused')
      throw new AppError('invalid-argument', { field: unreadable.field ?? undefined, message: unreadable.message })
    return { rows, order: orderIn(readable(rows), config.currency) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { rows, refused: error }
  }
}

const readable = (rows: readonly FileRow[]): OrderRow[] =>
  rows.flatMap((row) => (row.kind === 'read' ? [{ row: row.row, cells: row.cells }] : []))

async function dryRun(app: App, tx: Tx, actor: Actor, orders: readonly Read[]): Promise<Outcome[]> {
  let outcomes: Outcome[] = []
  await tx
    .transaction(async (part) => {
      outcomes = await takeAll(app, part, actor, orders, true)
      throw new DryRun()
    })
    .catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error
    })
  return outcomes
}

async function takeAll(app: App, tx: Tx, actor: Actor, orders: readonly Read[], isDryRun = false): Promise<Outcome[]> {
  // Locked all at once and in order, so that no two transactions deadlock over products.
  await lockOnSale(tx, [...new Set(orders.flatMap((one) => ('order' in one ? one.order.lines.map(({ product_id }) => product_id) : [])))])
  const outcomes: Outcome[] = []
  for (const one of orders)
    outcomes.push(...('order' in one ? await takeOne(app, tx, actor, one, isDryRun) : refusedRows(one.rows, one.refused)))
  return outcomes
}

async function takeOne(
  app: App,
  tx: Tx,
  { id, name }: Actor,
  { rows, order }: { rows: readonly FileRow[]; order: NewOrder },
  isDryRun = false,
): Promise<Outcome[]> {
  const by: Program = { kind: 'import', id, name }
  try {
    const totals = checkContent(order, app.config.currency)
    const made = await tx.transaction((part) => placeIn(part, by, order, totals, isDryRun))
    if (made !== null) return rows.map(({ row }) => ({ row, kind: 'created' }))
    if (!(await sameAsBefore({ db: tx }, order))) throw new AppError('not-allowed')
    return rows.map(({ row }) => ({ row, kind: 'unchanged' }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusedRows(rows, error)
  }
}

/**
 * An order is refused as a whole: the row at fault has the reason, the others name that row, so that the corrected report has the whole
 * order.
 */
function refusedRows(rows: readonly FileRow[], error: AppError): Outcome[] {
  const unreadable = rows.find((row) => row.kind === 'refused')
  const about = unreadable ? { row: unreadable.row, field: error.field ?? null } : rowOf(error, readable(rows))
  return rows.map((one) => {
    if (one.kind === 'refused') return { row: one.row, kind: 'refused', field: one.field, message: one.message }
    if (one.row === about.row) return { row: one.row, kind: 'refused', field: about.field, message: error.message }
    return { row: one.row, kind: 'refused', field: null, message: `The order was refused because of row ${about.row}.` }
  })
}
