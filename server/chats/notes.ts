import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { ChatNote } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'
import { changeInInbox } from '#server/chats/change-in-inbox.ts'
import { findChat } from '#server/chats/read-chat.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { hint } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'

const noteColumns = sql`n.id, n.author_id as "authorId", coalesce(u.name, '') as "authorName", n.text,
  ${isoSql('n.created_at')} as timestamp`

/** The private notes on a chat, oldest first; of very many, the newest. The participant of the chat sees none. Throws `not-found`. */
export async function listNotes(app: App, actor: Actor, id: string): Promise<{ rows: ChatNote[] }> {
  await findChat(app, actor, id)
  const rows = await app.db.execute<ChatNote>(sql`
    select ${noteColumns} from chat_notes n join chats c on c.id = n.chat_id left join users u on u.id = n.author_id
    where n.chat_id = ${id} and c.buyer_id <> ${actor.id} order by n.created_at desc, n.id desc limit ${limits.chat.notesShown}`)
  return { rows: [...rows].reverse() }
}

/** Adds a private note, once per client id. Throws `not-found`, `own-account`. */
export async function addNote(app: App, actor: Actor, { id, clientId, text }: Inputs['chats']['addNote']): Promise<ChatNote> {
  return changeInInbox(app, actor, id, async (tx, chat) => {
    const added = await tx.execute(sql`
      insert into chat_notes (id, chat_id, author_id, client_id, text) values (${newId()}, ${id}, ${actor.id}, ${clientId}, ${text})
      on conflict (chat_id, author_id, client_id) do nothing returning id`)
    if (added.length > 0) await hint(tx, 'chat.note', id, chat.buyerId)
    const [note] = await tx.execute<ChatNote>(sql`
      select ${noteColumns} from chat_notes n left join users u on u.id = n.author_id
      where n.chat_id = ${id} and n.author_id = ${actor.id} and n.client_id = ${clientId}`)
    if (!note) throw new Error(`The note ${clientId} was not kept.`)
    return note
  })
}
