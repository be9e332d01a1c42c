import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import type { App } from '#server/platform/app.ts'
import { inPages, openList } from '#server/platform/database/in-pages.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { messageJson, messageSource } from '#server/platform/database/message-json.ts'
import { type StoredNotice, withMessage } from '#server/platform/events/sentences.ts'
import { productColumns, type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { listDevices } from '#server/sessions/devices.ts'
import { assertActive } from '#server/sessions/still-active.ts'

type Row = { id: string } & Record<string, unknown>
/** A part of the export that may be long, read page by page in the order of ids. */
type Part = { name: string; from: (after: string) => SQL; shown?: (row: Row) => unknown }

const partsOf = ({ id }: Actor): Part[] => [
  {
    name: 'products',
    from: (after) => sql`
      select ${productColumns} from products left join users u on u.id = products.seller_id
      where products.seller_id = ${id} and products.id > ${after} order by products.id`,
    shown: (row) => withIsoMoments(row as unknown as RawProduct),
  },
  {
    name: 'editRequests',
    from: (after) => sql`
      select id, product_id, product_title as "productTitle", status, payload, note, decisions, rejection_reason as "rejectionReason",
        ${isoSql('created_at')} as created_at, ${isoSql('decided_at')} as "decidedAt"
      from edit_requests where seller_id = ${id} and id > ${after} order by id`,
  },
  {
    // Data about buyers is not data about the seller.
    name: 'orders',
    from: (after) => sql`
      select s.order_id as id, o.number, ${isoSql('s.placed_at')} as "placedAt", s.items, s.discount, s.units,
        (select json_agg(json_build_object('product_id', l.product_id, 'title', l.title, 'unitPrice', l.unit_price, 'quantity', l.quantity,
          'status', l.status, 'carrier', l.carrier, 'tracking', l.tracking) order by l.at)
          from order_lines l where l.order_id = s.order_id and l.seller_id = s.seller_id) as lines
      from order_sellers s join orders o on o.id = s.order_id where s.seller_id = ${id} and s.order_id > ${after} order by s.order_id`,
  },
  {
    name: 'imports',
    from: (after) => sql`
      select id, name, status, rows, created, updated, unchanged, waiting, failed, ${isoSql('created_at')} as "createdAt"
      from imports where user_id = ${id} and id > ${after} order by id`,
  },
  {
    name: 'savedViews',
    from: (after) => sql`
      select id, list, name, query, shared, ${isoSql('created_at')} as "createdAt" from saved_views where owner_id = ${id} and id > ${after} order by id`,
  },
  {
    name: 'messages',
    from: (after) => sql`
      select lpad(m.number::text, 10, '0') as id, m.number, ${sql.raw(messageJson)} as message
      from ${sql.raw(messageSource)} where c.buyer_id = ${id} and m.number > coalesce(nullif(${after}, '')::integer, 0) order by m.number`,
    shown: ({ message }) => message,
  },
  {
    name: 'notifications',
    from: (after) => sql`
      select id, product_id as "productId", product_title as "productTitle", message, text, text_values as "textValues", type, status, reason,
        link, is_read as "isRead",
        ${isoSql('created_at')} as "createdAt"
      from notifications where user_id = ${id} and id > ${after} order by id`,
    shown: (row) => withMessage(row as Row & StoredNotice),
  },
  {
    name: 'history',
    from: (after) => sql`
      select lpad(e.id::text, 20, '0') as id, e.kind, e.fields, d.before, d.after, d.reason, ${isoSql('e.created_at')} as timestamp
      from events e left join event_details d on d.event_id = e.id
      where e.item_id = ${id} and e.id > coalesce(nullif(${after}, '')::bigint, 0) order by e.id`,
  },
]

/**
 * All data stored about the actor, as chunks of JSON text: profile, devices without their tokens, products, edit requests, orders, imports,
 * saved views, chat messages, notifications and history (product §2). Waits for slow readers. Throws when the actor is suspended meanwhile.
 */
export async function* exportAccount(app: App, actor: Actor): AsyncGenerator<string> {
  const account = await findAccount(app, actor)
  const devices = await listDevices(app, actor)
  yield `{\n"account": ${JSON.stringify(account)},\n"devices": ${JSON.stringify(devices)}`
  for (const { name, from, shown } of partsOf(actor)) {
    yield `,\n"${name}": [`
    const entryOf = openList()
    yield* inPages<Row>(app.sql, {
      page: (after = '', limit) => sql`${from(after)} limit ${limit}`,
      placeOf: ({ id }) => id,
      textOf: (row) => entryOf(shown ? shown(row) : row),
      mayGoOn: () => assertActive(app, actor),
    })
    yield ']'
  }
  yield '\n}\n'
}
