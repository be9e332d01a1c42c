import type { ChatMessage } from '#domain/chat.ts'
import type { Hint } from '#domain/event.ts'

type Listener = {
  /** A message arrived with the stream. */
  heard: (message: ChatMessage) => void
  /** Some may have been missed: in this chat, or in any. */
  missed: (chatId: string | null) => void
  /** What was said reads otherwise: words went with somebody's account, or he is called otherwise. */
  outdated: () => void
  /** The server is there again: what was asked for in vain may be asked for once more. */
  isBack: () => void
}
const listeners = new Set<Listener>()
/** The number of the last message heard of each chat. */
const heardTo = new Map<string, number>()

/** Hears of the messages of chats as they happen; returns how to stop. Apart from the chats themselves, which few screens load. */
export function hearMessages(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the live stream says to whoever listens. */
export const liveMessages = {
  /** True for the second word of a message: the server tells it at once, and again, without its words, in its place among everything else. */
  isKnown: ({ id, number, message }: Pick<Hint, 'id' | 'number' | 'message'>): boolean =>
    message === undefined && number !== undefined && number <= (heardTo.get(id) ?? 0),
  tell: ({ id, message }: Pick<Hint, 'id' | 'message'>) => {
    if (message) heardTo.set(id, Math.max(message.number, heardTo.get(id) ?? 0))
    for (const { heard, missed } of listeners) message ? heard(message) : missed(id)
  },
  outdated: () => {
    for (const { outdated } of listeners) outdated()
  },
  isBack: () => {
    for (const { isBack } of listeners) isBack()
  },
  missed: () => {
    for (const { missed } of listeners) missed(null)
  },
}
