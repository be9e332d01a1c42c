import type { ChatMessage } from '#domain/chat.ts'

type Listener = {
  /** A message arrived with the stream. */
  heard: (message: ChatMessage) => void
  /** Some may have been missed: in this chat, or in any. */
  missed: (chatId: string | null) => void
}
const listeners = new Set<Listener>()

/** Hears of the messages of chats as they happen; returns how to stop. Apart from the chats themselves, which few screens load. */
export function hearMessages(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the live stream says to whoever listens. */
export const liveMessages = {
  tell: ({ id, message }: { id: string; message?: ChatMessage | undefined }) => {
    for (const { heard, missed } of listeners) message ? heard(message) : missed(id)
  },
  missed: () => {
    for (const { missed } of listeners) missed(null)
  },
}
