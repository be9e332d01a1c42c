import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { OrderLine } from '#domain/order.ts'
import { type LineMove, lineMoves, lineStatuses, whyNotLine } from '#domain/order-rules.ts'
import { type LockedOrder, lockOrder, orderNotFound } from '#server/orders/find-order.ts'
import { actedBy, assertMayStillAct } from '#server/orders/may-still-act.ts'
import { lineCondition } from '#server/orders/order-condition.ts'
import { lineJson } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'

/** A line that was moved, with its seller, which sellers are not shown. */
export type MovedLine = { line: OrderLine; sellerId: string }
export type Lines = { id: string; lines: readonly string[] }

type Change = {
  /** What changes in `order_lines l` besides the status. */
  set: SQL
  /** The values that change, by default the status. */
  fields?: readonly (keyof OrderLine)[]
  /** Further values for the history. */
  after?: Record<string, unknown>
  reason?: string | null
  /** Further work of the transaction, with the order locked. */
  also?: (tx: Tx, order: LockedOrder, moved: readonly MovedLine[]) => Promise<void>
}

const kinds = { ship: 'order.shipped', correct: 'order.corrected', deliver: 'order.delivered', cancel: 'order.cancelled' } as const

/** Condition on `order_lines l`: the requested lines. */
const asked = ({ id, lines }: Lines): SQL =>
  sql`l.order_id = ${id} and l.id in (select json_array_elements_text(${JSON.stringify(lines)}::json))`

/**
 * Moves the named lines of an order, all or none (product §5). Throws `not-found` for an order or a line that the actor cannot see,
 * `wrong-status` with the fresh lines, `not-allowed`.
 */
export async function moveLines(app: App, by: By, name: LineMove, wanted: Lines, change: Change): Promise<OrderLine[]> {
  const moved = await commit(app, (tx) => moveIn(tx, by, name, wanted, change))
  return moved ? moved.map(({ line }) => line) : explainLines(app, by, name, wanted)
}

async function moveIn(
  tx: Tx,
  by: By,
  name: LineMove,
  wanted: Lines,
  { set, fields: named = ['status'], after, reason = null, also }: Change,
): Promise<MovedLine[] | null> {
  const order = await lockOrder(tx, by, wanted.id)
  const may = sql`${asked(wanted)} and ${lineCondition(name, by)}`
  // The order is locked, so no line moves between the count and the update.
  const rows = await tx.execute<MovedLine & { at: number; was: OrderLine }>(sql`
    with was as (select l.id, ${lineJson} as line from order_lines l where ${may})
    update order_lines l set status = ${lineMoves[name].to}, ${set} from was
    where was.id = l.id and (select count(*) from was) = ${wanted.lines.length}
    returning ${lineJson} as line, l.seller_id as "sellerId", l.at, was.line as was`)
  if (rows.length === 0) return null
  const moved = rows.toSorted((one, other) => one.at - other.at)
  await recount(tx, order.id)
  const { actorId, key } = actedBy(by)
  for (const { line, sellerId, was } of moved) {
    const fields = named.filter((field) => was[field] !== line[field])
    if (fields.length === 0) continue
    const before = { line: line.id, ...Object.fromEntries(fields.map((field) => [field, was[field]])) }
    const { status } = line
    const values = { line: line.id, title: line.title, quantity: line.quantity, ...(status !== was.status && { status }), ...after, ...key }
    const about = { fields, before, after: values, reason }
    await record(tx, { kind: kinds[name], itemId: order.id, ownerId: sellerId, actorId, title: order.number, ...about })
  }
  await also?.(tx, order, moved)
  return moved
}

const counted = sql.raw(lineStatuses.map((status) => `count(*) filter (where status = '${status}') as ${status}_lines`).join(', '))
const counts = sql.raw(lineStatuses.map((status) => `${status}_lines = c.${status}_lines`).join(', '))

/** Counts the lines by status, of the whole order and of each seller. */
async function recount(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    with sellers as (
      update order_sellers s set ${counts} from (select seller_id, ${counted} from order_lines where order_id = ${id} group by seller_id) c
      where s.order_id = ${id} and s.seller_id = c.seller_id
    )
    update orders o set ${counts} from (select ${counted} from order_lines where order_id = ${id}) c where o.id = ${id}`)
}

/** Reads fresh lines and throws the reason why a move changed nothing. */
async function explainLines(app: App, by: By, name: LineMove, wanted: Lines): Promise<never> {
  await assertMayStillAct(app, by)
  const rows = await app.db.execute<MovedLine>(sql`
    select ${lineJson} as line, l.seller_id as "sellerId" from order_lines l where ${asked(wanted)} order by l.at`)
  const visible = rows.filter(({ sellerId }) => isProgram(by) || by.role === 'admin' || sellerId === by.id)
  if (visible.length < wanted.lines.length) throw orderNotFound()
  const fresh = { lines: visible.map(({ line }) => line) }
  for (const { line, sellerId } of visible) {
    const problem = whyNotLine(by, name, { status: line.status, seller_id: sellerId })
    if (problem) throw new AppError(problem, { field: `lines.${wanted.lines.indexOf(line.id)}`, detail: { fresh } })
  }
  throw new AppError('wrong-status', { detail: { fresh } })
}
