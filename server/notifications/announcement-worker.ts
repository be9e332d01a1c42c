import { sql } from 'drizzle-orm'
import { type Audience, receives } from '#server/notifications/send-announcement.ts'
import { hintPeople, writeNotices } from '#server/notifications/write-notices.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Message = Audience & { id: string; eventId: number; stands: boolean; text: string; after: string; createdAt: string }

/**
 * Delivers announcements on every node: a batch of recipients per transaction, then a pause, so that other work does not wait. The same
 * transaction stores how far an announcement has come, so each recipient gets it once, even after a crash.
 */
export function openAnnouncementWorker(app: App, log: Log = console): { close: () => Promise<void> } {
  // One batch per pass, then a pause. The database knows whether there is more to do.
  const pace = openLoop('Delivering messages', async () => (await deliverBatch(app)) && pace.ask(), {
    log,
    gapMs: limits.message.restMs,
    everyMs: limits.feed.pollMs,
  })
  const unsubscribe = app.feed.onHint(({ kind }) => kind === 'message.send' && pace.ask())
  return {
    close: async () => {
      unsubscribe()
      await pace.close()
    },
  }
}

/** Delivers the oldest announcement to its next recipients. Returns false if nothing is left or another node is delivering it. */
async function deliverBatch(app: App): Promise<boolean> {
  const delivered = await app.db.transaction(async (tx) => {
    const [message] = await tx.execute<Message>(sql`
      select id, event_id as "eventId", audience as "to", user_id as "userId", author_id as "authorId", text, reached as after,
        exists (select 1 from users where users.id = author_id and role = 'admin' and status = 'active') as stands,
        ${isoSql('created_at')} as "createdAt"
      from messages where done_at is null order by created_at limit 1 for update skip locked`)
    if (!message) return false
    const people = await nextPeople(tx, message)
    if (!message.stands && people.length > 0) return stop(tx, message)
    const notices = people.map((userId) => noticeOf(message, userId))
    await hintPeople(tx, await writeNotices(tx, notices))
    const last = people.at(-1)
    const done = people.length < limits.message.batch
    if (done && message.to !== 'one') await notifyAuthor(tx, message)
    await tx.execute(
      sql`update messages set reached = ${last ?? message.after}, done_at = case when ${done}::boolean then now() end where id = ${message.id}`,
    )
    return true
  })
  if (delivered) app.feed.wake()
  return delivered
}

/** Ends an announcement whose author is suspended or no longer an admin (product §6), and records in the history that it ended there. */
async function stop(tx: Tx, { id, eventId, to }: Message): Promise<true> {
  await tx.execute(sql`update messages set done_at = now() where id = ${id}`)
  const [sent] = await tx.execute<{ title: string | null }>(sql`select title from event_details where event_id = ${eventId}`)
  await record(tx, { kind: 'message.stop', itemId: id, ownerId: null, actorId: null, title: sent?.title ?? null, after: { to } })
  return true
}

/** The next recipients: people who existed when it was written and have not got it yet. */
async function nextPeople(tx: Tx, message: Message): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from users where ${receives(message)} and id > ${message.after} order by id limit ${limits.message.batch}`)
  return rows.map(({ id }) => id)
}

/** Notifies the author that an announcement to many has reached all of them: the dialog that shows how far it has come may be closed. */
async function notifyAuthor(tx: Tx, message: Message): Promise<void> {
  const [counted] = await tx.execute<{ people: number }>(
    sql`select count(*)::int as people from notifications where event_id = ${message.eventId}`,
  )
  if (!counted?.people) return
  const textValues = { title: null, quantity: counted.people }
  const notice = { ...noticeOf(message, message.authorId), byMail: false, createdAt: new Date().toISOString() }
  await hintPeople(tx, await writeNotices(tx, [{ ...notice, text: 'message.delivered', textValues }]))
}

const noticeOf = ({ eventId, text, createdAt }: Message, userId: string) => ({
  id: newId(),
  userId,
  eventId,
  type: 'info' as const,
  byMail: true,
  productId: null,
  productTitle: null,
  message: text,
  status: null,
  reason: null,
  link: null,
  createdAt,
})
