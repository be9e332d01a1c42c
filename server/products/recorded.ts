import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event.ts'

type Details = {
  /** The names of the changed fields, as a `text[]` out of `changed`. */
  fields?: SQL
  reason?: Placeholder
  code?: Placeholder
  before?: SQL
  after?: SQL
  /** A second event that the same change is, where the condition on `changed` holds. */
  also?: { kind: EventKind; where: SQL }
}

/**
 * The CTEs by which a statement writes the event of its own change, as `record` does in a transaction.
 * They read a CTE `changed` with id, seller_id and title, and write nothing if it is empty. Without details the event has the title
 * of the item's event before: on the hottest path that row would cost a seventh of the statement.
 */
export function recorded(
  kind: EventKind,
  actorId: Placeholder | SQL,
  { also, fields = sql`'{}'::text[]`, ...details }: Details = {},
  without?: 'without details',
): SQL {
  const happened = (what: EventKind) => sql`select ${sql.raw(`'${what}'`)}, id, seller_id, ${actorId}::text, ${fields} from changed`
  return sql`event as (
    insert into events (kind, item_id, owner_id, actor_id, fields) ${happened(kind)} ${also ? sql`union all ${happened(also.kind)} where ${also.where}` : sql``}
    returning id, kind, item_id, owner_id
  ), ${without ? sql`` : detailed(details)} waiting as (
    insert into feed_waiting (event_id, kind, item_id, owner_id) select id, kind, item_id, owner_id from event
  )`
}

const detailed = ({ reason, code, before, after }: Omit<Details, 'also' | 'fields'>): SQL => sql`details as (
    insert into event_details (event_id, title, reason, code, before, after)
    select event.id, changed.title, ${reason ?? null}::text, ${code ?? null}::text, ${before ?? sql`null::jsonb`},
      ${after ?? sql`null::jsonb`}
    from event join changed on changed.id = event.item_id
  ),`
