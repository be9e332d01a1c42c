import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { type EventKind, undoOf } from '#domain/event-kinds.ts'
import type { App } from '#server/platform/app.ts'
import { type EventColumns, eventRow } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** The nouns whose decisions can be undone. */
type Noun = 'product' | 'editRequest' | 'user'
const kindsOf = (noun: Noun) => [...undoOf].filter(([kind]) => kind.startsWith(`${noun}.`)) as [EventKind, EventKind][]
const youngest = sql.raw(`interval '${limits.undo.ms} milliseconds'`)

/** The CTE `last`: the latest event of the item, as only a decision that nothing followed can be undone (product §3). */
export const lastEvent = (itemId: SQL | Placeholder | string): SQL => sql`last as materialized (
    select e.id, e.kind, e.actor_id, e.created_at, e.fields, d.before, d.after
    from events e left join event_details d on d.event_id = e.id where e.item_id = ${itemId} order by e.id desc limit 1
  )`

/**
 * SQL condition: `last` is this actor's own decision, young enough by the database's clock, with the values before it. The clock is read after
 * locks were waited for, so that an undo never comes after the mails were sent.
 */
export const canUndo = (noun: Noun, actorId: SQL | Placeholder | string): SQL => sql`
  last.kind in (${sql.raw(
    kindsOf(noun)
      .map(([kind]) => `'${kind}'`)
      .join(', '),
  )}) and last.actor_id = ${actorId}
  and last.created_at > clock_timestamp() - ${youngest} and last.before ? 'status'`

/** The rows of events that undo `last`, for `recorded`: `source` has the item that was changed. */
export const undoEvents = (noun: Noun, columns: Omit<EventColumns, 'kind'>, source: string): SQL =>
  sql.join(
    kindsOf(noun).map(([kind, undo]) => eventRow({ kind: undo, ...columns }, sql.raw(`from ${source}, last where last.kind = '${kind}'`))),
    sql` union all `,
  )

/** A value before the decision, if the decision changed it; else what the row has now. */
export const formerly = (name: string, type: string, column: string): SQL =>
  sql.raw(`case when last.before ? '${name}' then (last.before ->> '${name}')::${type} else ${column} end`)

/** The refusal of an undo for which nothing else stands in the way: the decision is another person's, or it is too late. */
export async function undoRefusal({ sql }: Pick<App, 'sql'>, actorId: string, itemId: string, fresh: unknown): Promise<AppError> {
  const [latest] = await sql<{ kind: EventKind; by: string | null }[]>`
    select kind, actor_id as by from events where item_id = ${itemId} order by id desc limit 1`
  const isOthers = latest && latest.by !== null && undoOf.has(latest.kind) && latest.by !== actorId
  return isOthers ? new AppError('not-yours') : new AppError('too-late', { detail: { fresh } })
}
