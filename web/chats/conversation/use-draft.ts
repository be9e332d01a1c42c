import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { keepOwnDraft, ownDraft, takeLeftDraft } from '#web/platform/drafts/own-drafts.ts'
import { personNow } from '#web/platform/queries/queries.ts'
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

const nameOf = (chatId: string) => `chat:${chatId}`
const textOf = (content: unknown) => (typeof content === 'string' ? content : '')

/** What this person began to write in this chat, in this tab, and has not sent. */
const keptDraft = (userId: string, chatId: string): string => textOf(ownDraft(userId, nameOf(chatId)))

/** Takes over what was left in a tab that is gone. `isWanted` is asked last. */
const takeDraft = async (userId: string, chatId: string, isWanted: () => boolean): Promise<string> =>
  textOf(await takeLeftDraft(userId, nameOf(chatId), isWanted))

/** Keeps it for its author alone; an empty one is forgotten. Signed out meanwhile, nothing of this person stays behind. */
function keepDraft(userId: string, chatId: string, text: string): void {
  if (personNow() === userId) keepOwnDraft(userId, nameOf(chatId), text.trim() === '' ? null : text)
}
