import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type EventKind, eventKinds, eventRows, type FeedKind } from '#domain/event-kinds.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { executePrepared } from '#server/platform/database/prepared-statement.ts'

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

/** The fields of an event about an account whose owner acts. */
export const byOwner = (id: string, title: string) => ({ itemId: id, ownerId: id, actorId: id, title })

/** The fields of an event about a move: the status it ends in, and the one it began in if there was one. */
export const movedTo = (status: string, from?: string): Pick<NewEvent, 'fields' | 'before' | 'after'> => ({
  fields: ['status'],
  before: from === undefined ? null : { status: from },
  after: { status },
})

/** Columns of an event as SQL, for statements that write the events of their own change. What is not given is null, or no fields. */
export type EventColumns = { kind: EventKind; itemId: SQL; ownerId: SQL; actorId: SQL } & {
  [Name in 'fields' | 'title' | 'before' | 'after' | 'reason' | 'code' | 'number']?: SQL | Placeholder
}

/** The rows of events: one `select` with the columns in the order that `recorded` expects. */
export const eventRow = (columns: EventColumns, from: SQL = sql``): SQL => {
  const { kind, itemId, ownerId, actorId, fields = sql`'{}'`, title = none, before = none, after = none } = columns
  const { reason = none, code = none, number = none } = columns
  return sql`select ${sql.raw(`'${kind}'`)}::text as kind, ${itemId}::text as item_id, ${ownerId}::text as owner_id, ${actorId}::text as actor_id,
    ${fields}::text[] as fields, ${title}::text as title, ${before}::jsonb as before, ${after}::jsonb as after, ${reason}::text as reason,
    ${code}::text as code, ${number}::integer as number ${from}`
}
const none = sql`null`

/** The kinds of events whose webhook has a product or a seller as of the event. */
const withSnapshot = eventKinds.filter((kind) => ['product', 'seller'].includes(eventRows[kind].webhook?.data ?? ''))

/** A trigger copies them at the commit. Where no endpoint would read the copy, the trigger is not even queued, because approvals are a hot path. */
const needsSnapshot = sql.raw(`kind in ('${withSnapshot.join("', '")}') and exists (select from webhook_endpoints where enabled)`)

/**
 * CTEs by which a statement writes events in their order, each with its details and its waiting hint, so that none is written without the
 * others; everything else follows from it after the commit (architecture, mechanism 4). `rows` are made by `eventRow`. The first CTE is
 * called `name` and has the rows with their `event_id`.
 */
export const recorded = (name: string, rows: SQL): SQL => {
  const events = sql.identifier(name)
  const part = (what: string) => sql.identifier(`${name}_${what}`)
  return sql`${events} as materialized (
    select nextval('events_id_seq') as event_id, given.* from (${rows}) given
  ), ${part('rows')} as (
    insert into events (id, kind, item_id, owner_id, actor_id, fields) overriding system value
    select event_id, kind, item_id, owner_id, actor_id, fields from ${events}
  ), ${part('details')} as (
    insert into event_details (event_id, title, before, after, reason, code)
    select event_id, title, before, after, reason, code from ${events} where num_nonnulls(title, before, after, reason, code) > 0
  ), ${part('hints')} as (
    insert into feed_waiting (event_id, kind, item_id, owner_id, number, snapshot)
    select event_id, kind, item_id, owner_id, number, ${needsSnapshot} from ${events} order by event_id
  )`
}

/** Writes an event, in the transaction of the change. Returns the event's id. */
export async function record(tx: Tx, event: NewEvent): Promise<number> {
  const { kind, itemId, ownerId, actorId, fields = [], title = null, before = null, after = null, reason = null, code = null } = event
  const json = (value: unknown) => (value === null ? none : sql`${JSON.stringify(value)}`)
  const rows = eventRow({
    kind,
    itemId: sql`${itemId}`,
    ownerId: sql`${ownerId}`,
    actorId: sql`${actorId}`,
    title: sql`${title}`,
    fields: sql`array(select json_array_elements_text(${JSON.stringify(fields)}::json))`,
    before: json(before),
    after: json(after),
    reason: sql`${reason}`,
    code: sql`${code}`,
  })
  const [row] = await executePrepared<{ id: number }>(tx, sql`with ${recorded('event', rows)} select event_id as id from event`)
  if (!row) throw new Error(`The event ${kind} was not written.`)
  return row.id
}

/**
 * A CTE `hint` by which a statement writes hints that are not events: for one person about their own item, or for all whom the kind concerns. With
 * the kind of an event they also reach one person besides the owner of that event. `rows` selects items and their owners.
 */
export const hinted = (kind: FeedKind, rows: SQL): SQL => sql`hint as (
    insert into feed_waiting (kind, item_id, owner_id) select ${sql.raw(`'${kind}'`)}, given.* from (${rows}) given returning item_id
  )`

/** Writes such hints in the transaction of the change. */
export async function hintAll(tx: Pick<Tx, 'execute'>, kind: FeedKind, rows: SQL): Promise<void> {
  await executePrepared(tx, sql`with ${hinted(kind, rows)} select`)
}

/** Writes one such hint. */
export const hint = (tx: Pick<Tx, 'execute'>, kind: FeedKind, itemId: string, ownerId: string | null): Promise<void> =>
  hintAll(tx, kind, sql`select ${itemId}::text, ${ownerId}::text`)
