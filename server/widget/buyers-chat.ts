import { sql } from 'drizzle-orm'
import type { WidgetAttachment, WidgetChat, WidgetMessage } from '#contract/widget.ts'
import type { Attachment, ChatMessage } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import { type Buyer, isVisitorId } from '#domain/widget.ts'
import { anAdminBeside } from '#server/chats/open-chat.ts'
import { findChatOf } from '#server/chats/read-chat.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { fileAddress } from '#server/widget/file-addresses.ts'

/** A message or file as its buyer sees it: with signed addresses, and without ids of people. */
export const messageFor = (app: App, buyer: Buyer, message: ChatMessage): WidgetMessage => {
  const { number, byBuyer, clientId, senderName, text, erased, attachments, timestamp } = message
  const files = attachments.map((file) => attachmentFor(app, buyer, file))
  return { number, byBuyer, clientId: byBuyer ? clientId : null, senderName, text, erased, attachments: files, timestamp }
}

export function attachmentFor(app: App, buyer: Buyer, { path, thumbnails, url: _, ...about }: Attachment): WidgetAttachment {
  const small = thumbnails[Math.max(...limits.image.thumbnailWidths)]
  const thumbnail = small === undefined ? null : fileAddress(app, buyer, small.slice('/files/'.length))
  return { ...about, path, url: fileAddress(app, buyer, path), thumbnail }
}

/** The id of the buyer's chat; null before their first message. */
export const chatIdOf = async (app: App, buyer: Buyer): Promise<string | null> => (await findChatOf(app, buyer, buyer.id))?.id ?? null

/** The buyer's chat as they see it; an empty one before their first message. */
export async function findBuyersChat(app: App, buyer: Buyer): Promise<WidgetChat> {
  const chat = await findChatOf(app, buyer, buyer.id)
  const who = { id: buyer.id, name: buyer.name, verified: !isVisitorId(buyer.id) }
  const isSolved = chat?.status === 'solved'
  return {
    buyer: who,
    status: chat?.status ?? 'open',
    blocked: chat?.blocked ?? false,
    lastNumber: chat?.lastNumber ?? 0,
    unread: chat?.buyerUnreadCount ?? 0,
    supportDeliveredTo: chat?.adminDeliveredTo ?? 0,
    supportReadTo: chat?.adminReadTo ?? 0,
    rating: isSolved ? chat.rating : null,
    ratingDue: isSolved && !chat.blocked && chat.rating === null,
  }
}

/** Finds or creates the buyer's chat, with the name and address that the storefront gives them now, unless it is blocked. Throws `no-admin`. */
export async function ensureChat(app: App, { id, name, email }: Buyer): Promise<string> {
  const [known] = await app.db.execute<{ id: string; same: boolean }>(sql`
    select id, buyer_name = ${name} and buyer_email is not distinct from ${email} as same from chats where buyer_id = ${id}`)
  if (known?.same) return known.id
  const [made] = await app.db.execute<{ id: string }>(sql`
    insert into chats (id, buyer_id, buyer_name, buyer_email) select ${newId()}, ${id}, ${name}, ${email} where ${anAdminBeside(id)}
    on conflict (buyer_id) do update set buyer_name = excluded.buyer_name, buyer_email = excluded.buyer_email
      where not chats.blocked returning id`)
  const own = made ?? known
  if (!own) throw new AppError('no-admin')
  return own.id
}

type Given = { score: number; comment: string }

/** Rates the present solution of the buyer's chat, or changes that rating (product §7). Throws `chat-blocked`, `chat-not-solved`. */
export async function rateChat(app: App, buyer: Buyer, { score, comment }: Given): Promise<WidgetChat> {
  await assertWithinLimit(app, [{ of: ['rate', buyer.id], max: limits.widget.ratingsPerBuyer, windowMs: limits.widget.hourMs }])
  const rated = await commit(app, async (tx) => {
    const [chat] = await tx.execute<{ id: string }>(sql`
      select id from chats where buyer_id = ${buyer.id} and status = 'solved' and not blocked for share`)
    if (!chat) return false
    const changed = await tx.execute(sql`
      insert into chat_ratings as r (chat_id, solution, score, comment)
      select id, solved_count, ${score}::integer, ${comment} from chats where id = ${chat.id}
      on conflict (chat_id, solution) do update set score = excluded.score, comment = excluded.comment
        where (r.score, r.comment) is distinct from (excluded.score, excluded.comment) returning 1`)
    const about = { itemId: chat.id, ownerId: buyer.id, actorId: buyer.id, title: buyer.name }
    if (changed.length > 0) await record(tx, { kind: 'chat.rate', ...about, fields: ['rating'], after: { score } })
    return true
  })
  const chat = await findBuyersChat(app, buyer)
  if (!rated) throw new AppError(chat.blocked ? 'chat-blocked' : 'chat-not-solved')
  return chat
}
