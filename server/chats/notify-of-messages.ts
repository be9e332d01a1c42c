import { sql } from 'drizzle-orm'
import { cut } from '#domain/text.ts'
import { supportAdmin } from '#server/chats/chat-row.ts'
import { clearNotices, shareLockNotices } from '#server/chats/clear-notices.ts'
import { hintPeople, writeNotices } from '#server/notifications/write-notices.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Consumer, FedEvent } from '#server/platform/events/consumers.ts'

type Message = { chatId: string; eventId: number; createdAt: string; byBuyer: boolean; recipient: string | null; text: string }

/**
 * The consumer that notifies people of messages: the participant of those by an admin; the assignee, else the support admin, of those by
 * the participant (product §6). Mails are sent separately, only for what stays unread. `support` is the address of the support admin.
 */
export const notifyOfMessages = (support: string): Consumer['consume'] =>
  async function notify(batch, tx) {
    const events = batch.filter(({ kind }) => kind === 'chat.message')
    if (events.length === 0) return
    const chatIds = [...new Set(events.map(({ itemId }) => itemId))]
    await shareLockNotices(tx, chatIds)
    const messages = await readMessages(tx, events, support)
    const notices = messages.flatMap((message) => (message.recipient === null ? [] : [noticeOf(message, message.recipient)]))
    await hintPeople(tx, await writeNotices(tx, notices))
    await clearNotices(tx, chatIds)
  }

const noticeOf = ({ chatId, eventId, createdAt, byBuyer, text }: Message, userId: string) => ({
  id: newId(),
  userId,
  eventId,
  type: 'chat' as const,
  byMail: true,
  mailedApart: true,
  productId: null,
  productTitle: null,
  message: cut(text),
  status: null,
  reason: null,
  link: byBuyer ? `/admin/chat/${chatId}` : '/chat',
  createdAt,
})

async function readMessages(tx: Tx, events: readonly FedEvent[], support: string): Promise<Message[]> {
  const given = JSON.stringify(events.map(({ id, itemId, number, createdAt }) => ({ id, itemId, number, createdAt })))
  const rows = await tx.execute<Message>(sql`
    select c.id as "chatId", e.id::int8 as "eventId", e."createdAt", m.by_buyer as "byBuyer",
      case when m.by_buyer then coalesce(a.id, s.id) else c.buyer_id end as recipient,
      coalesce(nullif(t.text, ''), t.attachments -> 0 ->> 'name', '') as text
    from json_to_recordset(${given}::json) as e (id bigint, "itemId" text, number integer, "createdAt" text)
    join chat_messages m on m.chat_id = e."itemId" and m.number = e.number join chats c on c.id = m.chat_id
    join chat_texts t on t.chat_id = m.chat_id and t.number = m.number
    left join users a on a.id = c.assignee_id and a.role = 'admin' and a.status = 'active' and a.id <> c.buyer_id
    left join lateral (${supportAdmin(support, sql`c.buyer_id`)}) s on true
    order by e.id`)
  return rows.map((row) => ({ ...row, eventId: Number(row.eventId) }))
}
