import { useEffect } from 'react'
import css from '#web/errors/ErrorScreen.module.css'
import { t } from '#web/messages/door.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** How often it is tried again, in milliseconds. */
const pause = 5_000

/** Nothing is known yet because the service does not answer. */
export function Unreachable({ again }: { again: () => void }) {
  usePageTitle(t('errorPages.unreachableTitle'))
  useEffect(() => {
    const timer = setInterval(again, pause)
    return () => clearInterval(timer)
  }, [again])
  return (
    <main className={css.screen}>
      <h1>{t('errorPages.unreachableTitle')}</h1>
      <p className={css.text}>{t('errorPages.unreachableText')}</p>
      <Button look="primary" onClick={again}>
        {t('common.retry')}
      </Button>
    </main>
  )
}
