import { dropFromDevice, keepOnDevice, keptOnDevice } from '#web/app/device-memory.ts'
import { personNow } from '#web/app/queries.ts'

const nameOf = (chatId: string) => `chat:${chatId}`

/** What this person began to write in this chat and has not sent. */
export function keptDraft(userId: string, chatId: string): string {
  const content = keptOnDevice(userId, nameOf(chatId))?.content
  return typeof content === 'string' ? content : ''
}

/** Keeps it for its author alone; an empty one is forgotten. Signed out meanwhile, nothing of him stays behind. */
export function keepDraft(userId: string, chatId: string, text: string): void {
  if (personNow() !== userId) return
  if (text.trim() === '') dropFromDevice(userId, nameOf(chatId))
  else keepOnDevice(userId, nameOf(chatId), text)
}
