import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'

/** Which of a person's notices are unread, newest first, as many as can be marked read in one batch (spec §7). */
export async function listUnread({ sql }: App, actor: Actor): Promise<{ ids: string[] }> {
  const rows = await sql<{ id: string }[]>`
    select id from notifications where user_id = ${actor.id} and not is_read
    order by created_at desc, id desc limit ${limits.notification.markReadMax}`
  return { ids: rows.map(({ id }) => id) }
}
