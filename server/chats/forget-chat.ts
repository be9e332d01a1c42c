import { type SQL, sql } from 'drizzle-orm'
import { lockNotices } from '#server/chats/clear-notices.ts'
import { hintPeople } from '#server/notifications/write-notices.ts'
import type { Tx } from '#server/platform/database/database.ts'

const ownChats = (userId: string) => sql`select id from chats where buyer_id = ${userId}`

/** What a participant wrote to support. */
type Written = { messages: number; files: number }

/**
 * Prevents notifications of this participant's messages until the end of the transaction. Call it before any lock that writers of
 * notifications may wait for.
 */
export async function lockNoticesOf(tx: Tx, userId: string): Promise<void> {
  for (const { id } of await tx.execute<{ id: string }>(ownChats(userId))) await lockNotices(tx, id)
}

/**
 * Deletes what the participant of a closed account wrote: texts, files, private notes about them, and what the list, notifications and
 * unsent mails show of it. The messages stay without text, and answers stay, under the name of a closed account (product §2, §6). What they
 * wrote as an admin to others stays. A buyer's chat is forgotten the same way; events then have no `title`, which is the name of an account.
 * Returns how many messages and files that were.
 */
export async function forgetChat(tx: Tx, userId: string, closedName: string, title: string | null = closedName): Promise<Written> {
  await tx.execute(sql`delete from chat_typists where user_id = ${userId}`)
  await tx.execute(sql`
    update chats set buyer_name = ${closedName}, buyer_email = null, last_message = case when last_by_buyer then null else last_message end, status = 'solved',
      buyer_mail_due_at = null, admin_mail_due_at = null
    where buyer_id = ${userId}`)
  const own = ownChats(userId)
  const [written] = await tx.execute<Written>(sql`
    with texts as (
      delete from chat_texts t using chat_messages m
      where m.chat_id = t.chat_id and m.number = t.number and m.by_buyer and m.chat_id in (${own}) returning 1
    ), released as (
      update files set released_at = now() where product_id in (${own}) and uploaded_by = ${userId} and released_at is null returning 1
    )
    select (select count(*) from texts)::int as messages, (select count(*) from released)::int as files`)
  await tx.execute(sql`
    update transferred_records set record = null where collection in ('chats', 'messages') and split_part(id, '/', 1) in (${own})`)
  await tx.execute(sql`update chat_ratings set comment = '' where chat_id in (${own})`)
  await tx.execute(sql`delete from chat_notes where chat_id in (${own})`)
  await tx.execute(sql`
    update event_details set title = ${title}, before = null, after = null, reason = null
    where event_id in (select id from events where item_id in (${own}) and kind <> 'chat.message')`)
  await forgetNotified(tx, own)
  return written ?? { messages: 0, files: 0 }
}

/** Deletes the beginnings of the participant's messages from notifications of admins and unsent mails. */
async function forgetNotified(tx: Tx, chats: SQL): Promise<void> {
  const notified = await tx.execute<{ user_id: string }>(sql`
    delete from notifications where id in (
      select n.id from notifications n join chat_messages m on m.event_id = n.event_id
      where m.chat_id in (${chats}) and m.by_buyer and n.type = 'chat' order by n.id for update of n
    ) returning user_id`)
  await hintPeople(tx, [...new Set(notified.map(({ user_id }) => user_id))])
  await tx.execute(sql`
    delete from outgoing_mails where template = 'unreadFromParticipant' and sent_at is null and given_up_at is null
      and content ->> 'link' in (select '/admin/chat/' || id from (${chats}) own)`)
}
