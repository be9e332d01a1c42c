import type { Program } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import { ArrivedOrder, LineStatus } from '#domain/order.ts'
import { isOneLine } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import type { ImportRow } from '#server/imports/import-row.ts'
import { lockPerson } from '#server/imports/lock-person.ts'
import { findBySku, findBySkuTaken, type IdsBySku, skuIn } from '#server/imports/named-products.ts'
import type { FileRow } from '#server/imports/order-kind.ts'
import { advance, type Outcome } from '#server/imports/progress.ts'
import { cellOf, isEmpty, type Note, namedIn, nameOf, type OrderRow, orderIn } from '#server/imports/read-order-row.ts'
import { problemsIn, type RowProblem, textOfIssue } from '#server/imports/row-problems.ts'
import { checkContent, problemsOfContent } from '#server/orders/order-content.ts'
import { isTaken, placeIn, sameAsBefore } from '#server/orders/place-order.ts'
import { checkLines, type LineAsked, lockSold } from '#server/orders/take-stock.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** An order of a file whose cells and sums are right. */
type Valid = { rows: readonly FileRow[]; order: ArrivedOrder }
/** One that is refused: its problems by row, its name, if that is right, and what those lines ask for that name a product. */
type Wrong = {
  rows: readonly FileRow[]
  problems: Map<number, RowProblem[]>
  named?: { source: string; externalId: string } | undefined
  lines: readonly { row: OrderRow; line: LineAsked }[]
}
type Read = Valid | Wrong

/** Rolls back what a dry run wrote. */
class DryRun extends Error {}

/**
 * Takes the orders of a file in one transaction, under the rules of the API and each on its own: a refused one leaves the others standing
 * (product §5). A dry run does the same and rolls it back. Throws `account-suspended` or the like if the owner is no longer an active
 * admin, `WorkLost`.
 */
export async function takeOrders(app: App, actor: Actor, work: ImportRow, rows: readonly FileRow[], publish: boolean): Promise<ImportRow> {
  const advanced = await app.db.transaction(async (tx) => {
    await lockPerson(tx, actor)
    const skus = readable(rows).flatMap(({ cells }) => skuIn(cells) ?? [])
    // No product has another one, and the database does not take it.
    const bySku = await findBySku(tx, skus.filter(isOneLine))
    const byOrder = [...Map.groupBy(rows, ({ order }) => order)]
    const taken = await findBySkuTaken(tx, byOrder.flatMap(namedBySku))
    const orders = byOrder.map(([at, one]) => readOrder(app, new Map([...bySku, ...(taken.get(at) ?? [])]), one))
    const outcomes = work.status === 'running' ? await takeAll(app, tx, actor, orders) : await dryRun(app, tx, actor, orders)
    return advance(tx, work, outcomes, { rows, publish })
  })
  app.feed.wake()
  return advanced
}

const readable = (rows: readonly FileRow[]): OrderRow[] => rows.flatMap(({ row, cells }) => (cells ? [{ row, cells }] : []))

/** The name of an order with a line that names its product by SKU. */
function namedBySku([at, rows]: [number, FileRow[]]) {
  const first = readable(rows).find(({ cells }) => skuIn(cells) !== undefined)
  const name = first && Named.safeParse(namedIn(first.cells)).data
  return name ? [{ at, ...name }] : []
}

/** The sums and times of an order are checked even if other values are wrong. */
const Content = ArrivedOrder.pick({
  ...({ currency: true, lines: true, shipping: true, tax: true } as const),
  ...({ discount: true, total: true, placedAt: true, paidAt: true } as const),
})

/**
 * The product of a line is checked even if other cells are wrong, for one piece at least. A line whose status cannot be read may be one that
 * takes no stock.
 */
const { element: Line } = ArrivedOrder.shape.lines
const Asked = Line.pick({ product_id: true }).extend({ quantity: Line.shape.quantity.catch(1), status: LineStatus.default('shipped') })
const Named = ArrivedOrder.pick({ source: true, externalId: true }).required()

function readOrder({ config }: App, bySku: IdsBySku, all: readonly FileRow[]): Read {
  const problems = new Map<number, RowProblem[]>()
  const note = noteIn(problems)
  for (const one of all) if (one.kind === 'refused') note(one.row, one.problems)
  const rows = readable(all)
  if (rows.length === 0) return { rows: all, problems, lines: [] }
  const found = orderIn(rows, { currency: config.currency, bySku }, note)
  const { data: order, error } = ArrivedOrder.safeParse(found)
  for (const issue of error?.issues ?? []) {
    const { row, field } = cellOf(issue.path.join('.'), rows)
    // A cell that could not be read is not reported again as missing.
    if (problems.get(row)?.some((known) => known.field === field)) continue
    note(row, [{ field, ...(isEmpty(rows, row, field) ? refusalText('required') : textOfIssue(issue)) }])
  }
  // A row without its external ID may belong to another order, so sums say nothing.
  const content = rows.every(({ cells }) => nameOf(cells) !== null) ? Content.safeParse(found).data : undefined
  for (const wrong of content ? problemsOfContent(content, config.currency) : []) noteRefusal(wrong, rows, note)
  if (order && problems.size === 0) return { rows: all, order }
  const lines = rows.flatMap((row, at) => {
    const line = Asked.safeParse(found.lines[at]).data
    return line ? [{ row, line }] : []
  })
  const isNamed = ![...problems.values()].flat().some(({ field }) => field === 'externalId')
  return { rows: all, problems, named: isNamed ? Named.safeParse(found).data : undefined, lines }
}

const noteIn =
  (problems: Map<number, RowProblem[]>): Note =>
  (row, more) => {
    if (more.length > 0) problems.set(row, [...(problems.get(row) ?? []), ...more])
  }

/** Notes a refusal of an order, whose fields name lines by their index, at the rows that it is about. */
function noteRefusal(error: unknown, rows: readonly OrderRow[], note: Note): void {
  for (const { field, ...problem } of problemsIn(error)) {
    const cell = cellOf(field, rows)
    note(cell.row, [{ ...problem, field: cell.field }])
  }
}

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

const productsIn = (one: Read) => ('order' in one ? one.order.lines : one.lines.map(({ line }) => line)).map(({ product_id }) => product_id)

async function takeAll(app: App, tx: Tx, actor: Actor, orders: readonly Read[], isDryRun = false): Promise<Outcome[]> {
  // Locked all at once and in order, so that no two transactions deadlock over products.
  await lockSold(tx, [...new Set(orders.flatMap(productsIn))])
  const outcomes: Outcome[] = []
  for (const one of orders) outcomes.push(...('order' in one ? await takeOne(app, tx, actor, one, isDryRun) : await refuseOne(tx, one)))
  return outcomes
}

async function takeOne(app: App, tx: Tx, { id, name }: Actor, { rows, order }: Valid, isDryRun: boolean): Promise<Outcome[]> {
  const by: Program = { kind: 'import', id, name }
  try {
    const totals = checkContent(order, app.config.currency)
    const made = await tx.transaction((part) => placeIn(part, by, order, totals, isDryRun))
    if (made !== null) return rows.map(({ row }) => ({ row, kind: 'created' }))
    if (!(await sameAsBefore({ db: tx }, order))) throw new AppError('not-allowed')
    return rows.map(({ row }) => ({ row, kind: 'unchanged' }))
  } catch (error) {
    const problems: Wrong['problems'] = new Map()
    noteRefusal(error, readable(rows), noteIn(problems))
    return refusedRows(rows, problems)
  }
}

/** Refuses an order with its problems and those that only the database knows: of its name and its lines. */
async function refuseOne(tx: Tx, { rows, problems, named, lines }: Wrong): Promise<Outcome[]> {
  const asked = lines.map(({ line }) => line)
  const rowsOfLines = lines.map(({ row }) => row)
  const note = noteIn(problems)
  if (named && (await isTaken(tx, named))) noteRefusal(new AppError('order-conflict', { field: 'externalId' }), readable(rows), note)
  for (const wrong of (await checkLines(tx, asked)).problems) noteRefusal(wrong, rowsOfLines, note)
  return refusedRows(rows, problems)
}

/** An order is refused as a whole: rows without a problem name the first with one, so that the corrected report has the whole order. */
function refusedRows(rows: readonly FileRow[], problems: Wrong['problems']): Outcome[] {
  const because = { field: null, ...refusalText('row-of-order', { row: Math.min(...problems.keys()) }) }
  return rows.map(({ row }) => ({ row, kind: 'refused', problems: problems.get(row) ?? [because] }))
}
