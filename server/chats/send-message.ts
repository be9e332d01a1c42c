import type { z } from 'zod'
import { type ChatActor, type ChatMessage, isParticipant, type NewMessage } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import { cut } from '#domain/text.ts'
import { assertMayStillChat } from '#server/chats/may-still-chat.ts'
import { findChat } from '#server/chats/read-chat.ts'
import { type SendAsk, sendBatched } from '#server/chats/send-statement.ts'
import type { App } from '#server/platform/app.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'

type Sent = z.output<typeof NewMessage>

const duplicate = '23505'

/**
 * Sends a message to a chat, once per client id, with the next number (spec §7, product §7). Throws `not-found`, `chat-blocked`,
 * `no-admin`, `participant-closed`, `too-many-requests`, and `invalid-argument` for attachments that were not uploaded.
 */
export async function sendChatMessage(app: App, actor: ChatActor, { id, clientId, text, attachments }: Sent): Promise<ChatMessage> {
  const { perAdmin, perParticipant, windowMs } = limits.chat
  await assertWithinLimit(app, [{ of: ['chat', actor.id], max: actor.role === 'admin' ? perAdmin : perParticipant, windowMs }])
  const session = actor.role === 'buyer' ? { role: null, sessionId: null } : { role: actor.role, sessionId: actor.sessionId }
  const ask = { id, clientId, text, preview: cut(text, limits.chat.lastMessageMax), files: attachments, actorId: actor.id, ...session }
  const sent = await sendBatched(app.sql, ask).catch((error: unknown) => sendAgain(app, ask, error))
  if (!sent) return explain(app, actor, id, attachments)
  if (sent.fresh) app.feed.wake()
  return sent.message
}

/** The same message arrived twice at the same moment; one of the two is stored now. */
function sendAgain(app: App, ask: SendAsk, error: unknown) {
  if (codeOf(error) !== duplicate) throw error
  return sendBatched(app.sql, ask)
}

/** Throws the reason why a message was refused. */
async function explain(app: App, actor: ChatActor, id: string, attachments: readonly string[]): Promise<never> {
  await assertMayStillChat(app, actor)
  const chat = await findChat(app, actor, id)
  if (isParticipant(actor, chat) && chat.adminId === null) throw new AppError('no-admin')
  if (isParticipant(actor, chat) && chat.blocked) throw new AppError('chat-blocked')
  if (chat.person?.status === 'closed') throw new AppError('participant-closed')
  if (attachments.length > 0) throw notUploaded()
  throw new AppError('unavailable')
}

const notUploaded = () => new AppError('invalid-argument', { field: 'attachments', ...refusalText('file-not-of-chat') })
