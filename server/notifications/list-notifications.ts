import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { eventKinds, eventRows } from '#domain/event-kinds.ts'
import type { Notification } from '#domain/notification.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { pageOf, placeIn } from '#server/platform/database/newest-first.ts'
import { calledAs, personJson } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import type { Query } from '#server/platform/database/sql.ts'
import { type StoredNotice, withMessage } from '#server/platform/events/sentences.ts'
import { limits } from '#server/platform/limits/limits.ts'

const columns = (
  sql: Sql,
  person: Query<unknown>,
) => sql`id, user_id as "userId", product_id as "productId", product_title as "productTitle", message, text,
  text_values as "textValues", type, status, reason, link,
  is_read as "isRead", ${person} as person, ${sql.unsafe(isoOf('created_at'))} as "createdAt"`

/** SQL: the notification is of a message, or of what waits for review. */
const namesPerson = "(notifications.type = 'chat' or notifications.status = 'pending' and notifications.link like '/admin/%')"

/**
 * Who sent the message, perhaps a buyer, or submitted the product. Sellers get no person, so that their notifications are read from one table alone; they do not
 * learn which admin acted.
 */
const personOf = (sql: Sql, { role }: Pick<Actor, 'role'>) =>
  role === 'admin'
    ? sql`(
        select coalesce(${sql.unsafe(personJson)},
          case when c.id is not null then json_build_object('id', c.buyer_id, 'name', c.buyer_name, 'shopName', '', 'avatar', null) end)
        from events e left join users u on u.id = case when notifications.type = 'chat' then e.actor_id else e.owner_id end
        left join chats c on notifications.type = 'chat' and u.id is null and c.id = e.item_id and c.buyer_id = e.actor_id
        where e.id = notifications.event_id and ${sql.unsafe(namesPerson)})`
    : sql`null`

const says = (sql: Sql, search: string) => sql`concat_ws(' ', message, product_title, reason) ilike ${patternFor(search)}`
/** SQL: the kinds of the events that tell admins of something that waits for review. */
const submissions = eventKinds
  .filter((kind) => [eventRows[kind].notice ?? []].flat().some(({ to, status }) => to === 'admins' && status === 'pending'))
  .map((kind) => `'${kind}'`)
  .join(', ')

/** The person that `personOf` shows is called so. People and the events of what is theirs are looked up once, not for each row. */
const isFrom = (sql: Sql, { role }: Pick<Actor, 'role'>, search: string) => {
  const people = sql`array(select id from users where ${sql.unsafe(calledAs)} ilike ${patternFor(search)} limit ${limits.history.searchedMax})`
  return role === 'admin'
    ? sql`(case when notifications.type = 'chat' then exists (
        select from events e where e.id = notifications.event_id and (e.actor_id = any(${people}) or exists (
          select from chats c where c.id = e.item_id and c.buyer_id = e.actor_id and c.buyer_name ilike ${patternFor(search)})))
      else ${sql.unsafe(namesPerson)} and event_id in (select e.id from events e where e.owner_id = any(${people})
        and e.kind <> 'chat.message' and e.kind in (${sql.unsafe(submissions)})) end)`
    : sql`false`
}

const shown = (row: Notification & StoredNotice) => ({ ...withMessage(row), text: row.text, title: row.textValues?.title ?? null })

/**
 * The actor's own notifications for the bell, newest first, and how many are unread (spec §7). Throws `invalid-argument` for a malformed
 * cursor.
 */
export async function listNotifications(
  { sql }: App,
  actor: Actor,
  { type, search, unread: onlyUnread, cursor, limit }: Inputs['notifications']['list'],
): Promise<{ rows: Notification[]; next: string | null; unread: number }> {
  const after = placeIn(cursor)
  const further = after ? sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql`true`
  const ofType = type ? sql`type = ${type}` : sql`true`
  const wanted = onlyUnread ? sql`not is_read` : sql`true`
  const found = search ? sql`(${says(sql, search)} or ${isFrom(sql, actor, search)})` : sql`true`
  const [rows, unread] = await Promise.all([
    sql<(Notification & StoredNotice)[]>`
      select ${columns(sql, personOf(sql, actor))} from notifications where user_id = ${actor.id} and in_app and ${ofType} and ${wanted} and ${found} and ${further}
      order by created_at desc, id desc limit ${limit + 1}`,
    countUnread(sql, actor.id),
  ])
  return { ...pageOf(rows.map(shown), limit), unread }
}

/** What a person was told, newest first, without notices of chat messages; for admins. Throws `not-found`, and `invalid-argument` for a cursor. */
export async function listSentTo({ sql }: App, { userId, cursor, limit }: Inputs['notifications']['sentTo']) {
  const after = placeIn(cursor)
  const further = after ? sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql`true`
  const rows = await sql<(Notification & StoredNotice)[]>`
    select ${columns(sql, personOf(sql, { role: 'admin' }))} from notifications where user_id = ${userId} and type <> 'chat' and ${further}
    order by created_at desc, id desc limit ${limit + 1}`
  if (rows.length === 0 && (await sql`select from users where id = ${userId}`).length === 0) throw new AppError('not-found')
  return pageOf(rows.map(shown), limit)
}

/** The ids of the person's unread notifications, newest first, at most as many as one call can mark read (spec §7). */
export async function listUnread({ sql }: App, actor: Actor): Promise<{ ids: string[] }> {
  const rows = await sql<{ id: string }[]>`
    select id from notifications where user_id = ${actor.id} and not is_read
    order by created_at desc, id desc limit ${limits.notification.markReadMax}`
  return { ids: rows.map(({ id }) => id) }
}

/** Counts a person's unread notifications, exactly up to 999; 1000 means more (product §6). */
export async function countUnread(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ unread: number }[]>`
    select count(*) as unread from (
      select from notifications where user_id = ${userId} and not is_read limit ${limits.notification.unreadShownMax + 1}
    ) few`
  return row?.unread ?? 0
}
