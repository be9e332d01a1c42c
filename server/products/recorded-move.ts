import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event-kinds.ts'
import { eventRow, recorded } from '#server/platform/events/record.ts'

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
 * CTEs by which a statement writes the event of its own change to products (`recorded` in `platform/events`). They read a CTE `changed` with
 * id, seller_id and title, and write nothing if it is empty. With `moves`, `changed` holds whole products, and `moved` the values before and
 * after.
 */
export function recordedMove(kind: EventKind, actorId: Placeholder | SQL, { moves, also, ...given }: Details = {}): SQL {
  const details = moves ? { ...movedDetails, ...given } : given
  const about = { itemId: sql`id`, ownerId: sql`seller_id`, actorId: sql`${actorId}`, title: sql`title` }
  const source = sql.raw(`from ${moves ? 'moved' : ''} changed`)
  const rows = eventRow({ kind, ...about, ...details }, source)
  const second = also && sql`union all ${eventRow({ kind: also.kind, ...about, ...details }, sql`${source} where ${also.where}`)}`
  return sql`${moves ? movedIn(moves) : sql``} ${recorded('event', sql`${rows} ${second ?? sql``}`)}`
}

/** The columns of an event about a row of `moved`. */
export const movedDetails = { fields: sql`moved_fields`, before: sql`moved_before`, after: sql`moved_after` }

/** The values before a decision that replaces the reason of an earlier rejection: an undo returns it. */
export const beforeWithReason = sql`moved_before || moved_reason`

/**
 * The CTE `moved`. A statement reads all rows as they were before it, even those it changes: `old` is the product before the move.
 */
export function movedIn(moves: readonly MovedField[]): SQL {
  const differs = (name: MovedField) => `old.${movedColumns[name]} is distinct from changed.${movedColumns[name]}`
  const names = moves.map((name) => `case when ${differs(name)} then '${name}' end`)
  const values = (of: string) =>
    [
      `jsonb_build_object('status', ${of}.status)`,
      ...moves.map((name) => `case when ${differs(name)} then jsonb_build_object('${name}', ${of}.${movedColumns[name]}) else '{}' end`),
    ].join(' || ')
  return sql`moved as (
    select changed.id, changed.seller_id, changed.title, changed.status,
      ${sql.raw(`array_remove(array['status', ${[...names, 'null'].join(', ')}], null)`)} as moved_fields,
      ${sql.raw(values('old'))} as moved_before, ${sql.raw(values('changed'))} as moved_after,
      case when old.rejection_reason is null then '{}' else jsonb_build_object('rejectionReason', old.rejection_reason,
        'rejectionCode', old.rejection_code, 'rejectionFields', to_jsonb(old.rejection_fields)) end as moved_reason
    from changed join products old on old.id = changed.id
  ),`
}
