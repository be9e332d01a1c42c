import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type Chat, type ChatMessage, deliveryOf, isParticipant } from '#domain/chat.ts'
import { type ChatConversation, conversationOf, messagesKey } from '#web/chats/conversation/conversations.ts'
import type { Shown } from '#web/chats/conversation/lines.ts'
import type { Outbox } from '#web/chats/outbox/outbox.ts'
import type { UnsentMessage } from '#web/chats/outbox/own-outbox.ts'
import { outboxOf } from '#web/chats/outbox/own-outbox.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { backoffDelay } from '#web/platform/offline-cache/retry-backoff.ts'
import { extraCacheEntries } from '#web/platform/queries/own-cache.ts'
import { useMe } from '#web/platform/session/use-me.ts'

export type ConversationState = ReturnType<typeof useConversation>

/** The messages of a chat and the unsent ones, as shown. */
export function useConversation(chat: Chat) {
  const me = useMe()
  const conversation = conversationOf(chat.id)
  const snapshot = useSyncExternalStore(conversation.subscribe, conversation.read)
  const outbox = outboxOf(me.id)
  const all = useSyncExternalStore(outbox.subscribe, outbox.read)
  const { messages } = snapshot
  const iAmBuyer = isParticipant(me, chat)
  useEffect(() => {
    void conversation.catchUp()
    const release = extraCacheEntries.protect(messagesKey(chat.id))
    return () => {
      release()
      conversation.trim()
    }
  }, [conversation, chat.id])
  useConfirmed(conversation, snapshot)
  // Loads messages that the chat counts but the stream did not bring, such as one whose answer to the send was lost.
  const newest = messages.at(-1)?.number ?? 0
  useEffect(() => {
    if (snapshot.ready && chat.lastNumber > newest) void conversation.catchUp()
  }, [conversation, snapshot.ready, chat.lastNumber, newest])
  const shown = useMemo(() => {
    const arrived = new Set(messages.map(({ senderId, clientId }) => `${senderId} ${clientId}`))
    const unsent = all.filter(({ chatId, clientId }) => chatId === chat.id && !arrived.has(`${me.id} ${clientId}`)) as UnsentMessage[]
    return [...messages.map((message) => shownOf(message, chat, iAmBuyer)), ...unsent.map((message) => unsentOf(message, outbox, me))]
  }, [messages, all, chat, outbox, me, iAmBuyer])
  return { snapshot, shown, newest, outbox, older: conversation.older, again: conversation.again }
}

/** Cached messages are unverified; after a failed request they are requested again, with growing pauses. */
function useConfirmed(conversation: ChatConversation, { unverified, failure }: { unverified: boolean; failure: unknown }): void {
  const failures = useRef(0)
  useEffect(() => (unverified ? extraCacheEntries.markUnverified() : undefined), [unverified])
  useEffect(() => {
    if (!unverified || failure === null) {
      failures.current = 0
      return
    }
    failures.current += 1
    const timer = setTimeout(() => void conversation.catchUp(), backoffDelay(failures.current, failure))
    return () => clearTimeout(timer)
  }, [conversation, unverified, failure])
}

function shownOf(message: ChatMessage, chat: Chat, iAmBuyer: boolean): Shown {
  const { senderId, senderName, clientId, number, byBuyer, text, erased, attachments, timestamp } = message
  const ours = byBuyer === iAmBuyer
  return {
    key: `${senderId} ${clientId}`,
    number,
    ours,
    senderId,
    senderName,
    attachments,
    at: timestamp,
    problem: null,
    unstored: false,
    text: erased ? t('chats.erased') : text,
    progress: ours ? deliveryOf({ number, byBuyer }, chat) : null,
  }
}

function unsentOf({ clientId, text, attachments, at, refused }: UnsentMessage, outbox: Outbox, me: { id: string; name: string }): Shown {
  const waits = outbox.isStuck() ? 'waiting' : 'sending'
  return {
    key: `${me.id} ${clientId}`,
    number: null,
    ours: true,
    senderId: me.id,
    senderName: me.name,
    text,
    attachments,
    at: new Date(at).toISOString(),
    progress: refused === null ? waits : 'failed',
    problem: refused,
    unstored: outbox.isUnstored(clientId),
  }
}
