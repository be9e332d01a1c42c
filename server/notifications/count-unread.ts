import { limits } from '#domain/limits.ts'
import type { Sql } from '#server/platform/database/database.ts'

/** How many notices of a person are unread, exact to 999; 1000 stands for more (product §6). */
export async function countUnread(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ unread: number }[]>`
    select count(*) as unread from (
      select from notifications where user_id = ${userId} and not is_read limit ${limits.notification.unreadShownMax + 1}
    ) few`
  return row?.unread ?? 0
}
