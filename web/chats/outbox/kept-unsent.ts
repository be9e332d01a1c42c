import type { Attachment } from '#domain/chat.ts'
import type { Unsent } from '#web/chats/outbox/outbox.ts'
import { dropFromDevice, isKeyOf, keepOnDevice, keptOnDevice, namesOnDevice } from '#web/platform/drafts/device-memory.ts'

export type UnsentMessage = Unsent<Attachment>

/** Every message under a name of its own, so that two tabs never write over each other. Such names are never dropped for newer ones. */
const start = 'unsent:'
const nameOf = ({ clientId }: Pick<Unsent, 'clientId'>) => `${start}${clientId}`

/** By hand, as it is our own writing: the library for shapes would be loaded by every screen. */
function isUnsent(kept: unknown): kept is UnsentMessage {
  const { clientId, chatId, text, attachments, at } = (kept ?? {}) as Record<keyof Unsent, unknown>
  const texts = [clientId, chatId, text].every((value) => typeof value === 'string')
  return texts && Array.isArray(attachments) && typeof at === 'number'
}

/** What this person wrote and no server confirmed, on this device. */
export function keptUnsent(userId: string): UnsentMessage[] {
  const names = namesOnDevice(userId).filter((name) => name.startsWith(start))
  return names.map((name) => keptOnDevice(userId, name)?.content).filter(isUnsent)
}

export const keepUnsent = (userId: string, unsent: Unsent): boolean => keepOnDevice(userId, nameOf(unsent), unsent)
export const dropUnsent = (userId: string, unsent: Unsent): void => dropFromDevice(userId, nameOf(unsent))
/** Does this key of the storage hold an unsent message of this person? */
export const isUnsentKey = (userId: string, key: string): boolean => isKeyOf(userId, start, key)
