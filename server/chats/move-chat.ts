import { type SQL, sql } from 'drizzle-orm'
import type { Chat } from '#domain/chat.ts'
import type { EventKind } from '#domain/event.ts'
import type { Actor } from '#domain/user.ts'
import { atDesk, type Held } from '#server/chats/at-desk.ts'
import { findChat } from '#server/chats/find-chat.ts'
import type { App } from '#server/platform/app.ts'
import { record } from '#server/platform/events/record.ts'

type Moved = Pick<Held, 'status' | 'blocked'>
type ChatMove = { kind: EventKind; set: SQL; after: Partial<Moved> }

const chatMoves = {
  solve: { kind: 'chat.solve', set: sql`status = 'solved'`, after: { status: 'solved' } },
  reopen: { kind: 'chat.reopen', set: sql`status = 'open'`, after: { status: 'open' } },
  block: { kind: 'chat.block', set: sql`blocked = true`, after: { blocked: true } },
  unblock: { kind: 'chat.unblock', set: sql`blocked = false`, after: { blocked: false } },
} as const satisfies Record<string, ChatMove>

/** An admin's move on a chat; what is so already stays so, without another line in the history. Throws `not-found`, `own-account`. */
export async function moveChat(app: App, actor: Actor, name: keyof typeof chatMoves, id: string): Promise<Chat> {
  const { kind, set, after }: ChatMove = chatMoves[name]
  await atDesk(app, actor, id, async (tx, chat) => {
    const fields = Object.keys(after) as (keyof Moved)[]
    if (fields.every((field) => chat[field] === after[field])) return
    await tx.execute(sql`update chats set ${set} where id = ${id}`)
    const before = Object.fromEntries(fields.map((field) => [field, chat[field]]))
    await record(tx, { kind, itemId: id, ownerId: chat.buyerId, actorId: actor.id, title: chat.name, fields, before, after })
  })
  return findChat(app, actor, id)
}
