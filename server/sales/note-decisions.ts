import { type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event.ts'
import type { Tx } from '#server/database/database.ts'

const approvals = ['product.approve', 'editRequest.approve', 'editRequest.approvePartly'] as const
const rejections = ['product.reject', 'editRequest.reject'] as const

/** The events that decide on what waits; a take-down, too, is a rejection with a reason. */
export const decisionKinds: ReadonlySet<EventKind> = new Set([...approvals, ...rejections])

const listOf = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ')

/** Events `e` that are decisions. */
export const isDecision: SQL = sql.raw(`e.kind in (${listOf([...approvals, ...rejections])})`)

/**
 * What a decision `e` was and how long its thing had waited, as columns of `decisions`: from the submission right before it, none where it had been
 * decided, withdrawn or archived since.
 */
export const decisionColumns: SQL =
  sql.raw(`e.id as event_id, e.created_at as at, e.actor_id as admin_id, e.kind in (${listOf(approvals)}) as approved,
  case when e.kind in (${listOf(rejections)}) then (select d.code from event_details d where d.event_id = e.id) end as code,
  (select case when b.kind in ('product.submit', 'editRequest.create') then (extract(epoch from e.created_at - b.created_at) * 1000)::bigint end
    from events b where b.item_id = e.item_id and b.id < e.id and b.kind in (${listOf([
      ...approvals,
      ...rejections,
      ...['product.submit', 'product.withdraw', 'product.archive', 'product.restore', 'editRequest.create', 'editRequest.withdraw'],
    ])})
    order by b.id desc limit 1) as waited_ms`)

/** Notes decisions, each once however often it comes. */
export async function noteDecisions(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    insert into decisions (event_id, at, admin_id, approved, code, waited_ms)
    select ${decisionColumns} from events e
    where ${isDecision} and e.id in (select json_array_elements_text(${JSON.stringify(eventIds)}::json)::bigint)
    on conflict do nothing`)
}
