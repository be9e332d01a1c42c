import { AppError } from '#domain/errors.ts'
import { type EventKind, eventKinds, type HistoryLog, type HistoryType, historyTypeFor } from '#domain/event.ts'
import type { App } from '#server/app.ts'
import { pageOf, placeIn } from '#server/database/newest-first.ts'
import { titleBefore } from '#server/events/title-before.ts'
import { describe } from '#server/history/describe.ts'

type Wanted = { type?: HistoryType | undefined; cursor?: string | undefined; limit: number }

type Row = {
  id: string
  kind: EventKind
  itemId: string
  ownerId: string | null
  actorId: string | null
  fields: string[]
  before: { status: unknown }
  createdAt: string
  title: string | null
  reason: string | null
  name: string | null
}

/** The kinds that stand under a log type; `byOther` where it depends on whether the owner himself acted. */
function kindsOf(type: HistoryType): { kind: EventKind; byOther: boolean | null }[] {
  const under = (kind: EventKind, actorId: string) => historyTypeFor({ kind, actorId, ownerId: 'owner' }) === type
  return eventKinds.flatMap((kind) => {
    const [own, other] = [under(kind, 'owner'), under(kind, 'other')]
    return own || other ? [{ kind, byOther: own && other ? null : other }] : []
  })
}

function afterPlace(cursor: string | undefined): { createdAt: string; id: string } | null {
  const place = placeIn(cursor)
  if (place && !/^\d{1,15}$/.test(place.id)) throw new AppError('invalid-argument', { field: 'cursor' })
  return place
}

/** Everything that happened, newest first, or what stands under one log type (spec §7); for admins. Throws `invalid-argument` for a strange cursor. */
export async function listHistory({ sql }: App, { type, cursor, limit }: Wanted): Promise<{ rows: HistoryLog[]; next: string | null }> {
  const after = afterPlace(cursor)
  const further = after ? sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)` : sql`true`
  const newest = sql`order by created_at desc, id desc limit ${limit + 1}`
  const kinds = type ? kindsOf(type) : []
  // Per kind, so that each is read from its end of the index, however rare it is among the others.
  const source = type
    ? sql`select e.* from unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ byOther }) => byOther)}::boolean[]) k (kind, by_other)
        cross join lateral (
          select * from events where kind = k.kind and (k.by_other is null or (actor_id is distinct from owner_id) = k.by_other) and ${further} ${newest}
        ) e ${newest}`
    : sql`select * from events where ${further} ${newest}`
  const rows = await sql<Row[]>`
    select e.id::text, e.kind, e.item_id as "itemId", e.owner_id as "ownerId", e.actor_id as "actorId", e.fields,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", d.reason, u.name,
      jsonb_build_object('status', d.before -> 'status') as before,
      coalesce(d.title, ${sql.unsafe(titleBefore)}, (select title from products where id = e.item_id)) as title
    from (${source}) e left join event_details d on d.event_id = e.id left join users u on u.id = e.actor_id
    order by e.created_at desc, e.id desc`
  const page = pageOf(rows, limit)
  return { rows: page.rows.map(logOf), next: page.next }
}

const logOf = (row: Row): HistoryLog => ({
  id: row.id,
  type: historyTypeFor(row),
  kind: row.kind,
  description: describe(row),
  itemId: row.itemId,
  user: row.name,
  userId: row.actorId,
  reason: row.reason,
  fields: row.fields,
  timestamp: row.createdAt,
})
