import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { errors } from '#domain/errors.ts'
import css from '#web/errors/ErrorScreen.module.css'
import { t } from '#web/messages/door.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** What browsers say where the files of a screen did not come; each has its own words. */
const notLoaded = /dynamically imported module|importing a module script failed|unable to preload/i

/** Stands in place of a screen that failed unexpectedly, or whose files could not be had; the frame around it stays. */
export function ScreenError({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  const unloaded = error instanceof Error && notLoaded.test(error.message)
  const title = t(unloaded ? 'errorPages.unloadedTitle' : 'errorPages.brokenTitle')
  usePageTitle(title)
  const again = useCallback(() => {
    // Its files are asked for before it is drawn, or it would fail by the failure before.
    if (unloaded) void router.invalidate().finally(reset)
    else {
      reset()
      void router.invalidate()
    }
  }, [router, reset, unloaded])
  useEffect(() => {
    if (!unloaded) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again, unloaded])
  return (
    <div className={css.screen}>
      <h1>{title}</h1>
      <p className={css.text}>{unloaded ? errors[navigator.onLine ? 'unavailable' : 'offline'].message : t('errorPages.brokenText')}</p>
      <Button look="primary" onClick={again}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
