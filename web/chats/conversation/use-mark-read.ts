import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Chat, isParticipant } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'
import type { Shown } from '#web/chats/conversation/lines.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import { updateListsOptimistically, updateOptimistically, writeOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { queries } from '#web/platform/queries/queries.ts'
import { endsSession, problemOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { useVisible } from '#web/platform/use-online.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * Marks messages as read up to the last visible one, while the window is visible (product §7). An optimistic update: if the server refuses,
 * they are unread again. Returns a function that checks again.
 */
export function useMarkRead(chat: Chat, box: RefObject<HTMLDivElement | null>, shown: readonly Shown[], newest: number): () => void {
  const visible = useVisible()
  const me = useMe()
  const isLive = useSyncExternalStore(liveLine.subscribe, liveLine.read) === 'live'
  const [failures, setFailures] = useState(0)
  // Read from the ref when it is checked, since an optimistic update must not cause another check.
  const now = useRef({ chat, shown })
  now.current = { chat, shown }
  const asked = useRef({ id: chat.id, number: 0, failed: false })
  if (asked.current.id !== chat.id) asked.current = { id: chat.id, number: 0, failed: false }
  const check = useCallback(() => {
    if (!visible || !box.current) return
    const number = lastInSight(box.current)
    const latest = now.current.chat
    const readTo = isParticipant(me, latest) ? latest.buyerReadTo : latest.adminReadTo
    if (number <= Math.max(readTo, asked.current.number)) return
    asked.current.number = number
    const left = now.current.shown.filter((one) => !one.ours && (one.number ?? 0) > number).length
    // After a failure there are no more optimistic updates: they would only flicker.
    const isRetry = asked.current.failed
    void writeOptimistically(queries, {
      show: () => (isRetry ? () => {} : markReadOptimistically(queries, { chat: latest, me, number, left })),
      send: () => client.chats.markRead({ id: chat.id, number }),
      done: (fresh) => {
        setFailures(0)
        if (asked.current.id === chat.id) asked.current.failed = false
        queries.setQueryData(rpc.chats.get.queryKey({ input: { id: chat.id } }), fresh)
        return queries.invalidateQueries({ queryKey: rpc.chats.unread.key() })
      },
      refused: (error) => {
        if (asked.current.id !== chat.id) return
        // A failure that may pass is retried, and the status line shows it.
        if (worthRetrying(error)) {
          asked.current = { id: chat.id, number: 0, failed: true }
          setFailures((before) => before + 1)
        } else if (!endsSession(error)) toast(t('chats.stillUnread', { why: problemOf(error).message }), 'bad')
      },
    })
  }, [visible, box, chat.id, me])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message or a restored connection needs another check
  useEffect(check, [check, newest, isLive])
  // Otherwise a person who looks at a message without moving would get a mail about it.
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(check, reconnectDelay(failures))
    return () => clearTimeout(timer)
  }, [failures, check])
  return check
}

/** The number of the last message whose beginning is visible. */
function lastInSight(box: HTMLElement): number {
  const end = box.getBoundingClientRect().bottom
  const numbered = [...box.querySelectorAll<HTMLElement>('[data-number]')]
  const shown = numbered.findLast((message) => message.getBoundingClientRect().top < end || end === 0)
  return Number(shown?.dataset.number ?? 0)
}

type Listed = { rows: Chat[] }
type Mark = { chat: Chat; me: Pick<Actor, 'id' | 'role'>; number: number; left: number }

/** Shows a chat as read up to a number, with this many messages left, in every list and count. Returns its undo. */
function markReadOptimistically(queries: QueryClient, { chat, me, number, left }: Mark): () => void {
  const isOwn = isParticipant(me, chat)
  const before = isOwn ? chat.buyerUnreadCount : chat.adminUnreadCount
  const read = isOwn ? { buyerReadTo: number, buyerUnreadCount: left } : { adminReadTo: number, adminUnreadCount: left }
  const marked = (one: Chat): Chat => (one.id === chat.id ? { ...one, ...read } : one)
  // Admins count unread chats, without their own; others count messages.
  const fewer = me.role === 'admin' ? Number(!isOwn && before > 0 && left === 0) : before - left
  const undo = [
    updateOptimistically<Chat>(queries, rpc.chats.get.queryKey({ input: { id: chat.id } }), marked),
    updateListsOptimistically<Listed>(queries, rpc.chats.list.key(), (page) => ({ ...page, rows: page.rows.map(marked) })),
    updateOptimistically<{ unread: number }>(queries, rpc.chats.unread.key(), ({ unread }) => ({
      unread: unread > 999 ? unread : Math.max(0, unread - fewer),
    })),
  ]
  return () => {
    for (const one of undo) one()
  }
}
