import { type SQL, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Message = Inputs['notifications']['send']
export type Audience = { to: Message['to']; userId: string | null; authorId: string }

/** The recipients of an announcement, as a condition on `users`: active people without the author. */
const reaches = ({ to, userId, authorId }: Audience): SQL => sql`users.status = 'active' and users.id <> ${authorId}
  and (${to} = 'everybody' or (${to} = 'sellers' and users.role = 'seller') or users.id = ${userId}::text)`

/** The recipients of a stored announcement: of its audience, those who existed when it was written. */
export const receives = (message: Audience & { createdAt: string }): SQL =>
  sql`${reaches(message)} and users.created_at <= ${message.createdAt}::timestamptz + interval '1 millisecond'`

/**
 * Accepts an announcement from an admin; it is delivered in batches, so that other work does not wait (announcement-worker.ts). Returns the
 * number of recipients now. Throws `not-found` if the one person does not exist or is not active, `count-unconfirmed` if the number of many
 * was not confirmed, `too-many-requests`.
 */
export async function sendAnnouncement(app: App, actor: Actor, message: Message): Promise<{ recipients: number }> {
  const userId = message.to === 'one' ? message.userId : null
  const audience = { to: message.to, userId, authorId: actor.id }
  if (message.to !== 'one') await assertCounted(app, audience, message.recipients)
  await assertWithinLimit(app, [{ of: ['message', actor.id], max: limits.message.perHour, windowMs: limits.message.windowMs }])
  const id = newId()
  const outcome = await commit(app, async (tx) => {
    const [counted] = await tx.execute<{ recipients: number; name: string | null }>(sql`
      select count(*)::int as recipients, case when ${userId}::text is not null then max(name) end as name from users where ${reaches(audience)}`)
    const recipients = counted?.recipients ?? 0
    if (userId !== null && recipients === 0) return { recipients: 0, sent: true }
    const sent = await tx.execute(sql`
      insert into messages (id, audience, user_id, author_id, text)
      select ${id}, ${message.to}, ${userId}, ${actor.id}, ${message.text} where ${stillActive(actor)} returning id`)
    if (sent.length === 0) return { recipients, sent: false }
    const eventId = await record(tx, {
      kind: 'message.send',
      itemId: id,
      ownerId: null,
      actorId: actor.id,
      title: counted?.name ?? null,
      after: { to: message.to },
      reason: message.text,
    })
    await tx.execute(sql`update messages set event_id = ${eventId} where id = ${id}`)
    return { recipients, sent: true }
  })
  if (!outcome.sent) return rejectInactive(app, actor)
  if (userId !== null && outcome.recipients === 0) throw new AppError('not-found')
  return { recipients: outcome.recipients }
}

/** How far the newest announcement of an admin to many has come: how many people get it, and how many of them have it. Null if there is none. */
export async function announcementProgress({ db }: App, actor: Actor): Promise<{ recipients: number; sent: number } | null> {
  const [message] = await db.execute<Audience & { reached: string; isDone: boolean; createdAt: string }>(sql`
    select audience as "to", user_id as "userId", author_id as "authorId", reached, done_at is not null as "isDone",
      ${isoSql('created_at')} as "createdAt"
    from messages where author_id = ${actor.id} and audience <> 'one' order by created_at desc limit 1`)
  if (!message) return null
  const [counted] = await db.execute<{ recipients: number; sent: number }>(sql`
    select count(*)::int as recipients, (count(*) filter (where ${message.isDone}::boolean or id <= ${message.reached}))::int as sent
    from users where ${receives(message)}`)
  return counted ?? null
}

/** Called before the rate limit, as asking for the number is not an announcement. */
async function assertCounted({ db }: App, audience: Audience, confirmed = 0): Promise<void> {
  const [counted] = await db.execute<{ recipients: number }>(sql`select count(*)::int as recipients from users where ${reaches(audience)}`)
  if (counted && counted.recipients > confirmed) throw new AppError('count-unconfirmed', { detail: counted })
}
