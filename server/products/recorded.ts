import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event.ts'

type Details = {
  /** What a move may change of the product besides its status: the event names and tells those fields that it did change. */
  moves?: readonly MovedField[]
  /** The names of the changed fields, as a `text[]` out of `changed`. */
  fields?: SQL
  reason?: Placeholder
  code?: Placeholder
  before?: SQL
  after?: SQL
  /** A second event that the same change is, where the condition on `changed` holds. */
  also?: { kind: EventKind; where: SQL }
}

const movedColumns = {
  archivedByAdmin: 'archived_by_admin',
  approvedPrice: 'approved_price',
  approvedVersion: 'approved_version',
  rejectionReason: 'rejection_reason',
} as const
type MovedField = keyof typeof movedColumns

/**
 * The CTEs by which a statement writes the event of its own change, as `record` does in a transaction.
 * They read a CTE `changed` with id, seller_id and title, and write nothing if it is empty. With `moves`, `changed` holds whole products, and
 * `moved` has what changed of each, from what to what.
 */
export function recorded(kind: EventKind, actorId: Placeholder | SQL, { moves, also, ...given }: Details = {}): SQL {
  const details = moves ? { ...movedDetails, ...given } : given
  const source = moves ? sql`changed join moved using (id)` : sql`changed`
  const fields = details.fields ?? sql`'{}'::text[]`
  const happened = (what: EventKind) => sql`select ${sql.raw(`'${what}'`)}, id, seller_id, ${actorId}::text, ${fields} from ${source}`
  return sql`${moves ? movedIn(moves) : sql``} event as (
    insert into events (kind, item_id, owner_id, actor_id, fields) ${happened(kind)} ${also ? sql`union all ${happened(also.kind)} where ${also.where}` : sql``}
    returning id, kind, item_id, owner_id
  ), details as (
    insert into event_details (event_id, title, reason, code, before, after)
    select event.id, changed.title, ${details.reason ?? null}::text, ${details.code ?? null}::text, ${details.before ?? sql`null::jsonb`},
      ${details.after ?? sql`null::jsonb`}
    from event join (${sql`select * from ${source}`}) changed on changed.id = event.item_id
  ), waiting as (
    insert into feed_waiting (event_id, kind, item_id, owner_id) select id, kind, item_id, owner_id from event
  )`
}

const movedDetails = { fields: sql`moved_fields`, before: sql`moved_before`, after: sql`moved_after` }

/** A statement reads the rows as they were before it, also those it changes: so `old` is the product before the move. */
function movedIn(moves: readonly MovedField[]): SQL {
  const columns = [['status', 'status'], ...moves.map((name) => [name, movedColumns[name]])]
  const pairs = sql.raw(columns.map(([name, column]) => `('${name}', to_jsonb(old.${column}), to_jsonb(changed.${column}))`).join(', '))
  return sql`moved as (
    select changed.id, array_agg(name) as moved_fields, jsonb_object_agg(name, was) as moved_before, jsonb_object_agg(name, became) as moved_after
    from changed join products old on old.id = changed.id cross join lateral (values ${pairs}) f (name, was, became)
    where was is distinct from became group by changed.id
  ),`
}
