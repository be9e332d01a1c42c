import { sql } from 'drizzle-orm'
import type { ChatMessage } from '#domain/chat.ts'
import { batched } from '#server/platform/database/batched.ts'
import { messageJson } from '#server/platform/database/message-json.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { eventRow, recorded } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { stillActive } from '#server/sessions/still-active.ts'

/**
 * One statement at a time: the next one takes all messages that arrive meanwhile, which costs less than two half-full ones side by side.
 */
const oneInFlight = 1

/** A message to send; `id` is the chat's, `files` are the paths of its attachments. */
export type SendAsk = {
  id: string
  clientId: string
  text: string
  /** The beginning of the text, for lists. */
  preview: string
  files: readonly string[]
  actorId: string
  /** Both null for a buyer, whose token came with the request. */
  role: string | null
  sessionId: string | null
}

const asker = { id: sql`ask."actorId"`, role: sql`ask.role`, sessionId: sql`ask."sessionId"` }
const mayAct = sql`(ask.role is null or ${stillActive(asker)})`
const widths = sql.raw(
  limits.image.thumbnailWidths.map((width) => `'${width}', '/files/thumbnails/${width}/' || f.path || '.webp'`).join(', '),
)
const mailAfter = sql.raw(`interval '${limits.chat.mailAfterMs} milliseconds'`)

/** The attachments of a message: stored files that the sender uploaded to this chat. */
const attached = sql`(
  select json_agg(json_build_object('url', '/files/' || f.path, 'path', f.path, 'name', f.name, 'contentType', f.content_type, 'bytes', f.bytes,
    'width', f.width, 'height', f.height, 'thumbnails', case when f.width is null then '{}'::json else json_build_object(${widths}) end) order by p.at)
  from json_array_elements_text(ask.files) with ordinality p (path, at)
  join files f on f.path = p.path and f.product_id = ask.id and f.uploaded_by = ask."actorId" and f.stored_at is not null and f.released_at is null)`

/**
 * SQL condition: the sender is the participant, is not blocked, and an admin could answer; or is an admin and not the participant, whose
 * account is not closed (product §7).
 */
const mayWrite = sql`case when ask."actorId" = held.buyer_id
  then not held.blocked and exists (select 1 from users admin where admin.role = 'admin' and admin.status = 'active' and admin.id <> held.buyer_id)
  else ask.role = 'admin' and not exists (select 1 from users where users.id = held.buyer_id and users.status = 'closed') end`

const sent = sql`(${eventRow(
  { kind: 'chat.message', itemId: sql`id`, ownerId: sql`buyer_id`, actorId: sql`"actorId"`, number: sql`numbered.number` },
  sql`from numbered order by numbered.id, numbered.number`,
)})`
const reopened = eventRow(
  {
    kind: 'chat.reopen',
    itemId: sql`total.id`,
    ownerId: sql`total.buyer_id`,
    actorId: sql`total.buyer_id`,
    title: sql`coalesce(u.name, c.buyer_name)`,
  },
  sql`from total join chats c on c.id = total.id left join users u on u.id = total.buyer_id where theirs and total.status = 'solved'`,
)

/**
 * Sends messages, batched: one statement for all that arrive at once, in many chats. It first locks the authors, so that the closing or
 * suspension of an account comes either before a message or after it: a row that was waited for is read again. Then it locks the chats in
 * the order of their ids. Numbers follow from the locked rows, without gaps or duplicates. A message whose client id is stored already is
 * returned as it is. If two statements send the same message at the same moment, the later one fails on the unique index and is repeated.
 */
export const sendBatched = batched<SendAsk, { message: ChatMessage; fresh: boolean }>(
  preparedStatement(sql`
  with ask as materialized (
    select *, ${mayAct} as allowed from json_to_recordset(${sql.placeholder('asks')}::json)
      as ask (n integer, id text, "clientId" text, text text, preview text, files json, "actorId" text, role user_role, "sessionId" text)
  ), known as materialized (
    -- Found by the client id: while statistics are old, the planner would read all messages of the chat instead.
    select ask.n, m.* from ask cross join lateral (
      select * from chat_messages m where m.sender_id = ask."actorId" and m.client_id = ask."clientId" offset 0
    ) m where ask.allowed and m.chat_id = ask.id
  ), author as materialized (
    select id, role from users where id in (select "actorId" from ask) and status = 'active' order by id for share
  ), held as materialized (
    select id, buyer_id, last_number, buyer_count, last_message_at, blocked, status from chats
    where id in (select ask.id from ask left join author on author.id = ask."actorId" where ask.role is null or author.id is not null) order by id for update
  ), fresh as (
    select distinct on (ask.id, ask."actorId", ask."clientId") ask.n, ask.id, ask."clientId", ask.text, ask.preview, ask."actorId",
      ask."actorId" = held.buyer_id as by_buyer, held.buyer_id, held.last_number, held.buyer_count, held.last_message_at, held.status,
      case when json_array_length(ask.files) > 0 then ${attached} end as attachments
    from ask join held on held.id = ask.id left join author on author.id = ask."actorId" and author.role = ask.role
    where ask.allowed and (ask.role is null or author.id is not null) and ${mayWrite} and not exists (select 1 from known where known.n = ask.n)
      and (json_array_length(ask.files) = 0 or json_array_length(ask.files) = json_array_length(${attached}))
    order by ask.id, ask."actorId", ask."clientId", ask.n
  ), numbered as materialized (
    select *, last_number + row_number() over chat as number, buyer_count + count(*) filter (where by_buyer) over chat as buyers,
      -- Never before the previous message, so that times sort as numbers do.
      greatest(date_trunc('milliseconds', clock_timestamp()), last_message_at) as at
    from fresh window chat as (partition by id order by n)
  ), total as (
    select distinct on (id) *, number - last_number > buyers - buyer_count as ours, buyers > buyer_count as theirs
    from numbered order by id, number desc
  ), ${recorded('event', sql`${sent} union all ${reopened}`)}, message as (
    insert into chat_messages (chat_id, number, client_id, sender_id, by_buyer, buyer_count, event_id, created_at)
    select n.id, n.number, n."clientId", n."actorId", n.by_buyer, n.buyers, event.event_id, n.at
    from numbered n join event on event.item_id = n.id and event.number = n.number
  ), words as (
    insert into chat_texts (chat_id, number, text, attachments) select id, number, text, attachments from numbered
  ), changed as (
    update chats set last_number = total.number, buyer_count = total.buyers,
      last_message = case when total.text = '' then coalesce(total.attachments -> 0 ->> 'name', '') else total.preview end,
      last_message_at = total.at, last_by_buyer = total.by_buyer, status = case when total.theirs then 'open' else chats.status end,
      buyer_mail_due_at = case when total.ours then coalesce(chats.buyer_mail_due_at, now() + ${mailAfter}) else chats.buyer_mail_due_at end,
      admin_mail_due_at = case when total.theirs then coalesce(chats.admin_mail_due_at, now() + ${mailAfter}) else chats.admin_mail_due_at end
    from total where chats.id = total.id
  ), named as (
    update files set named_at = coalesce(named_at, now())
    from numbered n cross join lateral json_array_elements(n.attachments) a where n.attachments is not null and files.path = a ->> 'path'
  ), stopped as (
    delete from chat_typists where (chat_id, user_id) in (select id, "actorId" from numbered)
  )
  select ask.n, m.fresh, ${sql.raw(messageJson)} as message
  from ask join (
    select id as chat_id, "actorId" as sender_id, "clientId" as client_id, number, by_buyer, at as created_at, text, attachments::jsonb as attachments, true as fresh
    from numbered
    union all
    select k.chat_id, k.sender_id, k.client_id, k.number, k.by_buyer, k.created_at, kt.text, kt.attachments, false
    from known k left join chat_texts kt on kt.chat_id = k.chat_id and kt.number = k.number
  ) m on m.chat_id = ask.id and m.sender_id = ask."actorId" and m.client_id = ask."clientId"
  cross join lateral (select m.text, m.attachments) t join chats c on c.id = m.chat_id left join users u on u.id = m.sender_id`),
  { maxInFlight: oneInFlight },
)
