import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Chat, isParticipant } from '#domain/chat.ts'
import { liveLine } from '#web/app/live.ts'
import { reconnectDelay } from '#web/app/live-status.ts'
import { worthRetrying } from '#web/app/problem.ts'
import { queries } from '#web/app/queries.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { useMe } from '#web/app/use-me.ts'
import { useVisible } from '#web/chats/use-visible.ts'

/** Marks read what was shown, up to the last message in sight, and only while the window is (product §7). Returns how to look again. */
export function useMarkRead(chat: Chat, box: RefObject<HTMLDivElement | null>, newest: number): () => void {
  const visible = useVisible()
  const me = useMe()
  const isLive = useSyncExternalStore(liveLine.subscribe, liveLine.read) === 'live'
  const [failures, setFailures] = useState(0)
  const readTo = isParticipant(me, chat) ? chat.buyerReadTo : chat.adminReadTo
  const asked = useRef({ id: chat.id, number: 0 })
  if (asked.current.id !== chat.id) asked.current = { id: chat.id, number: 0 }
  const look = useCallback(() => {
    if (!visible || !box.current) return
    const number = lastInSight(box.current)
    if (number <= Math.max(readTo, asked.current.number)) return
    asked.current.number = number
    const failed = (error: unknown) => {
      // Until the next look gets through it stays unread, which is the truth.
      if (asked.current.id === chat.id) asked.current.number = 0
      if (worthRetrying(error)) setFailures((before) => before + 1)
    }
    void client.chats.markRead({ id: chat.id, number }).then((fresh) => {
      setFailures(0)
      queries.setQueryData(rpc.chats.get.queryKey({ input: { id: chat.id } }), fresh)
      return queries.invalidateQueries({ queryKey: rpc.chats.unread.key() })
    }, failed)
  }, [visible, box, readTo, chat.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message asks for another look, and so does a line that is back
  useEffect(look, [look, newest, isLive])
  // Else whoever sits before a message without moving would be mailed what he has before his eyes.
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(look, reconnectDelay(failures, Math.random()))
    return () => clearTimeout(timer)
  }, [failures, look])
  return look
}

/** The number of the last message of which the beginning is in sight. */
function lastInSight(box: HTMLElement): number {
  const end = box.getBoundingClientRect().bottom
  const numbered = [...box.querySelectorAll<HTMLElement>('[data-number]')]
  const shown = numbered.findLast((message) => message.getBoundingClientRect().top < end || end === 0)
  return Number(shown?.dataset.number ?? 0)
}
