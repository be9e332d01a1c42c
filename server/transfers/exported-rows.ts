import { getTableName } from 'drizzle-orm'
import type { HistoryType } from '#domain/event-kinds.ts'
import { productFields, soldFields, type ValueField, valueFields } from '#domain/product-fields.ts'
import type { Collection } from '#domain/transfer.ts'
import { unreadColumns } from '#server/chats/chat-row.ts'
import { type HistoryRow, logOf } from '#server/history/list-history.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { chatMessages } from '#server/platform/database/tables/chats.ts'
import { type StoredNotice, withMessage } from '#server/platform/events/sentences.ts'
import { titleBefore } from '#server/platform/events/title-before.ts'
import { withSeller } from '#server/platform/events/with-seller.ts'
import { chatKind } from '#server/transfers/collections/chats.ts'
import { editRequestKind } from '#server/transfers/collections/edit-requests.ts'
import { historyKind } from '#server/transfers/collections/history.ts'
import { notificationKind } from '#server/transfers/collections/notifications.ts'
import { orderKind } from '#server/transfers/collections/orders.ts'
import { productKind } from '#server/transfers/collections/products.ts'
import { userKind } from '#server/transfers/collections/users.ts'
import { stateOf } from '#server/transfers/import-batch.ts'
import type { Kind } from '#server/transfers/kind.ts'

/** A row as the database gives it: the fields of a record, and what was imported. */
export type ExportedRow = {
  id: string
  /** The record as it was imported, and whether it was not changed here since. */
  _record: string | null
  _same: boolean
  /** True for a chat whose record had its messages inside; and the record of the chat of a new message. */
  _inner?: boolean | null
  _chat?: string | null
} & Record<string, unknown>

/**
 * SQL: this record of a chat had its messages inside, and so has them again. Escaped characters are taken out first: the database refuses to read
 * some of them.
 */
const hasInner = (record: string) =>
  `case when ${record}.record like '%"messages":[]%' then (replace(replace(${record}.record, '\\\\', '_'), '\\u', '_')::json -> 'messages')::text = '[]' end`

/** What only another Backstall reads, where it says more than the other fields do. */
const own = (fields: Record<string, string>) => {
  const pairs = Object.entries(fields).map(([name, column]) => `('${name}', to_jsonb(${column}))`)
  return `(select jsonb_object_agg(name, value) from (values ${pairs.join(', ')}) own (name, value) where value is not null) as backstall`
}
const ownMessage = (message: string) =>
  `jsonb_strip_nulls(jsonb_build_object('number', ${message}.number, 'erased', case when x.chat_id is null then true end))`
const wasApproved = `t.status in ('approved', 'archived')`

/** `id` is SQL of the id; `key` of the one that its imported record has, if that is another. */
type Source = {
  columns: string
  joins?: string
  where?: string
  id?: string
  key?: string
  /** How rows are ordered, if not by `key`. */
  order?: string
  shown?: (row: ExportedRow) => ExportedRow | null
}

/** SQL: the column of a field of products. */
const columnOf = (field: ValueField) => `t.${field}${productFields[field].kind === 'money' ? '::float8' : ''}`

/** How the fields of each collection are read from its rows `t`, by their names in an export. Amounts are below 2^53. */
const sources: Record<Collection, Source> = {
  users: {
    columns: `t.email, t.name, case when r.asks_admin and t.role = 'seller' then 'admin' else t.role::text end as role, t.status::text,
      t.suspension_reason as "suspensionReason", t.shop_name as "shopName", t.phone, t.address, t.about, ${isoOf('t.created_at')} as "createdAt",
      ${isoOf('t.updated_at')} as "updatedAt", t.extra, ${own({ avatar: 't.image', notify: 't.notify', suspendedAt: `case when t.status = 'suspended' then ${isoOf('t.suspended_at')} end` })}`,
  },
  products: {
    columns: `${valueFields.map(columnOf)}, t.seller_id, t.status::text, t.version,
      (select jsonb_agg(jsonb_build_object('url', image -> 'url', 'path', image -> 'path', 'name', image -> 'name') order by at)
        from jsonb_array_elements(t.images) with ordinality i (image, at)) as images,
      t.rejection_reason as "rejectionReason", t.rejection_code as "rejectionCode", nullif(t.archived_by_admin, false) as "archivedByAdmin",
      ${isoOf('t.created_at')} as created_at, ${isoOf('t.updated_at')} as updated_at, ${isoOf('t.status_updated_at')} as "updatedAt", ${own(
        {
          approvedVersion: `case when t.approved_version is distinct from case when ${wasApproved} then t.version end then coalesce(t.approved_version, 0) end`,
          approvedPrice: `case when t.approved_price is distinct from case when ${wasApproved} then t.price end then coalesce(t.approved_price, 0) end`,
          submittedAt: `case when t.status <> 'draft' and t.submitted_at is distinct from t.created_at then ${isoOf('t.submitted_at')} end`,
          formerSellers: `nullif(t.former_sellers, '{}')`,
          rejectionFields: `nullif(t.rejection_fields, '{}')`,
          skuClashes: 'nullif(t.sku_clashes, false)',
        },
      )}`,
    where: 'not t.unfinished',
  },
  editRequests: {
    columns: `t.product_id, t.product_title as "productTitle", t.seller_id, t.status::text, t.payload, t.note, t.rejection_reason as "rejectionReason",
      ${isoOf('t.decided_at')} as "decidedAt", ${isoOf('t.created_at')} as created_at, ${isoOf('t.updated_at')} as updated_at, ${own({ version: 't.version', baseVersion: 't.base_version', fields: 't.fields', base: 't.base', decisions: 't.decisions', decidedBy: 't.decided_by' })}`,
  },
  notifications: {
    columns: `t.user_id as "userId", t.product_id as "productId", t.product_title as "productTitle", t.message, t.text, t.text_values as "textValues",
      t.type::text, t.status, t.reason, t.link, t.is_read as "isRead", ${isoOf('t.created_at')} as "createdAt"`,
    shown: (row) => withMessage<ExportedRow & StoredNotice>(row as ExportedRow & StoredNotice) as unknown as ExportedRow,
  },
  chats: {
    columns: `t.buyer_id as "buyerId", coalesce(b.name, t.buyer_name) as "buyerName",
      ${unreadColumns('t')},
      t.assignee_id as "adminId", a.email as "adminEmail", t.status, nullif(t.blocked, false) as blocked, ${isoOf('t.created_at')} as "createdAt",
      t.last_message as "lastMessage", ${isoOf('t.last_message_at')} as "lastMessageTimestamp",
      t.last_number - t.buyer_count as "_forBuyer", t.buyer_count as "_forAdmin",
      ${own({
        buyerEmail: 't.buyer_email',
        solvedCount: 'nullif(t.solved_count, 0)',
        ratings: `(select jsonb_agg(jsonb_build_object('solution', solution, 'score', score, 'comment', comment, 'createdAt', ${isoOf('o.created_at')}) order by solution)
          from chat_ratings o where o.chat_id = t.id)`,
        notes: `(select jsonb_agg(jsonb_build_object('id', o.id, 'authorId', author_id, 'text', o.text, 'createdAt', ${isoOf('o.created_at')}) order by o.created_at, o.id)
          from chat_notes o where o.chat_id = t.id)`,
      })},
      ${hasInner('r')} as "_inner"`,
    joins: 'left join users b on b.id = t.buyer_id left join users a on a.id = t.assignee_id',
  },
  messages: {
    id: 't.client_id',
    key: `t.chat_id || '/' || t.number`,
    order: 't.chat_id, t.number',
    columns: `t.chat_id as "chatId", t.sender_id as "senderId", coalesce(u.name, c.buyer_name) as "senderName", coalesce(x.text, '') as text,
      x.attachments, ${ownMessage('t')} as backstall, ${isoOf('t.created_at')} as timestamp,
      case when r.record is null and t.sender_id like 'buyer:%' then cr.record end as "_chat"`,
    joins: `join chats c on c.id = t.chat_id left join chat_texts x on x.chat_id = t.chat_id and x.number = t.number left join users u on u.id = t.sender_id
      left join transferred_records cr on cr.collection = 'chats' and cr.id = t.chat_id`,
    where: `not coalesce(${hasInner('cr')}, false)`,
  },
  history_logs: {
    // Numbers of events are the same in every installation: an export that was imported has them, too.
    id: `t.id || '-' || floor(extract(epoch from t.created_at) * 1000)::bigint`,
    key: 't.id::text',
    columns: `t.kind, t.item_id as "itemId", t.owner_id as "ownerId", t.actor_id as "actorId", t.fields, ${isoOf('t.created_at')} as "createdAt",
      d.reason, d.imported, ${withSeller('before').replaceAll('e.', 't.')}, ${withSeller('after').replaceAll('e.', 't.')}, jsonb_build_object('name', u.name) as person,
      coalesce(d.title, ${titleBefore.replaceAll('e.', 't.')}) as title`,
    joins: 'left join event_details d on d.event_id = t.id left join users u on u.id = t.actor_id',
    where: `t.kind <> 'chat.message'`,
    shown: (row) => {
      const { type, description, itemId, user, userId, timestamp } = logOf(row as unknown as HistoryRow)
      const { id, _record, _same } = row
      return type && { id, _record, _same, type: type satisfies HistoryType, description, itemId, user, userId, timestamp }
    },
  },
  orders: {
    columns: `t.number, t.source, t.external_id as "externalId", b.name as "buyerName", b.email as "buyerEmail", b.address as "shippingAddress",
      t.shipping::float8, t.tax::float8, t.discount::float8, t.total::float8, t.payment_status::text as "paymentStatus",
      ${isoOf('t.placed_at')} as "placedAt", ${isoOf('t.paid_at')} as "paidAt", ${own({ erasedAt: isoOf('b.erased_at'), tookStock: `(select case when bool_or(l.took_stock) then jsonb_agg(l.took_stock order by l.at) end from order_lines l where l.order_id = t.id)` })},
      (select json_agg(json_build_object('product_id', l.product_id, ${soldFields.map((field) => `'${field}', l.${field}`)}, 'seller_id', l.seller_id,
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'status', l.status, 'carrier', l.carrier, 'tracking', l.tracking,
          'shippedAt', ${isoOf('l.shipped_at')}, 'deliveredAt', ${isoOf('l.delivered_at')}, 'cancelledAt', ${isoOf('l.cancelled_at')}) order by l.at)
        from order_lines l where l.order_id = t.id) as lines,
      (select json_agg(json_build_object('amount', f.amount, 'reason', f.reason, 'createdAt', ${isoOf('f.created_at')}) order by f.created_at, f.id)
        from refunds f where f.order_id = t.id) as refunds`,
    joins: 'join order_buyers b on b.order_id = t.id',
  },
}

/** The table of each collection, and the columns that show whether a record was changed here. */
const kinds: Record<Collection, Pick<Kind<Collection>, 'table' | 'state'>> = {
  users: userKind,
  products: productKind,
  editRequests: editRequestKind,
  notifications: notificationKind,
  chats: chatKind,
  messages: { table: chatMessages, state: null },
  history_logs: historyKind,
  orders: orderKind,
}

/** The query of all rows of a collection. */
export function rowsOf(collection: Collection): string {
  const { table, state } = kinds[collection]
  const { columns, joins = '', where = 'true', id = 't.id', key = id, order = key } = sources[collection]
  const same = state ? `r.state is not distinct from ${stateOf(table, state)}` : 'true'
  return `select ${id} as id, ${columns}, r.record as "_record", ${same} as "_same"
    from ${getTableName(table)} t ${joins} left join transferred_records r on r.collection = '${collection}' and coalesce(r.here, r.id) = ${key}
    where ${where} order by ${order}`
}

/** The query of the messages of the chat `$1` after number `$2`, at most `$3`, for one that had them inside. Numbers have no gaps. */
export const innerMessages = `
  select m.client_id as id, m.sender_id as "senderId", coalesce(x.text, '') as text, x.attachments, ${ownMessage('m')} as backstall,
    ${isoOf('m.created_at')} as timestamp, r.record as "_record", true as "_same"
  from chat_messages m left join chat_texts x on x.chat_id = m.chat_id and x.number = m.number and x.number > $2
  left join transferred_records r on r.collection = 'messages' and r.id = m.chat_id || '/' || m.number
  where m.chat_id = $1 and m.number > $2 order by m.number limit $3`

/** A row as an export shows it; null for one that it leaves out. */
export function shownOf(collection: Collection, row: ExportedRow): ExportedRow | null {
  const { shown } = sources[collection]
  return shown ? shown(row) : row
}
