import { sql } from 'drizzle-orm'
import { type Chat, type ChatActor, isParticipant } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'
import { unreadByAdmins, unreadColumns } from '#server/chats/chat-row.ts'
import { clearNotices, lockNotices } from '#server/chats/clear-notices.ts'
import { assertMayStillChat, mayStillChat } from '#server/chats/may-still-chat.ts'
import { findChat } from '#server/chats/read-chat.ts'
import { answeredBy } from '#server/chats/visible-to.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { outageOf } from '#server/platform/database/outages.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { commit } from '#server/platform/events/commit.ts'
import { hint } from '#server/platform/events/record.ts'
import { logOutage } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Mark = { id: string; number: number }
type Marking = Mark & { actor: ChatActor; side: 'buyer' | 'admin' }

/**
 * Marks messages of the other side as read, up to a number (product §7). A mark never goes back: late and repeated marks change nothing, so
 * that unread counts are exact in any order. Clears the notifications of what is read. Throws `not-found`.
 */
export async function markChatRead(app: App, actor: ChatActor, mark: Mark): Promise<Chat> {
  const chat = await moveMark(app, actor, mark, async (tx, { id, number, side }) => {
    const of = (name: string) => sql.identifier(`${side}_${name}`)
    // Each message stores the number of the participant's messages up to it, so nothing is counted here.
    const others = side === 'buyer' ? sql`m.number - m.buyer_count` : sql`m.buyer_count`
    const moved = await tx.execute(sql`
      update chats set ${of('read_to')} = m.number, ${of('read_count')} = ${others},
        ${of('delivered_to')} = greatest(chats.${of('delivered_to')}, m.number),
        ${of('mail_due_at')} = case when m.number < chats.last_number then chats.${of('mail_due_at')} end
      from chat_messages m
      where chats.id = ${id} and m.chat_id = ${id} and m.number = (select least(${number}, last_number) from chats where id = ${id})
        and chats.${of('read_to')} < m.number and ${mayStillChat(actor)}
      returning 1`)
    return moved.length > 0
  })
  await clearNoticesOf(app, mark.id)
  return chat
}

/**
 * Uses the pool `notices`, after the mark has moved, so that chat continues to work while notifications are locked. What could not be
 * cleared is cleared with the next message or mark of this chat.
 */
async function clearNoticesOf({ notices, feed }: App, id: string): Promise<void> {
  try {
    const clear = () =>
      notices.db.transaction(async (tx) => {
        await lockNotices(tx, id)
        await clearNotices(tx, [id])
      })
    await withTimeLimit(clear, limits.database.core.lockMs)
    feed.wake()
  } catch (error) {
    if (!outageOf(error)) throw error
    logOutage(error, 'Clearing notices of a chat')
  }
}

/** Marks messages of the other side as delivered, up to a number. Throws `not-found`. */
export async function markChatDelivered(app: App, actor: ChatActor, mark: Mark): Promise<Chat> {
  return moveMark(app, actor, mark, async (tx, { id, number, side }) => {
    const arrived = sql.identifier(`${side}_delivered_to`)
    const moved = await tx.execute(sql`
      update chats set ${arrived} = least(${number}, last_number)
      where id = ${id} and ${arrived} < least(${number}, last_number) and ${mayStillChat(actor)} returning 1`)
    return moved.length > 0
  })
}

async function moveMark(app: App, actor: ChatActor, mark: Mark, move: (tx: Tx, marking: Marking) => Promise<boolean>): Promise<Chat> {
  const chat = await findChat(app, actor, mark.id)
  const side = isParticipant(actor, chat) ? 'buyer' : 'admin'
  const moved = await commit(app, async (tx) => {
    if (!(await move(tx, { ...mark, actor, side }))) return false
    await hint(tx, 'chat.read', mark.id, chat.buyerId)
    return true
  })
  if (!moved) await assertMayStillChat(app, actor)
  return findChat(app, actor, mark.id)
}

/**
 * For badges: the unread messages of a seller, or for admins the chats with messages that no admin has read; exact up to 999, 1000 means
 * more.
 */
export async function countUnreadChats({ db }: App, actor: Actor): Promise<{ unread: number }> {
  const most = limits.chat.unreadShownMax + 1
  const [row] = await db.execute<{ unread: number }>(
    actor.role === 'admin'
      ? sql`select count(*)::int as unread from (
          select from chats c where ${unreadByAdmins} and ${answeredBy(actor)} limit ${most}
        ) few`
      : sql`select least("buyerUnreadCount", ${most}) as unread from (select ${sql.raw(unreadColumns('c'))} from chats c where buyer_id = ${actor.id}) own`,
  )
  return { unread: row?.unread ?? 0 }
}
