import { useSyncExternalStore } from 'react'
import { liveLine } from '#web/app/live.ts'
import type { LiveStatus } from '#web/app/live-status.ts'
import css from '#web/frame/StatusLine.module.css'
import { t } from '#web/messages/messages.ts'

const words: Record<LiveStatus, string> = { live: t('frame.live'), 'catching-up': t('frame.catchingUp'), offline: t('frame.offline') }

/** Whether what is on screen is the present: exactly "Live", "Catching up" or "Offline" (product §9). */
export function StatusLine() {
  const status = useSyncExternalStore(liveLine.subscribe, liveLine.read)
  return (
    <p role="status" className={`${css.line} ${css[status]}`}>
      {words[status]}
    </p>
  )
}
