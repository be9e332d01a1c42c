import { sql } from 'drizzle-orm'
import type { NoticeText } from '#domain/event-kinds.ts'
import type { notificationTypes } from '#domain/notification.ts'
import { type Item, noticeMail } from '#server/notifications/notice-mail.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { executePrepared } from '#server/platform/database/prepared-statement.ts'
import { hintAll } from '#server/platform/events/record.ts'
import { type NoticeValues, noticeMessage } from '#server/platform/events/sentences.ts'
import { sendMails } from '#server/platform/mail/send-mail.ts'

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
} & ({ message: string } | { text: NoticeText; textValues: NoticeValues })

type Affected = { user_id: string }
type Written = Affected & Item & { email: string; name: string; mail: 'now' | 'daily' | null }
const people = (rows: Affected[]): string[] => rows.map(({ user_id }) => user_id)

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
    select written.user_id, written.mail, given.email, given.name, given.message, given.reason, given.link
    from written join given on given.id = written.id order by written.id`,
  )
  await mailNow(tx, written)
  return people(written)
}

/** One mail per person for all notifications of the batch. */
async function mailNow(tx: Tx, written: readonly Written[]): Promise<void> {
  const atOnce = Map.groupBy(
    written.filter(({ mail }) => mail === 'now'),
    ({ email }) => email,
  )
  await sendMails(
    tx,
    [...atOnce].map(([to, items]) => noticeMail('notices', to, items[0]?.name ?? '', items)),
  )
}

/** Marks the admins' notifications of products that no longer wait as read. Returns the people whose notifications changed. */
export async function readSettled(tx: Tx, settled: readonly { id: number; productId: string }[]): Promise<string[]> {
  if (settled.length === 0) return []
  const decisions = JSON.stringify(settled.map(({ id, productId }) => ({ id, productId })))
  return people(
    // Locked in the order of their ids, as by people who mark their own read, so that the two cannot deadlock.
    await executePrepared<Affected>(
      tx,
      sql`
      update notifications set is_read = true where id in (
        select n.id from json_to_recordset(${decisions}::json) as d (id bigint, "productId" text)
        join notifications n on n.product_id = d."productId" and n.event_id < d.id
        where n.status = 'pending' and n.type = 'product_approval' and n.link like '/admin/%' and not n.is_read order by n.id for update of n
      ) returning user_id`,
    ),
  )
}

/** Publishes a hint to every window of these people, once each, so that their bells refresh. */
export async function hintPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await hintAll(tx, 'notification.change', sql`select id, id from json_array_elements_text(${JSON.stringify(userIds)}::json) as id`)
}
