import { sql } from 'drizzle-orm'
import type { ChatMessage } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'
import { chatNotFound } from '#server/chats/find-chat.ts'
import { visibleTo } from '#server/chats/visible-to.ts'
import type { App } from '#server/platform/app.ts'
import { messageJson, messageSource } from '#server/platform/database/message-json.ts'

type Piece = { id: string; before?: number | undefined; after?: number | undefined; limit: number }

/** A piece of a conversation by numbers, oldest first, and how many messages there are (spec §7). Throws `not-found`. */
export async function listMessages(
  { db }: App,
  actor: Actor,
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
