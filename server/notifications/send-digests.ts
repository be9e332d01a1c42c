import { sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'
import type { Role } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { complaints, type Log } from '#server/events/log.ts'
import { repeated } from '#server/events/repeated.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { type Item, noticeMail } from '#server/notifications/notice-mail.ts'

/** Looks now and then for daily mails that are due, on every node. */
export function openDigests(app: App, log: Log = console): { close: () => void } {
  const trouble = complaints(log, 'Sending daily mails')
  const { stop } = repeated(() => sendDigests(app, new Date()).then(trouble.mended, trouble.failed), limits.digest.pollMs)
  return { close: stop }
}

/**
 * Mails everybody who gets mail once a day what came in before this morning's hour (TIME_ZONE) and was not mailed yet; what was read
 * meanwhile is no news any more. Whoever comes second for a person, from another node, finds nothing left to mail.
 */
export async function sendDigests(app: App, now: Date): Promise<void> {
  const { peopleAtOnce } = limits.digest
  for (let found: number = peopleAtOnce; found === peopleAtOnce; ) {
    const people = await app.db.execute<{ id: string }>(sql`
      select distinct user_id as id from notifications where mail = 'daily' and created_at < ${morning(app, now)} limit ${peopleAtOnce}`)
    for (const { id } of people) await sendDigest(app, id, now)
    found = people.length
  }
}

/** The last time this hour struck. */
const morning = ({ config }: App, now: Date) => {
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${config.timeZone} - ${limits.digest.hour} * interval '1 hour')`
  return sql`((date_trunc('day', ${local}) + ${limits.digest.hour} * interval '1 hour') at time zone ${config.timeZone})`
}

/** What waits for admins is nothing for whoever was one when it came in. */
const isFor = (role: Role | undefined, { link }: Item) => role === 'admin' || !link?.startsWith('/admin/')

async function sendDigest(app: App, userId: string, now: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const rows = await tx.execute<Item & { id: string; news: boolean }>(sql`
      update notifications set mail = 'mailed' where user_id = ${userId} and mail = 'daily' and created_at < ${morning(app, now)}
      returning id, message, reason, link, not is_read or not in_app as news`)
    const [person] = await tx.execute<{ email: string; name: string; role: Role }>(sql`
      select email, name, role from users where id = ${userId} and status = 'active'`)
    const news = rows.filter((row) => row.news && isFor(person?.role, row)).sort((one, other) => (one.id < other.id ? -1 : 1))
    if (person && news.length > 0) await sendMail(tx, noticeMail('digest', person.email, person.name, news))
  })
}
