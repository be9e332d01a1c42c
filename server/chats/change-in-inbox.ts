import { sql } from 'drizzle-orm'
import { type Chat, isParticipant } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findChat } from '#server/chats/read-chat.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/** A chat locked for a change by an admin. */
export type LockedChat = Pick<Chat, 'id' | 'buyerId' | 'status' | 'blocked'> & { name: string; assigneeId: string | null }

/**
 * Changes a chat in the support inbox while its row is locked: by an admin who is active at that moment and not its participant
 * (product §7). Returns the result of `change`. Throws `not-found`, and `own-account` to the participant.
 */
export async function changeInInbox<T>(app: App, actor: Actor, id: string, change: (tx: Tx, chat: LockedChat) => Promise<T>): Promise<T> {
  const changed = await commit(app, async (tx) => {
    const [chat] = await tx.execute<LockedChat>(sql`
      select c.id, c.buyer_id as "buyerId", c.status, c.blocked, c.assignee_id as "assigneeId",
        coalesce((select name from users where users.id = c.buyer_id), c.buyer_name) as name
      from chats c where c.id = ${id} and c.buyer_id <> ${actor.id} and ${stillActive(actor)} for update`)
    return chat && { answer: await change(tx, chat) }
  })
  return changed ? changed.answer : explain(app, actor, id)
}

async function explain(app: App, actor: Actor, id: string): Promise<never> {
  await assertActive(app, actor)
  throw new AppError(isParticipant(actor, await findChat(app, actor, id)) ? 'own-account' : 'unavailable')
}
