import { useSyncExternalStore } from 'react'
import css from '#web/app/layout/StatusLine.module.css'
import { statusLine } from '#web/app/live.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { LiveStatus } from '#web/platform/live/live-status.ts'

const words: Record<LiveStatus, string> = { live: t('frame.live'), 'catching-up': t('frame.catchingUp'), offline: t('frame.offline') }

/** Whether what is on screen is the present: exactly "Live", "Catching up" or "Offline" (product §9). */
export function StatusLine() {
  const status = useSyncExternalStore(statusLine.subscribe, statusLine.read)
  return (
    <p role="status" className={`${css.line} ${css[status]}`}>
      {words[status]}
    </p>
  )
}
