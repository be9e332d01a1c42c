import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { ErrorScreen } from '#web/platform/loading/ErrorScreen.tsx'

/** Replaces a screen that failed unexpectedly; the layout around it stays. */
export function ScreenError({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorScreen title={t('errorPages.brokenTitle')} text={t('errorPages.brokenText')} again={again} />
}
