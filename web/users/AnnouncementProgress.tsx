import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { toast } from '#web/ui/toasts.ts'

/** How often its progress is asked for, in milliseconds. */
const pollMs = 2_000

type Props = { recipients: number; onClose: () => void }

/** How far an announcement to so many people has come, until all have it or this is closed; it cannot be stopped. */
export function AnnouncementProgress({ recipients, onClose }: Props) {
  const query = useQuery(rpc.notifications.announcementProgress.queryOptions({ staleTime: 0, gcTime: 0, refetchInterval: pollMs }))
  const { recipients: all, sent } = query.data ?? { recipients, sent: 0 }
  const isDone = query.isFetchedAfterMount && query.isSuccess && sent >= all
  const isEnding = useRef(false)
  const end = (sentence: string) => {
    if (isEnding.current) return
    isEnding.current = true
    toast(sentence)
    onClose()
  }
  useEffect(() => {
    if (isDone) end(t('users.message.delivered', { count: all }))
  })
  const text = t('users.message.progress', { sent, all })
  return (
    <Dialog title={t('users.message.title')} dismiss="close" onClose={() => end(t('users.message.sent', { count: all }))}>
      <div className="stack">
        {query.isError && <Note tone="bad">{problemOf(query.error).message}</Note>}
        <p>{text}</p>
        <ProgressBar label={t('common.progress')} share={all > 0 ? sent / all : 1} />
        <p className="muted">{t('users.message.goesOn')}</p>
      </div>
    </Dialog>
  )
}
