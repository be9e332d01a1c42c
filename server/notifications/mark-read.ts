import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { countUnread } from '#server/notifications/count-unread.ts'
import { stillActive } from '#server/users/still-active.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

/**
 * Marks the named notices read and tells the person's other windows (spec §7). What arrived meanwhile stays unread; what is not his
 * is left alone without a word. Throws `not-signed-in` or `account-suspended` if that happened meanwhile.
 */
export async function markRead({ db, sql: pool, feed }: App, actor: Actor, ids: readonly string[]): Promise<{ unread: number }> {
  const [row] = await db.execute<{ marked: number; active: boolean }>(sql`
    with active as (select ${stillActive(actor)} as yes), wanted as (
      select id from notifications
      where user_id = ${actor.id} and id in (select json_array_elements_text(${JSON.stringify(ids)}::json)) and not is_read
        and (select yes from active)
      order by id for update
    ), marked as (
      update notifications set is_read = true where id in (select id from wanted) returning id
    ), told as (
      insert into feed_waiting (kind, item_id, owner_id)
      select 'notification.change', ${actor.id}, ${actor.id} where exists (select from marked)
    )
    select (select count(*) from marked) as marked, yes as active from active`)
  if (!row?.active) await refuseInactive({ sql: pool }, actor)
  if (row && row.marked > 0) feed.wake()
  return { unread: await countUnread(pool, actor.id) }
}
