import { fireEvent, screen, within } from '@testing-library/react'
import type { Me } from '#contract/users.ts'
import type { Chat, ChatMessage } from '#domain/chat.ts'
import { defaultSettings } from '#domain/settings.ts'
import { ada, Refused, renderApp, sally } from '#web/testing/render-app.tsx'

let chats = 0

/** Sally's chat on a fake server. */
export function chatOf(texts: [by: 'sally' | 'ada', text: string][], change: Partial<Chat> = {}) {
  const id = `chat-${++chats}`
  const messages: ChatMessage[] = []
  const say = (by: string, text: string, clientId = `said-${id}-${messages.length + 1}`) => {
    const number = messages.length + 1
    const about = { chatId: id, number, clientId, senderId: by, senderName: by === 'sally' ? 'Sally' : 'Ada', byBuyer: by === 'sally' }
    const message = { ...about, text, erased: false, attachments: [], timestamp: new Date().toISOString() }
    messages.push(message)
    return message
  }
  for (const [by, text] of texts) say(by, text)
  const state: Chat = {
    id,
    buyerId: 'sally',
    buyerName: 'Sally',
    buyerUnreadCount: 0,
    adminId: 'ada',
    adminEmail: 'ada@example.com',
    adminUnreadCount: 0,
    createdAt: '2026-11-20T10:00:00.000Z',
    lastMessage: null,
    lastMessageTimestamp: null,
    lastByBuyer: null,
    lastNumber: 0,
    buyerReadTo: 0,
    buyerDeliveredTo: 0,
    adminReadTo: 0,
    adminDeliveredTo: 0,
    status: 'open',
    blocked: false,
    assignee: null,
    person: null,
    buyer: null,
    rating: null,
    ...change,
  }
  const chat = (): Chat => {
    const last = messages.at(-1)
    const about = { lastMessage: last?.text ?? null, lastMessageTimestamp: last?.timestamp ?? null, lastByBuyer: last?.byBuyer ?? null }
    return { ...state, ...about, lastNumber: messages.length }
  }
  const answersFor = (me: Me) => ({
    'chats/open': chat,
    'chats/get': ({ id: asked }: Record<string, unknown>) => {
      if (asked !== id) throw new Refused(404, 'not-found', 'Chat not found')
      return chat()
    },
    'chats/list': () => ({ rows: [chat()], next: null }),
    'chats/unread': () => ({ unread: state.adminUnreadCount > 0 ? 1 : 0 }),
    'chats/messages': ({ before, after }: Record<string, unknown>) => {
      const rows = messages.filter(({ number }) => number < Number(before ?? Infinity) && number > Number(after ?? 0))
      return { rows: after === undefined ? rows.slice(-100) : rows.slice(0, 100), lastNumber: messages.length }
    },
    'chats/send': ({ clientId, text }: Record<string, unknown>) =>
      messages.find((message) => message.clientId === clientId) ?? say(me.id, String(text), String(clientId)),
    'chats/markRead': ({ number }: Record<string, unknown>) => {
      Object.assign(state, me.id === 'sally' ? { buyerReadTo: number, buyerUnreadCount: 0 } : { adminReadTo: number, adminUnreadCount: 0 })
      return chat()
    },
    'chats/markDelivered': chat,
    'chats/notes': () => ({ rows: [] }),
    'chats/typists': () => ({ rows: [] }),
    'chats/sayTyping': () => ({ rows: [] }),
    'chats/solve': () => Object.assign(state, { status: 'solved' }) && chat(),
    'chats/reopen': () => Object.assign(state, { status: 'open' }) && chat(),
    'chats/assign': ({ assigneeId }: Record<string, unknown>) =>
      Object.assign(state, { assignee: assigneeId && { id: assigneeId, name: 'Ada' } }) && chat(),
    'users/list': () => ({ rows: [ada], next: null }),
    'settings/get': () => ({ ...defaultSettings, cannedReplies: [{ title: 'Greeting', text: 'Hello, thank you for writing.' }] }),
  })
  return { id, state, messages, say, answersFor }
}

type PlayedChat = ReturnType<typeof chatOf>

/** Sally's screen, with her chat open. */
export async function openOwn(chat: PlayedChat) {
  const app = await renderApp('/chat', [], { user: sally, answers: chat.answersFor(sally) })
  await screen.findByRole('textbox', { name: 'Message' })
  return app
}

/** Ada's screen, with Sally's chat open. */
export async function openInInbox(chat: PlayedChat) {
  const app = await renderApp(`/admin/chat/${chat.id}`, [], { answers: chat.answersFor(ada) })
  await screen.findByRole('textbox', { name: 'Message' })
  return app
}

export const log = () => within(screen.getByRole('log', { name: 'Messages' }))
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
export const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
export const press = (how: object = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...how })
