import type { EventKind, FeedKind } from '#domain/event.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Tx } from '#server/database/database.ts'
import { eventDetails, events, feedWaiting } from '#server/database/tables.ts'

export type NewEvent = {
  kind: EventKind
  itemId: string
  /** Whose thing it is; null if nobody's. */
  ownerId: string | null
  /** Null where the system acts. */
  actorId: string | null
  /** Names of what changed. */
  fields?: readonly string[]
  title?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
  code?: RejectionCode | null
}

/** Writes what happened, in the transaction of the change; everything else follows from it after the commit (architecture, mechanism 4). */
export async function record(tx: Tx, event: NewEvent): Promise<number> {
  const { kind, itemId, ownerId, actorId, fields = [], title = null, before = null, after = null, reason = null, code = null } = event
  const [row] = await tx
    .insert(events)
    .values({ kind, itemId, ownerId, actorId, fields: [...fields] })
    .returning({ id: events.id })
  if (!row) throw new Error(`The event ${kind} was not written.`)
  if (title !== null || before || after || reason !== null || code) {
    await tx.insert(eventDetails).values({ eventId: row.id, title, before, after, reason, code })
  }
  await tx.insert(feedWaiting).values({ eventId: row.id, kind, itemId, ownerId })
  return row.id
}

/** Announces to one person that something of theirs changed which is no event of the history. */
export async function hint(tx: Tx, kind: Exclude<FeedKind, EventKind>, itemId: string, ownerId: string): Promise<void> {
  await tx.insert(feedWaiting).values({ kind, itemId, ownerId })
}
