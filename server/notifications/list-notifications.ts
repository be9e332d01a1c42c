import type { Notification } from '#domain/notification.ts'
import type { Actor } from '#domain/user.ts'
import { countUnread } from '#server/notifications/count-unread.ts'
import type { App } from '#server/platform/app.ts'
import { pageOf, placeIn } from '#server/platform/database/newest-first.ts'

type Wanted = { type?: Notification['type'] | undefined; unread: boolean; cursor?: string | undefined; limit: number }

/** One's own notices for the bell, newest first, and how many are unread (spec §7). Throws `invalid-argument` for a cursor that is none of ours. */
export async function listNotifications(
  { sql }: App,
  actor: Actor,
  { type, unread: onlyUnread, cursor, limit }: Wanted,
): Promise<{ rows: Notification[]; next: string | null; unread: number }> {
  const after = placeIn(cursor)
  const further = after ? sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql`true`
  const ofType = type ? sql`type = ${type}` : sql`true`
  const wanted = onlyUnread ? sql`not is_read` : sql`true`
  const [rows, unread] = await Promise.all([
    sql<Notification[]>`
      select id, user_id as "userId", product_id as "productId", product_title as "productTitle", message, type, status, reason, link,
        is_read as "isRead", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
      from notifications where user_id = ${actor.id} and in_app and ${ofType} and ${wanted} and ${further}
      order by created_at desc, id desc limit ${limit + 1}`,
    countUnread(sql, actor.id),
  ])
  return { ...pageOf(rows, limit), unread }
}
