import { type SQL, sql } from 'drizzle-orm'
import type { HistoryFilters } from '#contract/history.ts'
import type { HistoryLog } from '#domain/event.ts'
import { type EventKind, eventKinds, type HistoryType, historyTypeFor } from '#domain/event-kinds.ts'
import type { Person } from '#domain/person.ts'
import { decisionsAsked, historyConditions, isPartial, lookUp, type Named } from '#server/history/history-conditions.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { numberedPlaceIn, pageOf } from '#server/platform/database/newest-first.ts'
import { personJson } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { describe } from '#server/platform/events/sentences.ts'
import { titleBefore } from '#server/platform/events/title-before.ts'
import { withSeller } from '#server/platform/events/with-seller.ts'
import { waited, wasDecision } from '#server/sales/note-decisions.ts'

type Wanted = HistoryFilters & { cursor?: string | undefined; limit: number }

export type HistoryRow = {
  id: string
  kind: EventKind
  itemId: string
  ownerId: string | null
  actorId: string | null
  fields: string[]
  createdAt: string
  title: string | null
  reason: string | null
  code: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  person: Person | null
  waitedMs: number | null
  imported: { description: string; user: string | null } | null
}

type Kind = { kind: EventKind; byOther: boolean | null }

/** The kinds that are asked for; null for all. */
function kindsAsked({ type, ...filters }: HistoryFilters): Kind[] | null {
  const decisions = decisionsAsked(filters)
  const under = type && kindsOf(type)
  if (under) return decisions ? under.filter(({ kind }) => decisions.includes(kind)) : under
  return decisions?.map((kind) => ({ kind, byOther: null })) ?? null
}

/** The kinds of a log type; `byOther` is null unless the type depends on whether the owner or another person acted. */
function kindsOf(type: HistoryType): Kind[] {
  const under = (kind: EventKind, actorId: string) => historyTypeFor({ kind, actorId, ownerId: 'owner' }) === type
  return eventKinds.flatMap((kind) => {
    const own = under(kind, 'owner')
    const other = under(kind, 'other')
    return own || other ? [{ kind, byOther: own && other ? null : other }] : []
  })
}

/** The events that match the filters, newest first (spec §7); for admins. Throws `invalid-argument` for an invalid cursor. */
export async function listHistory(app: App, wanted: Wanted): Promise<{ rows: HistoryLog[]; next: string | null; isPartial: boolean }> {
  const { search, cursor, limit } = wanted
  const [rows, [more]] = await Promise.all([
    readHistory(app, { ...wanted, limit: limit + 1 }),
    search && !cursor ? app.db.execute<{ isPartial: boolean }>(sql`select ${isPartial(patternFor(search))} as "isPartial"`) : [],
  ])
  const page = pageOf(rows, limit)
  return { rows: page.rows.map(logOf), next: page.next, isPartial: more?.isPartial ?? false }
}

async function readHistory(app: App, wanted: Wanted): Promise<HistoryRow[]> {
  return app.db.execute<HistoryRow>(historyAfter(app, wanted, wanted.search ? await lookUp(app, wanted.search) : null))
}

/** The statement of `listHistory` and of the export: up to `limit` entries after the cursor. */
export function historyAfter(app: App, { cursor, limit, ...filters }: Wanted, named: Named | null): SQL {
  const after = numberedPlaceIn(cursor)
  const conditions = historyConditions(app, filters, named)
  if (after) conditions.push(sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`)
  return sql`
    select e.id::text, e.kind, e.item_id as "itemId", e.owner_id as "ownerId", e.actor_id as "actorId", e.fields,
      ${isoSql('e.created_at')} as "createdAt", d.reason, d.code, d.imported, ${sql.raw(personJson)} as person,
      ${sql.raw(withSeller('before'))}, ${sql.raw(withSeller('after'))},
      case when ${wasDecision} then ${waited} end as "waitedMs", coalesce(d.title, ${sql.raw(titleBefore)}, (select title from products where id = e.item_id)) as title
    from (${newest(kindsAsked(filters), conditions, limit)}) e
    left join event_details d on d.event_id = e.id left join users u on u.id = e.actor_id
    order by e.created_at desc, e.id desc`
}

/** Leaves out messages, which only chats show (product §6). Written so that the index without messages serves it. */
const notMessages = sql`kind <> 'chat.message'`

/** If kinds are given, each is read from the end of its own index, so that even a rare kind is found fast. */
function newest(under: Kind[] | null, conditions: SQL[], size: number): SQL {
  const end = sql`order by created_at desc, id desc limit ${size}`
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  if (!under) return sql`select * from events e where ${notMessages} and ${where} ${end}`
  if (under.length === 0) return sql`select * from events where false`
  const kinds = sql.join(
    under.map(({ kind, byOther }) => sql`(${kind}, ${byOther}::boolean)`),
    sql`, `,
  )
  return sql`select e.* from (values ${kinds}) k (kind, by_other) cross join lateral (
    select * from events e where kind = k.kind and ${notMessages} and (k.by_other is null or (actor_id is distinct from owner_id) = k.by_other) and ${where} ${end}
  ) e ${end}`
}

/** An entry as sent over the wire. */
export const logOf = (row: HistoryRow): HistoryLog => ({
  id: row.id,
  type: historyTypeFor(row),
  kind: row.kind,
  description: row.imported?.description ?? describe(row),
  itemId: row.itemId,
  // A program is shown with the name of its API key.
  user: row.person?.name ?? (typeof row.after?.key === 'string' ? row.after.key : (row.imported?.user ?? null)),
  userId: row.actorId,
  person: row.person,
  reason: row.reason,
  fields: row.fields,
  before: row.before,
  after: row.after,
  waitedMs: row.waitedMs,
  timestamp: row.createdAt,
})
