import { useEffect, useState } from 'react'
import { t } from '#web/platform/i18n/door.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import type { Again } from '#web/platform/loading/part.tsx'
import { unloadedSentence, useAgainOnline } from '#web/platform/loading/unloaded.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

/** Not over and over: a page that came by a reload has tried. */
const isReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** Stands in place of a screen whose files did not come; the frame around it stays. */
export function ScreenUnloaded({ again }: Again) {
  const title = t('errorPages.unloadedTitle')
  usePageTitle(title)
  const [hasTried, setTried] = useState(isReloaded)
  useEffect(() => {
    // A build that has gone meanwhile is replaced without a word: whatever was typed has been left with the screen before.
    if (!isReloaded()) void again().then((comes) => setTried(!comes))
  }, [again])
  useAgainOnline(again)
  if (!hasTried) return <Spinner />
  return (
    <div className={css.screen}>
      <h1>{title}</h1>
      <p className={css.text}>{unloadedSentence()}</p>
      <Button look="primary" onClick={again}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
