import { type SQL, sql } from 'drizzle-orm'
import type { NoticeText } from '#domain/event-kinds.ts'
import type { notificationTypes } from '#domain/notification.ts'
import { type Item, noticeMail } from '#server/notifications/notice-mail.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { executePrepared } from '#server/platform/database/prepared-statement.ts'
import { hintAll } from '#server/platform/events/record.ts'
import { type NoticeValues, noticeMessage, type StoredNotice, withMessage } from '#server/platform/events/sentences.ts'
import { undoneBy, wasUndone } from '#server/platform/events/undone.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMails } from '#server/platform/mail/send-mail.ts'
import type { MailContent } from '#server/platform/mail/template.ts'

export type NewNotice = {
  id: string
  userId: string
  eventId: number
  type: (typeof notificationTypes)[number]
  /** False if a separate mail reports the event. */
  byMail: boolean
  /** True if a separate mail follows later, for those who want mail. */
  mailedApart?: boolean
  productId: string | null
  productTitle: string | null
  status: string | null
  reason: string | null
  link: string | null
  createdAt: string
  /** True while the author of the event may undo it. */
  canBeUndone?: boolean
} & ({ message: string } | { text: NoticeText; textValues: NoticeValues })

type Affected = { user_id: string }
type Written = Affected & Item & { id: string; email: string; name: string; mail: 'now' | 'daily' | null }
const people = (rows: Affected[]): string[] => rows.map(({ user_id }) => user_id)
const affected = async (tx: Tx, statement: SQL): Promise<string[]> => people(await executePrepared<Affected>(tx, statement))

/**
 * Writes notifications, once per event and recipient, as each person chose: for the bell, for mail at once or once a day, or both. Deleted
 * users are left out. Returns the people who have a new one.
 */
export async function writeNotices(tx: Tx, rows: readonly NewNotice[]): Promise<string[]> {
  if (rows.length === 0) return []
  // Nodes of the former version read the sentence.
  const notices = rows.map((row) => ('text' in row ? { ...row, message: noticeMessage({ ...row, message: '' }) } : row))
  const written = await executePrepared<Written>(
    tx,
    sql`
    with given as (
      select n.*, u.id as user_id, u.email, u.name, u.status = 'active' and n."byMail" as reachable,
        coalesce(u.notify ->> n.type, 'both') as how, coalesce((u.notify ->> 'daily')::boolean, u.role = 'admin') as daily
      from json_to_recordset(${JSON.stringify(notices)}::json) as n (id text, "userId" text, "eventId" bigint, type text, "byMail" boolean, "mailedApart" boolean,
        "productId" text, "productTitle" text, message text, text text, "textValues" jsonb, status text, reason text, link text, "createdAt" timestamptz)
      join users u on u.id = n."userId"
    ), written as (
      insert into notifications (id, user_id, event_id, product_id, product_title, message, text, text_values, type, status, reason,
        link, created_at, in_app, is_read, mail)
      select id, user_id, "eventId", "productId", "productTitle", message, text, "textValues", type::notification_type, status, reason, link, "createdAt",
        how <> 'mail' or not reachable, how = 'mail' and reachable,
        case when how = 'app' or not reachable or "mailedApart" then null when daily then 'daily' else 'now' end
      from given on conflict (event_id, user_id) do nothing returning id, user_id, mail
    )
    select written.id, written.user_id, written.mail, given.email, given.name, given.message, given.reason, given.link
    from written join given on given.id = written.id order by written.id`,
  )
  await mailNow(tx, written, new Set(rows.filter(({ canBeUndone }) => canBeUndone).map(({ id }) => id)))
  return people(written)
}

/** One mail per person for all notifications of the batch, and one for those of decisions, which waits until they cannot be undone. */
async function mailNow(tx: Tx, written: readonly Written[], held: ReadonlySet<string>): Promise<void> {
  const atOnce = Map.groupBy(
    written.filter(({ mail }) => mail === 'now'),
    ({ id, email }) => `${held.has(id)} ${email}`,
  )
  await sendMails(
    tx,
    [...atOnce.values()].flatMap((items) => {
      const [first] = items
      if (!first) return []
      const mail = noticeMail('notices', first.email, first.name, items)
      return held.has(first.id) ? { ...mail, notices: items.map(({ id }) => id), waitMs: limits.undo.mailMs } : mail
    }),
  )
}

/** A mail about notifications without those of decisions that were undone; null if none is left. */
export async function withoutWithdrawn({ sql }: Pick<App, 'sql'>, to: string, content: MailContent): Promise<MailContent | null> {
  if (!content.notices) return content
  const left = await sql<(Omit<Item, 'message'> & StoredNotice)[]>`
    select n.message, n.text, n.text_values as "textValues", n.reason, n.link from notifications n join events e on e.id = n.event_id
    where n.id in (select json_array_elements_text(${JSON.stringify(content.notices)}::json)) and not ${sql.unsafe(wasUndone('e'))} order by n.id`
  if (left.length === content.notices.length) return content
  return left.length > 0 ? noticeMail('notices', to, String(content.values?.name ?? ''), left.map(withMessage)) : null
}

/**
 * Withdraws the notifications of what these events undid; those that it marked read are unread again. Returns the people whose notifications
 * changed.
 */
export async function withdrawUndone(tx: Tx, undos: readonly number[]): Promise<string[]> {
  if (undos.length === 0) return []
  return affected(
    tx,
    sql`
      with undone as (${undoneBy(undos)}), withdrawn as (
        delete from notifications where id in (
          select id from notifications where event_id in (select * from undone) order by id for update
        ) returning user_id
      ), returned as (
        update notifications set is_read = false, read_by_event = null where id in (
          select id from notifications where read_by_event in (select * from undone) order by id for update
        ) returning user_id
      )
      select user_id from withdrawn union select user_id from returned`,
  )
}

/**
 * Marks the admins' notifications of products that no longer wait as read, except by events that were undone meanwhile. Returns the people whose
 * notifications changed.
 */
export async function readSettled(tx: Tx, settled: readonly { id: number; productId: string }[]): Promise<string[]> {
  if (settled.length === 0) return []
  const decisions = JSON.stringify(settled.map(({ id, productId }) => ({ id, productId })))
  // Locked in the order of their ids, as by people who mark their own read, so that the two cannot deadlock.
  return affected(
    tx,
    sql`
      with settled as (
        select d.* from json_to_recordset(${decisions}::json) as d (id bigint, "productId" text)
        join events e on e.id = d.id where not ${sql.raw(wasUndone('e'))}
      )
      update notifications set is_read = true, read_by_event = (
        select max(d.id) from settled d where d."productId" = notifications.product_id and d.id > notifications.event_id
      ) where id in (
        select n.id from notifications n where n.id = any(array(
          select n.id from settled d cross join lateral (
            -- Found by the product, even while the statistics miss how many wait.
            select * from notifications n where n.product_id = d."productId" and not n.is_read offset 0
          ) n where n.event_id < d.id and n.status = 'pending' and n.type = 'product_approval' and n.link like '/admin/%'
        )) and not n.is_read order by n.id for update
      ) returning user_id`,
  )
}

/**
 * Marks the notifications of new orders as read whose seller has no line left to ship in them. There is no undo that opens a line again. Returns
 * the people whose notifications changed.
 */
export async function readShipped(tx: Tx, ended: readonly { itemId: string; ownerId: string | null }[]): Promise<string[]> {
  if (ended.length === 0) return []
  const lines = JSON.stringify(ended.map(({ itemId, ownerId }) => ({ itemId, ownerId })))
  return affected(
    tx,
    sql`
      update notifications set is_read = true where id in (
        select n.id from notifications n where n.id = any(array(
          select n.id from json_to_recordset(${lines}::json) as l ("itemId" text, "ownerId" text)
          join order_sellers s on s.order_id = l."itemId" and s.seller_id = l."ownerId" and s.open_lines = 0
          cross join lateral (select id, kind from events where item_id = l."itemId" offset 0) e
          -- Found by the event, not among all that the seller has not read.
          cross join lateral (select id, user_id from notifications where event_id = e.id offset 0) n
          where e.kind = 'order.placed' and n.user_id = l."ownerId"
        )) and not n.is_read order by n.id for update
      ) returning user_id`,
  )
}

/** Publishes a hint to every window of these people, once each, so that their bells refresh. */
export async function hintPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await hintAll(tx, 'notification.change', sql`select id, id from json_array_elements_text(${JSON.stringify(userIds)}::json) as id`)
}
