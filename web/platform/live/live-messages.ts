import type { ChatMessage } from '#domain/chat.ts'
import type { Hint } from '#domain/event.ts'

type Listener = {
  /** A message arrived with the stream. */
  received: (message: ChatMessage) => void
  /** Messages may have been missed: in this chat, or in any chat if null. */
  missed: (chatId: string | null) => void
  /** Messages now read differently: an account was closed, or a person changed their name. */
  outdated: () => void
  /** The server is back: failed requests may be repeated. */
  isBack: () => void
}
const listeners = new Set<Listener>()
/** The number of the last message received, per chat. */
const highestNumbers = new Map<string, number>()

/**
 * Subscribes to chat messages as they arrive; returns the unsubscribe function. It is separate from the chat screens, which few people
 * load.
 */
export function subscribeToMessages(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Passes chat messages of the live stream to the listeners. */
export const liveMessages = {
  /** True for the repeat of a message: the server publishes it at once, and again, without its text, in its place in the feed. */
  isRepeat: ({ id, number, message }: Pick<Hint, 'id' | 'number' | 'message'>): boolean =>
    message === undefined && number !== undefined && number <= (highestNumbers.get(id) ?? 0),
  publish: ({ id, message }: Pick<Hint, 'id' | 'message'>) => {
    if (message) highestNumbers.set(id, Math.max(message.number, highestNumbers.get(id) ?? 0))
    for (const { received, missed } of listeners) message ? received(message) : missed(id)
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
