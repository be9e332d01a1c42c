import { useEffect, useState } from 'react'
import { limits } from '#domain/limits.ts'
import css from '#web/approval/bulk/Bulk.module.css'
import { t } from '#web/platform/i18n/messages.ts'

/** How long it still lasts, as a number and a shrinking line. Nothing for the ear: a number a second would drown everything else. */
export function Countdown({ runsAt }: { runsAt: string }) {
  // A clock that goes wrong may shorten what is shown, never what can be undone: that the server says.
  const [ends] = useState(() => Date.now() + Math.min(Math.max(Date.parse(runsAt) - Date.now(), 0), limits.bulk.holdMs))
  const [left, setLeft] = useState(() => ends - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(ends - Date.now()), 200)
    return () => clearInterval(timer)
  }, [ends])
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <span className={css.countdown} aria-hidden>
      {t('approval.bulk.seconds', { count: seconds })}
      <span className={css.line} style={{ scale: `${Math.max(0, left) / limits.bulk.holdMs} 1` }} />
    </span>
  )
}
