import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { Actor } from '#domain/user.ts'
import { countUnread } from '#server/notifications/list-notifications.ts'
import type { App } from '#server/platform/app.ts'
import { hinted } from '#server/platform/events/record.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/**
 * A late notification may be about an older event. Ids are made in the order of arrival, so what arrived after the newest of the named ones
 * is not marked, however old its event is.
 */
const olderThanNamed = sql`(created_at, id) < (select created_at, id from named order by created_at, id limit 1)
  and id < (select max(id) from named)`

/**
 * Marks the named notifications read, with `older` also all older ones, and publishes a hint to the person's other windows (spec §7). What
 * arrived meanwhile stays unread; ids of other people are ignored. Throws `not-signed-in` or `account-suspended` if that happened
 * meanwhile. What a colleague's decision marked read counts as read by the person from now on, so that an undo does not return it.
 */
export async function markRead(
  { db, sql: pool, feed }: App,
  actor: Actor,
  { ids, older }: Inputs['notifications']['markRead'],
): Promise<{ unread: number }> {
  // An array is evaluated once. With stale statistics, a subquery ran once per notification.
  const isNamed = sql`id = any (array(select json_array_elements_text(${JSON.stringify(ids)}::json)))`
  const [row] = await db.execute<{ marked: number; active: boolean }>(sql`
    with active as (select ${stillActive(actor)} as yes), named as (
      select id, created_at from notifications
      where user_id = ${actor.id} and ${isNamed}
    ), wanted as (
      select id from notifications
      where user_id = ${actor.id} and (not is_read or read_by_event is not null) and (${isNamed} ${older ? sql`or ${olderThanNamed}` : sql``})
        and (select yes from active)
      order by id for update
    ), marked as (
      update notifications set is_read = true, read_by_event = null where id in (select id from wanted) returning id
    ), ${hinted('notification.change', sql`select ${actor.id}::text, ${actor.id}::text where exists (select from marked)`)}
    select (select count(*) from marked) as marked, yes as active from active`)
  if (!row?.active) await assertActive({ sql: pool }, actor)
  if (row && row.marked > 0) feed.wake()
  return { unread: await countUnread(pool, actor.id) }
}
