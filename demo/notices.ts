import { sql } from 'drizzle-orm'
import { notifyOfMessages } from '#server/chats/notify-of-messages.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { followStorefront } from '#server/public/follow-storefront.ts'
import { hourMs } from './calendar.ts'
import type { Place } from './context.ts'
import type { LoggedEvent } from './event-log.ts'

const atOnce = 500
const noticeDays = 30
const unreadDays = 4

const fed = ({ at, fields, title, before, after, reason, code, number, ...event }: LoggedEvent): FedEvent => ({
  ...event,
  position: event.id,
  number: number ?? null,
  fields: [...(fields ?? [])],
  createdAt: new Date(at).toISOString(),
  title: title ?? null,
  before: before ?? null,
  after: after ?? null,
  reason: reason ?? null,
})

/**
 * Makes the notifications of the last weeks' events with the server's own consumers; only mails are not sent. Notifications older than a few days are
 * marked read.
 */
export async function makeNotices(tx: Tx, { config }: Place, logged: readonly LoggedEvent[], now: number): Promise<void> {
  const events = logged.filter(({ at }) => at > now - noticeDays * 24 * hourMs).map(fed)
  const notifyMessages = notifyOfMessages(config.supportEmail)
  for (let from = 0; from < events.length; from += atOnce) {
    const batch = events.slice(from, from + atOnce)
    await notifyPeople(batch, tx)
    await notifyMessages(batch, tx)
  }
  await followStorefront(logged.filter(({ kind }) => kind === 'product.approve' || kind === 'product.restore').map(fed), tx)
  await tx.execute(sql`delete from outgoing_mails`)
  await tx.execute(
    sql`update notifications set mail = null, is_read = is_read or (type <> 'chat' and created_at < ${new Date(now - unreadDays * 24 * hourMs).toISOString()}::timestamptz)`,
  )
  await tx.execute(sql`delete from feed_waiting`)
}
