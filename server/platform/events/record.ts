import { sql } from 'drizzle-orm'
import type { EventKind, FeedKind } from '#domain/event-kinds.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { feedWaiting } from '#server/platform/database/tables/feed.ts'

export type NewEvent = {
  kind: EventKind
  itemId: string
  /** The owner of the item; null if it has none. */
  ownerId: string | null
  /** Null if the system acts. */
  actorId: string | null
  /** Names of the changed fields. */
  fields?: readonly string[]
  title?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
  code?: RejectionCode | null
}

/** The fields of an event about a move: the status it ends in, and the one it began in if there was one. */
export const movedTo = (status: string, from?: string): Pick<NewEvent, 'fields' | 'before' | 'after'> => ({
  fields: ['status'],
  before: from === undefined ? null : { status: from },
  after: { status },
})

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/**
 * Writes an event, in the transaction of the change and in one statement; everything else follows from it after the commit (architecture,
 * mechanism 4). Returns the event's id.
 */
export async function record(tx: Tx, event: NewEvent): Promise<number> {
  const { kind, itemId, ownerId, actorId, fields = [], title = null, before = null, after = null, reason = null, code = null } = event
  const detailed = title !== null || before !== null || after !== null || reason !== null || code !== null
  const [row] = await tx.execute<{ id: number }>(sql`
    with event as (
      insert into events (kind, item_id, owner_id, actor_id, fields)
      values (${kind}, ${itemId}, ${ownerId}, ${actorId}, array(select json_array_elements_text(${JSON.stringify(fields)}::json)))
      returning id, kind, item_id, owner_id
    ), details as (
      insert into event_details (event_id, title, before, after, reason, code)
      select id, ${title}::text, ${json(before)}::jsonb, ${json(after)}::jsonb, ${reason}::text, ${code}::text from event where ${detailed}::boolean
    )
    insert into feed_waiting (event_id, kind, item_id, owner_id) select id, kind, item_id, owner_id from event returning event_id as id`)
  if (!row) throw new Error(`The event ${kind} was not written.`)
  return row.id
}

/**
 * Writes a hint that is not an event: for one person about their own item, or for all whom the kind concerns. With the kind of an event it
 * also reaches one person besides the owner of that event.
 */
export async function hint(tx: Tx, kind: FeedKind, itemId: string, ownerId: string | null): Promise<void> {
  await tx.insert(feedWaiting).values({ kind, itemId, ownerId })
}
