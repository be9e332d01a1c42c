import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** Replaces a screen that failed unexpectedly; the layout around it stays. */
export function ScreenError({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter()
  usePageTitle(t('errorPages.brokenTitle'))
  return (
    <div className={`${css.screen} column center`}>
      <h1>{t('errorPages.brokenTitle')}</h1>
      <p className={css.text}>{t('errorPages.brokenText')}</p>
      <Button
        look="primary"
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        {t('common.retry')}
      </Button>
    </div>
  )
}
