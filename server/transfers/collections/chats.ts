import { buyerIdOf, isBuyerId } from '#domain/widget.ts'
import { AttachmentRow, attachmentOf } from '#server/chats/upload-chat-file.ts'
import { chatNotes, chatRatings, chats } from '#server/platform/database/tables/chats.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { countInner, leftOut, stagedIn, stageInner } from '#server/transfers/collections/messages.ts'
import { noteMissing } from '#server/transfers/collections/note-missing.ts'
import type { Item, Kind, Reference } from '#server/transfers/kind.ts'
import { problem } from '#server/transfers/problem.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

/** What is known of the messages of a chat; they themselves are in `transfer_messages`. */
type More = { count: number; inside: number; hash: string | null; senders: string[]; files: string[] }
type Chat = Item<'chats', More>

/** A chat whose messages are not counted yet. */
export const noMessages: More = { count: 0, inside: 0, hash: null, senders: [], files: [] }

/** Chats with their messages, numbered by their times and then by their order in the export, and how far each side has read. */
export const chatKind: Kind<'chats', More> = {
  collection: 'chats',
  table: chats,
  state: ['lastNumber', 'status', 'blocked', 'assigneeId', 'buyerName'],
  inner: ({ more }) => ({ all: more.count, unread: more.inside }),
  weights: async (transfer, values) => {
    const ids = values.map((value) => value.id)
    const staged = await stagedIn(transfer, ids)
    return values.map(({ id, messages }) => (staged.get(id as string) ?? 0) + countInner(messages))
  },
  gather: async (transfer, items) => {
    for (const one of items) await takeInner(transfer, one)
    const found = await transfer.sql<({ id: string } & Omit<More, 'inside'>)[]>`
      select g.value as id, m.* from json_array_elements_text(${listed(items.map(({ id }) => id))}::json) g
      cross join lateral (
        select count(*)::int as count, encode(sha256(string_agg(sha256(convert_to(record, 'UTF8')), '' order by at, place, position)), 'hex') as hash,
          array(select distinct sender_id from transfer_messages o where o.chat_id = g.value order by 1 limit ${limits.transfer.sendersMax}) as senders,
          array(select f.value from transfer_messages o, jsonb_array_elements_text(o.files) f where o.chat_id = g.value and o.files is not null order by o.at, o.place, o.position, 1) as files
        from transfer_messages where chat_id = g.value) m`
    const known = new Map(found.map(({ id, ...more }) => [id, more]))
    for (const one of items) one.more = { ...noMessages, ...known.get(one.id), inside: one.more.inside }
    await noteMissing(transfer, items, ({ more }) => more.files, 'messages.attachments')
  },
  references: ({ record, more }) => [
    { field: 'buyerId', collection: 'users', id: record.buyerId, isOptional: 'silent' },
    { field: 'adminId', collection: 'users', id: record.adminId, isOptional: 'silent' },
    ...more.senders
      .filter((id) => id !== record.buyerId)
      .map((id): Reference => ({ field: 'messages.senderId', collection: 'users', id, isOptional: 'noted' })),
    ...(record.backstall?.notes ?? []).map(
      ({ authorId: id }): Reference => ({ field: 'backstall.notes', collection: 'users', id, isOptional: 'noted' }),
    ),
  ],
  uniques: (one) => [{ field: 'buyerId', code: 'participant-taken', key: participantOf(one) }],
  taken: ['join chats c on c.buyer_id = g.key and c.id <> g.id'],
  write: async (transfer, items) => {
    await upsert(transfer.sql, chats, items.map(rowOf), { keep: ['createdAt'] })
    await writeMessages(transfer, items)
    await writeAttachments(transfer)
    await writeCounts(transfer, items)
    await writeOwn(transfer, items)
  },
}

/** Messages inside a chat become records of their own; an empty list says that they were inside. */
async function takeInner(transfer: Transfer, one: Chat): Promise<void> {
  const { messages } = one.raw
  one.more = noMessages
  if (messages === undefined || messages === null) return
  one.raw = { ...one.raw, messages: [] }
  if (typeof messages !== 'object') return void one.notes.push(problem('messages-shape', 'messages'))
  const inner = await stageInner(transfer, one.id, messages)
  one.more = { ...noMessages, inside: countInner(messages) - (inner?.broken.length ?? 0) }
  if (inner) one.broken = inner.broken
  if (inner?.left) one.notes.push(leftOut(inner.left, 'messages.attachments'))
  if (!inner) one.refusals.push(problem('messages-broken', 'messages', { max: limits.transfer.brokenMax }))
}

/** A person with an account takes part as such, anybody else as a buyer of the storefront. */
function participantOf({ record: { buyerId }, idOf }: Chat): string {
  return idOf('users', buyerId) ?? (isBuyerId(buyerId) ? buyerId : buyerIdOf(buyerId))
}

const rowOf = (one: Chat) => ({
  id: one.id,
  buyerId: participantOf(one),
  buyerName: one.record.buyerName || 'Buyer',
  status: one.record.status ?? 'open',
  blocked: one.record.blocked ?? false,
  createdAt: one.record.createdAt ?? new Date().toISOString(),
})

/**
 * Writes the messages of chats anew, numbered by time, a page per statement: a chat may have very many. A sender without an account is the admin
 * of the chat, else the support account.
 */
async function writeMessages(transfer: Transfer, items: readonly Chat[]): Promise<void> {
  const { sql, app } = transfer
  await deleteMessages(transfer, items)
  const given = items.map((one) => ({
    id: one.id,
    former: one.record.buyerId,
    participant: participantOf(one),
    admin: one.idOf('users', one.record.adminId),
  }))
  await sql`truncate transfer_numbered`
  const [{ many } = { many: 0 }] = await sql<{ many: number }[]>`
    with added as (
      insert into transfer_numbered (at_once, chat_id, number, key, sender_id, by_buyer, buyer_count, at, body, files, record)
      select row_number() over (order by m.chat_id, m.at, m.place, m.position), m.chat_id, row_number() over w, m.key,
        case when m.sender_id = g.former then g.participant else coalesce(r.here, u.id, g.admin, (select id from users where lower(email) = lower(${app.config.supportEmail})), m.sender_id) end,
        m.sender_id = g.former, count(*) filter (where m.sender_id = g.former) over w, m.at, m.body, m.files, m.record
      from json_to_recordset(${JSON.stringify(given)}::json) g (id text, former text, participant text, admin text)
      join transfer_messages m on m.chat_id = g.id
      left join transferred_records r on r.collection = 'users' and r.id = m.sender_id and r.here is not null
      left join users u on u.id = m.sender_id
      window w as (partition by m.chat_id order by m.at, m.place, m.position rows unbounded preceding)
      returning 1
    ) select count(*)::int as many from added`
  const page = limits.transfer.messagePage
  for (let from = 0; from < many; from += page) {
    transfer.signal?.throwIfAborted()
    await sql`
      with page as materialized (select * from transfer_numbered where at_once > ${from} and at_once <= ${from + page}),
      messages as (
        insert into chat_messages (chat_id, number, client_id, sender_id, by_buyer, buyer_count, event_id, created_at)
        select chat_id, number, key, sender_id, by_buyer, buyer_count, 0, at from page),
      texts as (insert into chat_texts (chat_id, number, text) select chat_id, number, body from page where body is not null)
      insert into transferred_records (collection, id, record, fingerprint) select 'messages', chat_id || '/' || number, record, '' from page`
    await transfer.onProgress(transfer.progress)
  }
}

/** Deletes what an earlier import wrote of these chats. Lists as arrays, so that the planner uses the keys. */
async function deleteMessages({ sql }: Transfer, items: readonly Chat[]): Promise<void> {
  const known = items.filter(({ isNew }) => !isNew)
  if (known.length === 0) return
  const ids = listed(known.map(({ id }) => id))
  await sql`
    delete from transferred_records where collection = 'messages' and id = any(array(
      select chat_id || '/' || number from chat_messages where chat_id = any(array(select json_array_elements_text(${ids}::json)))))`
  await sql`delete from chat_messages where chat_id = any(array(select json_array_elements_text(${ids}::json)))`
  await sql`delete from chat_texts where chat_id = any(array(select json_array_elements_text(${ids}::json)))`
}

/** Names the stored files of the messages that were just written. */
async function writeAttachments({ sql }: Transfer): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await sql<{ place: number; chatId: string; number: number; senderId: string; files: object[] }[]>`
      select n.at_once::int as place, n.chat_id as "chatId", n.number, n.sender_id as "senderId", (
        select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'name', f.name, 'contentType', f.content_type, 'bytes', f.bytes, 'width', f.width, 'height', f.height)
          order by a.at), '[]') from jsonb_array_elements_text(n.files) with ordinality a (path, at)
        join files f on f.path = a.path and f.product_id = n.chat_id and f.stored_at is not null and f.released_at is null) as files
      from transfer_numbered n where n.files is not null and n.at_once > ${last} order by n.at_once limit ${limits.transfer.batch}`
    if (rows.length === 0) return
    last = rows.at(-1)?.place ?? last
    const named = rows
      .map(({ files, ...row }) => ({ ...row, attachments: files.map((file) => attachmentOf(AttachmentRow.parse(file))) }))
      .filter(({ attachments }) => attachments.length > 0)
    await sql`
      with given as (
        select * from json_to_recordset(${JSON.stringify(named)}::json) g ("chatId" text, number int, "senderId" text, attachments jsonb)
      ), texts as (
        update chat_texts t set attachments = g.attachments from given g where t.chat_id = g."chatId" and t.number = g.number
      )
      update files f set named_at = coalesce(f.named_at, now()), uploaded_by = g."senderId"
      from given g, jsonb_array_elements(g.attachments) a where f.path = a ->> 'path'`
  }
}

/** What chats of another Backstall have besides; notes and ratings of here stay. */
async function writeOwn({ sql }: Transfer, items: readonly Chat[]): Promise<void> {
  const own = items.flatMap(({ id, idOf, record: { backstall } }) => (backstall ? [{ id, idOf, ...backstall }] : []))
  if (own.length === 0) return
  await sql`
    update chats c set buyer_email = coalesce(c.buyer_email, g."buyerEmail"), solved_count = greatest(c.solved_count, g."solvedCount")
    from json_to_recordset(${JSON.stringify(own)}::json) g (id text, "buyerEmail" text, "solvedCount" int) where c.id = g.id`
  const ratings = own.flatMap(({ id, ratings }) => (ratings ?? []).map((rating) => ({ chatId: id, ...rating })))
  await upsert(sql, chatRatings, ratings, { key: ['chatId', 'solution'], keep: ['score', 'comment', 'createdAt'] })
  const notes = own.flatMap(({ id: chatId, idOf, notes }) =>
    (notes ?? []).map(({ id, authorId, ...note }) => ({
      id,
      chatId,
      authorId: idOf('users', authorId) ?? authorId,
      clientId: id,
      ...note,
    })),
  )
  await upsert(sql, chatNotes, notes, { keep: ['chatId', 'authorId', 'clientId', 'text', 'createdAt'] })
}

/** Counts messages and how far each side has read. Of what was read there and here, the further counts. Nothing of before is mailed. */
async function writeCounts({ sql }: Transfer, items: readonly Chat[]): Promise<void> {
  const given = items.map(({ id, record }) => ({
    id,
    buyer: record.buyerUnreadCount ?? 0,
    admin: record.adminUnreadCount ?? 0,
    undated: record.createdAt == null,
  }))
  await sql`
    with given as (
      select g.*, coalesce(l.number, 0) as total, coalesce(l.buyer_count, 0) as buyers, l.created_at, l.by_buyer, left(coalesce(nullif(x.text, ''), x.attachments -> 0 ->> 'name', x.text), ${limits.chat.lastMessageMax}) as text
      from json_to_recordset(${JSON.stringify(given)}::json) g (id text, buyer int, admin int, undated boolean)
      left join lateral (select * from chat_messages m where m.chat_id = g.id order by number desc limit 1) l on true
      left join chat_texts x on x.chat_id = g.id and x.number = l.number
    ), marked as (
      select g.*,
        least(total, greatest(c.buyer_read_to, coalesce((select min(number) - 1 from chat_messages m
          where m.chat_id = g.id and not m.by_buyer and m.number - m.buyer_count > total - buyers - g.buyer), total))) as buyer_to,
        least(total, greatest(c.admin_read_to, coalesce((select min(number) - 1 from chat_messages m
          where m.chat_id = g.id and m.by_buyer and m.buyer_count > buyers - g.admin), total))) as admin_to,
        (select min(created_at) from chat_messages m where m.chat_id = g.id and m.number = 1) as began
      from given g join chats c on c.id = g.id
    )
    update chats c set last_number = total, buyer_count = buyers, last_message = m.text, last_message_at = m.created_at, last_by_buyer = m.by_buyer,
      buyer_read_to = buyer_to, buyer_delivered_to = buyer_to, buyer_mailed_to = total, admin_read_to = admin_to, admin_delivered_to = admin_to,
      admin_mailed_to = total,
      buyer_read_count = buyer_to - coalesce((select o.buyer_count from chat_messages o where o.chat_id = m.id and o.number = buyer_to), 0),
      admin_read_count = coalesce((select o.buyer_count from chat_messages o where o.chat_id = m.id and o.number = admin_to), 0),
      created_at = case when m.undated then coalesce(m.began, c.created_at) else c.created_at end
    from marked m where c.id = m.id`
}
