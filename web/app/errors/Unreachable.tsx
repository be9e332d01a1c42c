import { useEffect, useSyncExternalStore } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** How often it retries, in milliseconds. */
const pause = 5_000

const subscribe = (changed: () => void) => {
  for (const event of ['online', 'offline']) addEventListener(event, changed)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, changed)
  }
}

/** Shown while nothing is known yet, because there is no network or the server does not answer. */
export function Unreachable({ again }: { again: () => void }) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const title = t(online ? 'errorPages.unreachableTitle' : 'errorPages.offlineTitle')
  usePageTitle(title)
  useEffect(() => {
    const timer = setInterval(again, pause)
    return () => clearInterval(timer)
  }, [again])
  return (
    <main className={`${css.screen} column center`}>
      <h1>{title}</h1>
      <p className={css.text}>{t(online ? 'errorPages.unreachableText' : 'errorPages.offlineText')}</p>
      <Button look="primary" onClick={again}>
        {t('common.retry')}
      </Button>
    </main>
  )
}
