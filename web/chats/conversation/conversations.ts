import type { ChatMessage } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { type Conversation, openConversation } from '#web/chats/conversation/conversation.ts'
import { subscribeToMessages } from '#web/platform/live/live-messages.ts'
import { isInaccessible } from '#web/platform/offline-cache/is-inaccessible.ts'
import { cacheOwner, extraCacheEntries } from '#web/platform/queries/own-cache.ts'
import { client } from '#web/platform/rpc/rpc.ts'

export type ChatConversation = Conversation<ChatMessage>

/** How many chats stay in memory after they were left, each with its newest messages. */
const chatsMax = 20

let owner: string | null = null
const conversations = new Map<string, ChatConversation>()

/** The messages of a chat in this window. Never those loaded for another user. */
export function conversationOf(chatId: string): ChatConversation {
  dropOtherOwners()
  const found =
    conversations.get(chatId) ?? openConversation<ChatMessage>(sourceOf(owner, chatId), limits.chat.pageMax, cacheOf(owner, chatId))
  conversations.delete(chatId)
  conversations.set(chatId, found)
  for (const [oldest] of [...conversations].slice(0, -chatsMax)) conversations.delete(oldest)
  return found
}

/** Loads messages for one person. An answer that arrives after another person signed in is discarded. */
function sourceOf(person: string | null, id: string) {
  const assertSameOwner = () => {
    if (cacheOwner() !== person) throw new DOMException('Somebody else is here by now', 'AbortError')
  }
  const rows = async (about: { before?: number; after?: number }) => {
    assertSameOwner()
    try {
      return (await client.chats.messages({ id, ...about })).rows
    } catch (error) {
      // The chat was deleted, or is not this person's.
      if (cacheOwner() === person && isInaccessible(error)) {
        extraCacheEntries.forget(person, messagesKey(id))
        conversations.get(id)?.forget()
      }
      throw error
    } finally {
      assertSameOwner()
    }
  }
  return {
    newest: () => rows({}),
    before: (before: number) => rows({ before }),
    after: (after: number) => rows({ after }),
  }
}

/** The cache key of the messages of a chat on this device. */
export const messagesKey = (id: string): string => JSON.stringify([['chats', 'messages'], { input: { id }, type: 'kept' }])

function cacheOf(person: string | null, id: string) {
  const name = messagesKey(id)
  return {
    read: async () => (await extraCacheEntries.read(person, name)) as readonly ChatMessage[] | null,
    write: (messages: readonly ChatMessage[]) => extraCacheEntries.write(person, name, messages),
    forget: () => extraCacheEntries.forget(person, name),
  }
}

function dropOtherOwners(): void {
  const person = cacheOwner()
  if (person !== owner) conversations.clear()
  owner = person
}

subscribeToMessages({
  received: (message) => {
    dropOtherOwners()
    conversations.get(message.chatId)?.receive(message)
  },
  outdated: () => {
    for (const conversation of conversations.values()) conversation.outdate()
  },
  isBack: () => {
    for (const conversation of conversations.values())
      if (conversation.isWatched() && conversation.read().failure !== null) void conversation.again()
  },
  // Only for chats that are open; others catch up when they are opened again.
  missed: (chatId) => {
    for (const [id, conversation] of conversations) if (conversation.isWatched() && (chatId ?? id) === id) void conversation.catchUp()
  },
})
