import { sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import { answeredBy } from '#server/chats/visible-to.ts'
import type { App } from '#server/platform/app.ts'

/** For badges: a seller's unread messages, or how many chats have messages that no admin has read; exact to 999, 1000 stands for more. */
export async function countUnreadChats({ db }: App, actor: Actor): Promise<{ unread: number }> {
  const most = limits.chat.unreadShownMax + 1
  const [row] = await db.execute<{ unread: number }>(
    actor.role === 'admin'
      ? sql`select count(*)::int as unread from (
          select from chats c where c.buyer_count > c.admin_read_count and ${answeredBy(actor)} limit ${most}
        ) few`
      : sql`select least(last_number - buyer_count - buyer_read_count, ${most}) as unread from chats where buyer_id = ${actor.id}`,
  )
  return { unread: row?.unread ?? 0 }
}
