import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Chat, isParticipant } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'
import { showExpected } from '#web/platform/queries/expected.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

type Listed = { rows: Chat[] }
type Mark = { chat: Chat; me: Pick<Actor, 'id' | 'role'>; number: number; left: number }

/** Shows a chat as read up to a number, with so many messages left, wherever it stands or counts; returns how to take it back. */
export function expectRead(queries: QueryClient, { chat, me, number, left }: Mark): () => void {
  const isOwn = isParticipant(me, chat)
  const before = isOwn ? chat.buyerUnreadCount : chat.adminUnreadCount
  const read = isOwn ? { buyerReadTo: number, buyerUnreadCount: left } : { adminReadTo: number, adminUnreadCount: left }
  const marked = (one: Chat): Chat => (one.id === chat.id ? { ...one, ...read } : one)
  const page = <Page extends Listed>(listed: Page): Page => ({ ...listed, rows: listed.rows.map(marked) })
  // Admins count chats, and not their own; everybody else messages.
  const fewer = me.role === 'admin' ? Number(!isOwn && before > 0 && left === 0) : before - left
  const undo = [
    showExpected<Chat>(queries, rpc.chats.get.queryKey({ input: { id: chat.id } }), marked),
    showExpected<Listed | InfiniteData<Listed>>(queries, rpc.chats.list.key(), (data) =>
      'pages' in data ? { ...data, pages: data.pages.map(page) } : page(data),
    ),
    showExpected<{ unread: number }>(queries, rpc.chats.unread.key(), ({ unread }) => ({
      unread: unread > 999 ? unread : Math.max(0, unread - fewer),
    })),
  ]
  return () => {
    for (const one of undo) one()
  }
}
