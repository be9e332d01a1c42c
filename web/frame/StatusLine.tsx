import { useSyncExternalStore } from 'react'
import { liveLine } from '#web/app/live.ts'
import type { LiveStatus } from '#web/app/live-status.ts'
import css from '#web/frame/StatusLine.module.css'
import { t } from '#web/messages/messages.ts'
import { catchingUp } from '#web/seen/seen-here.ts'

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
