import { keepOwnDraft, ownDraft, takeLeftDraft } from '#web/platform/drafts/own-drafts.ts'
import { personNow } from '#web/platform/queries/queries.ts'

const nameOf = (chatId: string) => `chat:${chatId}`
const textOf = (content: unknown) => (typeof content === 'string' ? content : '')

/** What this person began to write in this chat, in this tab, and has not sent. */
export const keptDraft = (userId: string, chatId: string): string => textOf(ownDraft(userId, nameOf(chatId)))

/** Takes over what was left in a tab that is gone. `isWanted` is asked last. */
export const takeDraft = async (userId: string, chatId: string, isWanted: () => boolean): Promise<string> =>
  textOf(await takeLeftDraft(userId, nameOf(chatId), isWanted))

/** Keeps it for its author alone; an empty one is forgotten. Signed out meanwhile, nothing of this person stays behind. */
export function keepDraft(userId: string, chatId: string, text: string): void {
  if (personNow() === userId) keepOwnDraft(userId, nameOf(chatId), text.trim() === '' ? null : text)
}
