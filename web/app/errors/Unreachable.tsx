import { useEffect } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { ErrorScreen } from '#web/platform/loading/ErrorScreen.tsx'
import { useOnline } from '#web/platform/use-online.ts'

/** How often it retries, in milliseconds. */
const pause = 5_000

/** Shown while nothing is known yet, because there is no network or the server does not answer. */
export function Unreachable({ again }: { again: () => void }) {
  const online = useOnline()
  useEffect(() => {
    const timer = setInterval(again, pause)
    return () => clearInterval(timer)
  }, [again])
  return (
    <ErrorScreen
      page
      title={t(online ? 'errorPages.unreachableTitle' : 'errorPages.offlineTitle')}
      text={t('errorPages.unreachableText')}
      again={again}
    />
  )
}
