import { useSyncExternalStore } from 'react'
import css from '#web/app/layout/StatusLine.module.css'
import { liveLine } from '#web/app/live.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { LiveStatus } from '#web/platform/live/live-status.ts'
import { catchingUp } from '#web/platform/queries/seen-here.ts'

const words: Record<LiveStatus, string> = { live: t('frame.live'), 'catching-up': t('frame.catchingUp'), offline: t('frame.offline') }

/** Whether what is on screen is the present: exactly "Live", "Catching up" or "Offline" (product §9). */
export function StatusLine() {
  const line = useSyncExternalStore(liveLine.subscribe, liveLine.read)
  // What was kept and is not confirmed yet is not the present, though the stream is.
  const isOld = useSyncExternalStore(catchingUp.subscribe, catchingUp.read)
  const status = line === 'live' && isOld ? 'catching-up' : line
  return (
    <p role="status" className={`${css.line} ${css[status]}`}>
      {words[status]}
    </p>
  )
}
