import { sql } from 'drizzle-orm'
import { notifyOfMessages } from '#server/chats/notify-of-messages.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { followShop } from '#server/public/follow-shop.ts'
import { hourMs } from './calendar.ts'
import type { Told } from './story.ts'
import type { Place } from './world.ts'

const atOnce = 500
const toldDays = 30
const unreadDays = 4

const fed = ({ at, fields, title, before, after, reason, code, number, ...event }: Told): FedEvent => ({
  ...event,
  ...{ position: event.id, number: number ?? null, fields: [...(fields ?? [])], createdAt: new Date(at).toISOString() },
  ...{ title: title ?? null, before: before ?? null, after: after ?? null, reason: reason ?? null, code: code ?? null },
})

/**
 * What follows from the last weeks' events is made by those who make it in the server; only the letters are not sent. Whoever is told
 * has read what is older than a few days.
 */
export async function makeNotices(tx: Tx, { config }: Place, told: readonly Told[], now: number): Promise<void> {
  const events = told.filter(({ at }) => at > now - toldDays * 24 * hourMs).map(fed)
  const tellMessages = notifyOfMessages(config.supportEmail)
  for (let from = 0; from < events.length; from += atOnce) {
    const batch = events.slice(from, from + atOnce)
    await notifyPeople(batch, tx)
    await tellMessages(batch, tx)
  }
  await followShop(told.filter(({ kind }) => kind === 'product.approve' || kind === 'product.restore').map(fed), tx)
  await tx.execute(sql`delete from outgoing_mails`)
  await tx.execute(
    sql`update notifications set mail = null, is_read = is_read or (type <> 'chat' and created_at < ${new Date(now - unreadDays * 24 * hourMs).toISOString()}::timestamptz)`,
  )
  await tx.execute(sql`delete from feed_waiting`)
}
