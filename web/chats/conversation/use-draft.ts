import { useEffect, useRef, useState } from 'react'
import { useStoreSoon } from '#web/platform/drafts/use-store-soon.ts'
import { drafts } from '#web/platform/session/drafts.ts'
import { useMe } from '#web/platform/session/use-me.ts'

const texts = drafts((content) => (typeof content === 'string' ? content : null))

/**
 * The draft of a message in a chat, in this tab. It survives leaving the chat; once the tab is closed, the next tab takes it over.
 * `chatId` must not change.
 */
export function useDraft(chatId: string): [string, (text: string) => void] {
  const { id: userId } = useMe()
  const name = `chat:${chatId}`
  const [text, setText] = useState(() => texts.own(userId, name)?.content ?? '')
  const latest = useRef(text)
  latest.current = text
  const { noteStored } = useStoreSoon(text, () => void texts.store(userId, name, text.trim() === '' ? null : text))
  useEffect(() => {
    let isOpen = true
    void texts
      .takeOver(userId, name, () => isOpen && latest.current === '')
      .then((left) => {
        if (!left) return
        noteStored(left.content)
        setText(left.content)
      })
    return () => {
      isOpen = false
    }
  }, [userId, name, noteStored])
  return [text, setText]
}
