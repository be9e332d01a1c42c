import { type SQL, sql } from 'drizzle-orm'
import type { Chat } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { type ChatRow, chatColumns, chatFrom, chatSource } from '#server/chats/chat-row.ts'
import { visibleTo } from '#server/chats/visible-to.ts'
import type { App } from '#server/platform/app.ts'

/** What is foreign and what never was are told alike (spec §5). */
export const chatNotFound = () => new AppError('not-found', { message: 'Chat not found' })

/** A chat that this person may see (product §7). Throws `not-found`. */
export async function findChat(app: App, actor: Actor, id: string): Promise<Chat> {
  const chat = await findWhere(app, actor, sql`c.id = ${id}`)
  if (!chat) throw chatNotFound()
  return chat
}

/** The chat of this participant, if there is one and it is to be seen. */
export const findChatOf = (app: App, actor: Actor, buyerId: string): Promise<Chat | null> =>
  findWhere(app, actor, sql`c.buyer_id = ${buyerId}`)

async function findWhere(app: App, actor: Actor, condition: SQL): Promise<Chat | null> {
  const [row] = await app.db.execute<ChatRow>(sql`
    select ${chatColumns} from ${chatSource(app)} where ${condition} and ${visibleTo(actor)}`)
  return row ? chatFrom(actor, row) : null
}
