import { type SQL, sql } from 'drizzle-orm'
import { decisionKinds, type EventKind, eventRows } from '#domain/event-kinds.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { eventsOf, undoneBy, wasUndone } from '#server/platform/events/undone.ts'

const { approved, rejected } = decisionKinds
const decided: ReadonlySet<EventKind> = new Set([...approved, ...rejected])

/** True for an event that decides on a product or an edit request, or undoes a decision. */
export const decides = (kind: EventKind): boolean => decided.has(kind) || eventRows[kind].undoes !== undefined

const listOf = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ')

/** Condition: the event `e` is a decision, undone or not. */
export const wasDecision: SQL = sql.raw(`e.kind in (${listOf([...decided])})`)

/** Condition: the event `e` is a decision that was not undone. */
export const isDecision: SQL = sql`(${wasDecision} and not ${sql.raw(wasUndone('e'))})`

/**
 * How long the item of a decision `e` had waited, in milliseconds since its submission; null if it had been decided, withdrawn or archived
 * since.
 */
export const waited: SQL = sql`(
  select case when b.kind in ('product.submit', 'editRequest.create') then (extract(epoch from e.created_at - b.created_at) * 1000)::bigint end
  from events b where b.item_id = e.item_id and b.id < e.id and b.kind in (${sql.raw(
    listOf([
      ...decided,
      ...['product.submit', 'product.withdraw', 'product.archive', 'product.restore', 'editRequest.create', 'editRequest.withdraw'],
    ]),
  )}) and not ${sql.raw(wasUndone('b'))}
  order by b.id desc limit 1)`

/** A decision `e` as the columns of `decisions`. */
export const decisionColumns: SQL = sql`e.id as event_id, e.created_at as at, e.actor_id as admin_id, ${sql.raw(`e.kind in (${listOf(approved)}) as approved,
  case when e.kind in (${listOf(rejected)}) then (select d.code from event_details d where d.event_id = e.id) end as code`)}, ${waited} as waited_ms`

/** Notes decisions, each once even if its event comes again, and drops those that were undone. */
export async function noteDecisions(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    insert into decisions (event_id, at, admin_id, approved, code, waited_ms)
    select ${decisionColumns} from ${eventsOf(eventIds)} e where ${isDecision}
    on conflict do nothing`)
  await tx.execute(sql`
    delete from decisions where event_id in (${undoneBy(eventIds)})`)
}
