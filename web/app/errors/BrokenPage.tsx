import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { ErrorScreen } from '#web/platform/loading/ErrorScreen.tsx'

/** `/500`: an unexpected error (spec §2). */
export function BrokenPage() {
  return (
    <ErrorScreen page code="500" title={t('errorPages.brokenTitle')} text={t('errorPages.brokenText')}>
      <HomeLink />
    </ErrorScreen>
  )
}
