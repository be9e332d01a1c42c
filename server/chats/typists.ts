import { sql } from 'drizzle-orm'
import { type ChatActor, isParticipant, type Typist } from '#domain/chat.ts'
import { assertMayStillChat, mayStillChat } from '#server/chats/may-still-chat.ts'
import { findChat } from '#server/chats/read-chat.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { hint } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'

/** The other people who are typing in this chat (product §7). Throws `not-found`. */
export async function listTypists(app: App, actor: ChatActor, id: string): Promise<{ rows: Typist[] }> {
  await findChat(app, actor, id)
  const rows = await app.db.execute<Typist>(sql`
    select t.user_id as id, coalesce(u.name, c.buyer_name) as name, t.user_id = c.buyer_id as "byBuyer", ${isoSql('t.until')} as until
    from chat_typists t join chats c on c.id = t.chat_id left join users u on u.id = t.user_id
    where t.chat_id = ${id} and t.user_id <> ${actor.id} and t.until > now() and coalesce(u.status = 'active', true) order by name, t.user_id`)
  return { rows: [...rows] }
}

/** Notes that the actor is typing, for a moment, or has stopped; repeats publish no hint. Throws `not-found`, `too-many-requests`. */
export async function sayTyping(app: App, actor: ChatActor, { id, typing }: { id: string; typing: boolean }): Promise<{ rows: Typist[] }> {
  // Each start and stop is published to all admins: without a limit, one person could fill the feed.
  await assertWithinLimit(app, [{ of: ['typing', actor.id], max: limits.chat.typingMax, windowMs: limits.chat.windowMs }])
  const chat = await findChat(app, actor, id)
  const silent = isParticipant(actor, chat) && chat.blocked
  const changed = await app.db.transaction(async (tx) => {
    const until = sql`now() + ${limits.chat.typingMs} * interval '1 millisecond'`
    const news = await tx.execute<{ news: boolean }>(
      typing && !silent
        ? sql`with before as (select 1 from chat_typists where chat_id = ${id} and user_id = ${actor.id} and until > now())
            insert into chat_typists (chat_id, user_id, until) select ${id}, ${actor.id}, ${until} where ${mayStillChat(actor)}
            on conflict (chat_id, user_id) do update set until = excluded.until returning not exists (select from before) as news`
        : sql`delete from chat_typists where chat_id = ${id} and user_id = ${actor.id} and ${mayStillChat(actor)} returning until > now() as news`,
    )
    if (news.some((row) => row.news)) await hint(tx, 'chat.typing', id, chat.buyerId)
    return news
  })
  if (changed.length === 0) await assertMayStillChat(app, actor)
  // Most calls only renew an entry, of which the other side already knows.
  if (changed.some((row) => row.news)) app.feed.wake()
  return listTypists(app, actor, id)
}
