import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { ownDraft, storeOwnDraft, takeOverDraft } from '#web/platform/drafts/own-drafts.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { useMe } from '#web/platform/session/use-me.ts'

/**
 * The draft of a message in a chat, in this tab. It survives leaving the chat; once the tab is closed, the next tab takes it over.
 * `chatId` must not change.
 */
export function useDraft(chatId: string): [string, (text: string) => void] {
  const { id: userId } = useMe()
  const [text, setText] = useState(() => readDraft(userId, chatId))
  const stored = useRef(text)
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    let isOpen = true
    const isWanted = () => isOpen && latest.current === ''
    if (latest.current === '')
      void takeDraft(userId, chatId, isWanted).then((left) => {
        if (left === '' || !isWanted()) return
        stored.current = left
        setText(left)
      })
    return () => {
      isOpen = false
    }
  }, [userId, chatId])
  const flush = useCallback(() => {
    if (latest.current === stored.current) return
    stored.current = latest.current
    storeDraft(userId, chatId, latest.current)
  }, [userId, chatId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text restarts the wait
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

/** This person's draft in this chat, in this tab. */
const readDraft = (userId: string, chatId: string): string => textOf(ownDraft(userId, nameOf(chatId)))

/** Takes over the draft of a closed tab. `isWanted` is checked last. */
const takeDraft = async (userId: string, chatId: string, isWanted: () => boolean): Promise<string> =>
  textOf(await takeOverDraft(userId, nameOf(chatId), isWanted))

/** Stores a draft for its author alone; an empty one is deleted. After a sign-out nothing of this person is stored. */
function storeDraft(userId: string, chatId: string, text: string): void {
  if (currentUserId() === userId) storeOwnDraft(userId, nameOf(chatId), text.trim() === '' ? null : text)
}
