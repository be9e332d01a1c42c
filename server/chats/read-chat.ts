import { type SQL, sql } from 'drizzle-orm'
import type { Chat, ChatActor, ChatMessage } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import { type ChatRow, chatColumns, chatFrom, chatSource } from '#server/chats/chat-row.ts'
import { visibleTo } from '#server/chats/visible-to.ts'
import type { App } from '#server/platform/app.ts'
import { messageJson, messageSource } from '#server/platform/database/message-json.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** The same error for another person's chat and for one that does not exist (spec §5). */
export const chatNotFound = () => new AppError('not-found', refusalText('chat-not-found'))

/** A chat that the actor may see (product §7). Throws `not-found`. */
export async function findChat(app: App, actor: ChatActor, id: string): Promise<Chat> {
  const chat = await findWhere(app, actor, sql`c.id = ${id}`)
  if (!chat) throw chatNotFound()
  return chat
}

/** The chat of this participant, or null if there is none that the actor may see. */
export const findChatOf = (app: App, actor: ChatActor, buyerId: string): Promise<Chat | null> =>
  findWhere(app, actor, sql`c.buyer_id = ${buyerId}`)

async function findWhere(app: App, actor: ChatActor, condition: SQL): Promise<Chat | null> {
  const [row] = await app.db.execute<ChatRow>(sql`
    select ${chatColumns} from ${chatSource(app)} where ${condition} and ${visibleTo(actor)}`)
  return row ? chatFrom(actor, row) : null
}

type Piece = { id: string; before?: number | undefined; after?: number | undefined; limit: number }

/** Messages of a chat in a range of numbers, oldest first, and the number of the last message (spec §7). Throws `not-found`. */
export async function listMessages(
  { db }: App,
  actor: ChatActor,
  { id, before, after, limit }: Piece,
): Promise<{ rows: ChatMessage[]; lastNumber: number }> {
  const first = after === undefined ? sql`least(${before ?? null}::integer, c.last_number + 1) - ${limit}` : sql`${after}::integer + 1`
  const [chat] = await db.execute<{ lastNumber: number; rows: ChatMessage[] }>(sql`
    select last_number as "lastNumber", (
      select coalesce(json_agg(${sql.raw(messageJson)} order by m.number), '[]') from ${sql.raw(messageSource)}
      where m.chat_id = chat.id and m.number >= chat.first and m.number < chat.first + ${limit}
    ) as rows
    from (select c.id, c.last_number, ${first} as first from chats c where c.id = ${id} and ${visibleTo(actor)}) chat`)
  if (!chat) throw chatNotFound()
  return chat
}
