import { sql } from 'drizzle-orm'
import { hintPeople } from '#server/notifications/write-notices.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'

const each = (chatIds: readonly string[]) => sql`(select json_array_elements_text(${JSON.stringify(chatIds)}::json) as id) chat`

/**
 * Lock per chat, held to the end of the transaction: exclusive to clear notifications, shared to write them. It prevents a notification
 * that is written while its message is being read, and so stays unread forever. Sending does not wait for it.
 */
export const lockNotices = (tx: Tx, chatId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${locks.chatNotices}, hashtext(${chatId}))`)
export const shareLockNotices = (tx: Tx, chatIds: readonly string[]) =>
  tx.execute(sql`
    select pg_advisory_xact_lock_shared(${locks.chatNotices}, key) from (select distinct hashtext(id) as key from ${each(chatIds)} order by key) keys`)

/** Marks notifications of these chats read as far as their side has read, and publishes hints to their owners (product §6). */
export async function clearNotices(tx: Tx, chatIds: readonly string[]): Promise<void> {
  const cleared = await tx.execute<{ user_id: string }>(sql`
    update notifications set is_read = true where id in (
      select n.id from ${each(chatIds)} join chats c on c.id = chat.id
      join chat_messages m on m.chat_id = c.id and m.number in (c.buyer_read_to, c.admin_read_to)
      join notifications n on n.type = 'chat' and not n.is_read and n.event_id <= m.event_id and (
        (m.number = c.admin_read_to and n.link = '/admin/chat/' || c.id)
        or (m.number = c.buyer_read_to and n.link = '/chat' and n.user_id = c.buyer_id))
      order by n.id for update of n
    ) returning user_id`)
  await hintPeople(tx, [...new Set(cleared.map(({ user_id }) => user_id))])
}
