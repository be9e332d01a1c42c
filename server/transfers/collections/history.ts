import type { EventKind, HistoryType } from '#domain/event-kinds.ts'
import { isPlainText } from '#domain/text.ts'
import { events } from '#server/platform/database/tables/events.ts'
import type { Item, Kind } from '#server/transfers/kind.ts'

/** The event of each log type: it is shown, found and counted like an event of that kind, with the words of before. */
const kinds: Record<HistoryType, EventKind> = {
  product_approval: 'product.approve',
  product_rejection: 'product.reject',
  product_edit: 'product.edit',
  user_edit: 'user.profile',
  payment: 'order.paid',
}

/** The history as it was told. It is append-only, so a record that differs from an imported one is reported. */
export const historyKind: Kind<'history_logs'> = {
  collection: 'history_logs',
  table: events,
  state: null,
  write: async ({ sql }, items) => {
    const rows = items.map(({ id, record }) => ({
      id,
      kind: kinds[record.type],
      item: record.itemId ?? '',
      at: record.timestamp,
      user: userOf({ record }),
      description: record.description,
    }))
    const written = await sql<{ id: string; event: string }[]>`
      with given as materialized (
        select nextval('events_id_seq') as event, g.*, coalesce(byid.id, bymail.id) as actor, coalesce(p.seller_id, item.id) as owner, p.title
        from (select * from json_to_recordset(${JSON.stringify(rows)}::json) g (id text, kind text, item text, at timestamptz, "user" text, description text) order by at) g
        left join users byid on byid.id = g."user" left join users bymail on lower(bymail.email) = lower(g."user")
        left join products p on p.id = g.item left join users item on item.id = g.item
      ), written as (
        insert into events (id, kind, item_id, owner_id, actor_id, created_at) overriding system value
        select event, kind, item, owner, actor, at from given
      ), details as (
        insert into event_details (event_id, imported)
        select event, jsonb_build_object('description', description, 'user', case when actor is null then "user" end) from given
      )
      select id, event::text from given`
    const here = new Map(written.map(({ id, event }) => [id, event]))
    for (const one of items) one.here = here.get(one.id) ?? null
  },
}

/** Their id, address or name. */
function userOf({ record: { user } }: Pick<Item<'history_logs'>, 'record'>): string | null {
  const found =
    typeof user === 'object' && user !== null
      ? ((user as Record<string, unknown>).id ?? (user as Record<string, unknown>).email ?? (user as Record<string, unknown>).name)
      : user
  return typeof found === 'string' && found.length <= 254 && isPlainText(found) ? found : null
}
