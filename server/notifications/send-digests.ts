import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/user.ts'
import { type Item, noticeMail } from '#server/notifications/notice-mail.ts'
import type { App } from '#server/platform/app.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { type StoredNotice, withMessage } from '#server/platform/events/sentences.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'

/** Sends due daily mails, on every node. */
export const openDigests = (app: App, log: Log = console): Loop =>
  openLoop('Sending daily mails', (alive) => sendDigests(app, new Date(), alive), { log, everyMs: limits.digest.pollMs })

/**
 * Mails everyone who gets mail once a day what came in before this morning's hour (TIME_ZONE) and was neither mailed nor read yet. A second
 * node finds nothing left to mail for a person. What came in for suspended people waits until they are reactivated.
 */
export async function sendDigests(app: App, now: Date, alive: Alive = () => {}): Promise<void> {
  const { peopleAtOnce } = limits.digest
  for (let found: number = peopleAtOnce; found === peopleAtOnce; ) {
    const people = await app.db.execute<{ id: string }>(sql`
      select distinct user_id as id from notifications join users on users.id = user_id and users.status = 'active'
      where mail = 'daily' and ${isDue(app, now, sql`notifications.created_at`)} limit ${peopleAtOnce}`)
    for (const { id } of people) {
      alive()
      await sendDigest(app, id, now)
    }
    found = people.length
  }
}

/** The most recent time at which digests were due. */
const morning = ({ config }: App, now: Date) => {
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${config.timeZone} - ${limits.digest.hour} * interval '1 hour')`
  return sql`((date_trunc('day', ${local}) + ${limits.digest.hour} * interval '1 hour') at time zone ${config.timeZone})`
}

/** SQL condition: the notification belongs into a digest of now. What can still be undone waits for the next run. */
const isDue = (app: App, now: Date, createdAt: SQL) =>
  sql`${createdAt} < ${morning(app, now)} and ${createdAt} < ${now.toISOString()}::timestamptz - ${limits.undo.mailMs} * interval '1 millisecond'`

type Person = { email: string; name: string; role: Role }

/** Former admins do not get what waits for admins. */
const isFor = ({ role, link }: Person & Pick<Item, 'link'>) => role === 'admin' || !link?.startsWith('/admin/')

/**
 * SQL condition: still waits for a decision, or never did. Notifications sent by mail only are not marked read when the decision is made.
 */
const stillWaits = sql`(n.link is null or n.link not like '/admin/%' or exists (
  select from products p where p.id = n.product_id and (p.status = 'pending' or p.edit_request_id is not null)))`

/** SQL expression: in the bell, unread there, and its type still wanted by mail; or sent by this mail only. */
const isNews = sql`case when n.in_app then not n.is_read and coalesce(u.notify ->> n.type::text, 'both') <> 'app' else ${stillWaits} end`

async function sendDigest(app: App, userId: string, now: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const rows = await tx.execute<Omit<Item, 'message'> & StoredNotice & Person & { id: string; news: boolean }>(sql`
      update notifications n set mail = 'mailed' from users u
      where n.user_id = ${userId} and n.mail = 'daily' and ${isDue(app, now, sql`n.created_at`)} and u.id = n.user_id and u.status = 'active'
      returning n.id, n.message, n.text, n.text_values as "textValues", n.reason, n.link, ${isNews} as news, u.email, u.name, u.role`)
    const [person] = rows
    const news = rows.filter((row) => row.news && isFor(row)).sort((one, other) => (one.id < other.id ? -1 : 1))
    if (person && news.length > 0) await sendMail(tx, noticeMail('digest', person.email, person.name, news.map(withMessage)))
  })
}
