import { useEffect, useRef, useState } from 'react'
import type { Shown } from '#web/chats/conversation/lines.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** What is read out to whoever listens: messages of others that arrive while he is here, never older ones nor his own. */
export function useAnnounced(shown: readonly Shown[], ready: boolean): string {
  const [said, setSaid] = useState('')
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (!ready) return
    const newest = shown.reduce((most, { number }) => Math.max(most, number ?? 0), 0)
    const fresh = from.current === null ? [] : shown.filter(({ ours, number }) => !ours && (number ?? 0) > (from.current ?? 0))
    from.current = Math.max(from.current ?? 0, newest)
    if (fresh.length > 0) setSaid(fresh.map(sentenceOf).join(' '))
  }, [shown, ready])
  return said
}

const sentenceOf = ({ senderName: name, text }: Shown) => (text === '' ? t('chats.saidFiles', { name }) : t('chats.said', { name, text }))
