import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event.ts'

type Details = {
  /** Fields besides the status that a move may change: the event names those that did change, with their values. */
  moves?: readonly MovedField[]
  /** The names of the changed fields, as a `text[]` from `changed`. */
  fields?: SQL
  reason?: Placeholder
  code?: Placeholder
  before?: SQL
  after?: SQL
  /** A second event of the same change, if the condition on `changed` holds. */
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
 * CTEs by which a statement writes the event of its own change, as `record` does in a transaction. They read a CTE `changed` with id, seller_id
 * and title, and write nothing if it is empty. With `moves`, `changed` holds whole products, and `moved` the values before and after.
 */
export function recorded(kind: EventKind, actorId: Placeholder | SQL, { moves, also, ...given }: Details = {}): SQL {
  const {
    fields = sql`'{}'::text[]`,
    before = none,
    after = none,
    reason = none,
    code = none,
  } = moves ? { ...movedDetails, ...given } : given
  const source = sql.raw(moves ? 'moved' : 'changed')
  const by = moves ? sql`moved_by` : sql`${actorId}::text`
  const happened = (what: EventKind) => sql`select ${sql.raw(`'${what}'`)}, id, seller_id, ${by}, ${fields} from ${source}`
  return sql`${moves ? movedIn(moves, actorId) : sql``} event as (
    insert into events (kind, item_id, owner_id, actor_id, fields) ${happened(kind)} ${also ? sql`union all ${happened(also.kind)} where ${also.where}` : sql``}
    returning id, kind, item_id, owner_id
  ), details as (
    insert into event_details (event_id, title, reason, code, before, after)
    select event.id, changed.title, ${reason}::text, ${code}::text, ${before}::jsonb, ${after}::jsonb
    from event join ${source} changed on changed.id = event.item_id
  ), waiting as (
    insert into feed_waiting (event_id, kind, item_id, owner_id) select id, kind, item_id, owner_id from event
  )`
}

const none = sql`null`
const movedDetails = { fields: sql`moved_fields`, before: sql`moved_before`, after: sql`moved_after` }

/** A statement reads all rows as they were before it, even those it changes: `old` is the product before the move. */
function movedIn(moves: readonly MovedField[], actorId: Placeholder | SQL): SQL {
  const differs = (name: MovedField) => `old.${movedColumns[name]} is distinct from changed.${movedColumns[name]}`
  const names = moves.map((name) => `case when ${differs(name)} then '${name}' end`)
  const values = (of: string) =>
    [
      `jsonb_build_object('status', ${of}.status)`,
      ...moves.map((name) => `case when ${differs(name)} then jsonb_build_object('${name}', ${of}.${movedColumns[name]}) else '{}' end`),
    ].join(' || ')
  return sql`moved as (
    select changed.id, changed.seller_id, changed.title, changed.status, ${actorId}::text as moved_by,
      ${sql.raw(`array_remove(array['status', ${[...names, 'null'].join(', ')}], null)`)} as moved_fields,
      ${sql.raw(values('old'))} as moved_before, ${sql.raw(values('changed'))} as moved_after
    from changed join products old on old.id = changed.id
  ),`
}
