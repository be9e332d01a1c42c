import { useEffect, useRef, useState } from 'react'
import { type Chat, isParticipant } from '#domain/chat.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { useVisible } from '#web/platform/use-online.ts'

/** The number of the last message above the line "New messages": read before the chat opened or the window came back. Null for none. */
export function useNewAfter(chat: Chat, newest: number): number | null {
  const me = useMe()
  const visible = useVisible()
  const [after, setAfter] = useState(() => {
    if (isParticipant(me, chat)) return chat.buyerUnreadCount > 0 ? chat.buyerReadTo : null
    return chat.adminUnreadCount > 0 ? chat.adminReadTo : null
  })
  const top = useRef(newest)
  top.current = newest
  useEffect(() => {
    if (!visible) setAfter(top.current)
  }, [visible])
  return after
}
