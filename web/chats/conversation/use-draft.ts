import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { keepDraft, keptDraft, takeDraft } from '#web/chats/conversation/kept-drafts.ts'
import { useMe } from '#web/platform/session/use-me.ts'

/**
 * What is being written in a chat, in this tab; it outlives leaving the chat, and once the tab is closed the next one goes on with it. The chat
 * must not change under it.
 */
export function useDraft(chatId: string): [string, (text: string) => void] {
  const { id: userId } = useMe()
  const [text, setText] = useState(() => keptDraft(userId, chatId))
  const written = useRef(text)
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    let isOpen = true
    const isWanted = () => isOpen && latest.current === ''
    if (latest.current === '')
      void takeDraft(userId, chatId, isWanted).then((left) => {
        if (left === '' || !isWanted()) return
        written.current = left
        setText(left)
      })
    return () => {
      isOpen = false
    }
  }, [userId, chatId])
  const flush = useCallback(() => {
    if (latest.current === written.current) return
    written.current = latest.current
    keepDraft(userId, chatId, latest.current)
  }, [userId, chatId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the wait anew
  useEffect(() => {
    const timer = setTimeout(flush, limits.unsaved.writeAfterMs)
    return () => clearTimeout(timer)
  }, [text, flush])
  useEffect(() => {
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [flush])
  return [text, setText]
}
