import { type SQL, sql } from 'drizzle-orm'
import type { Chat } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import type { EventKind } from '#domain/event-kinds.ts'
import type { Actor } from '#domain/user.ts'
import { changeInInbox, type LockedChat } from '#server/chats/change-in-inbox.ts'
import { findChat } from '#server/chats/read-chat.ts'
import type { App } from '#server/platform/app.ts'
import { record } from '#server/platform/events/record.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/**
 * Sets or removes the assignee of a chat (product §7). Throws `not-found`, `own-account`, and `invalid-argument` unless the assignee is an
 * active admin and not the participant.
 */
export async function assignChat(app: App, actor: Actor, { id, assigneeId }: { id: string; assigneeId: string | null }): Promise<Chat> {
  await changeInInbox(app, actor, id, async (tx, chat) => {
    if (chat.assigneeId === assigneeId) return
    const [assigned] = await tx.execute<{ name: string | null }>(sql`
      update chats set assignee_id = ${assigneeId} where id = ${id} and (${assigneeId}::text is null or exists (
        select 1 from users where id = ${assigneeId} and role = 'admin' and status = 'active' and id <> chats.buyer_id))
      returning (select name from users where id = ${assigneeId}) as name`)
    if (!assigned) throw noSuchAdmin()
    const about = { itemId: id, ownerId: chat.buyerId, actorId: actor.id, title: chat.name }
    await record(tx, { kind: 'chat.assign', ...about, fields: ['assignee'], after: { to: assigned.name, assigneeId } })
  })
  return findChat(app, actor, id)
}

const noSuchAdmin = () => new AppError('invalid-argument', { field: 'assigneeId', ...refusalText('assignee-not-active') })

type Moved = Pick<LockedChat, 'status' | 'blocked'>
type ChatMove = { kind: EventKind; set: SQL; after: Partial<Moved> }

const chatMoves = {
  solve: { kind: 'chat.solve', set: sql`status = 'solved', solved_count = solved_count + 1`, after: { status: 'solved' } },
  reopen: { kind: 'chat.reopen', set: sql`status = 'open'`, after: { status: 'open' } },
  block: { kind: 'chat.block', set: sql`blocked = true`, after: { blocked: true } },
  unblock: { kind: 'chat.unblock', set: sql`blocked = false`, after: { blocked: false } },
} as const satisfies Record<string, ChatMove>

/** Makes a move of an admin on a chat. One that changes nothing records no event. Throws `not-found`, `own-account`. */
export async function moveChat(
  app: App,
  actor: Actor,
  name: keyof typeof chatMoves,
  { id, reason }: { id: string; reason?: string },
): Promise<Chat> {
  const { kind, set, after }: ChatMove = chatMoves[name]
  await changeInInbox(app, actor, id, async (tx, chat) => {
    const fields = Object.keys(after) as (keyof Moved)[]
    if (fields.every((field) => chat[field] === after[field])) return
    await tx.execute(sql`update chats set ${set} where id = ${id}`)
    const before = Object.fromEntries(fields.map((field) => [field, chat[field]]))
    await record(tx, {
      kind,
      itemId: id,
      ownerId: chat.buyerId,
      actorId: actor.id,
      title: chat.name,
      fields,
      before,
      after,
      reason: reason ?? null,
    })
  })
  return findChat(app, actor, id)
}
