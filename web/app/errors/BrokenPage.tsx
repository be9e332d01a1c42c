import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'

/** `/500`: an unexpected error (spec §2). */
export function BrokenPage() {
  return (
    <AuthLayout title={t('errorPages.brokenTitle')} lead={t('errorPages.brokenText')}>
      <HomeLink wide />
    </AuthLayout>
  )
}
