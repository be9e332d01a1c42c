import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/database.ts'

/**
 * What a participant said goes with his account: words, files, notes about him, and what the list shows of it; that something was said, and what was answered,
 * stays, under the name of a closed account (product §2, §6). What he wrote as an admin to others is theirs, and stays.
 */
export async function forgetChat(tx: Tx, userId: string, closedName: string): Promise<void> {
  await tx.execute(sql`delete from chat_typists where user_id = ${userId}`)
  await tx.execute(sql`
    update chats set buyer_name = ${closedName}, last_message = case when last_by_buyer then null else last_message end, status = 'solved',
      buyer_mail_due_at = null, admin_mail_due_at = null
    where buyer_id = ${userId}`)
  const own = sql`select id from chats where buyer_id = ${userId}`
  await tx.execute(sql`
    delete from chat_texts t using chat_messages m
    where m.chat_id = t.chat_id and m.number = t.number and m.by_buyer and m.chat_id in (${own})`)
  await tx.execute(sql`delete from chat_notes where chat_id in (${own})`)
  await tx.execute(
    sql`update files set released_at = now() where product_id in (${own}) and uploaded_by = ${userId} and released_at is null`,
  )
  await tx.execute(sql`
    update event_details set title = ${closedName}, before = null, after = null, reason = null
    where event_id in (select id from events where item_id in (${own}) and kind <> 'chat.message')`)
}
