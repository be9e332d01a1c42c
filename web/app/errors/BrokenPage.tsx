import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { usePageTitle } from '#web/ui/page-title.ts'

/** `/500`: an unexpected error (spec §2). */
export function BrokenPage() {
  usePageTitle(t('errorPages.brokenTitle'))
  return (
    <main className={`${css.screen} column center`}>
      <p className={css.code}>500</p>
      <h1>{t('errorPages.brokenTitle')}</h1>
      <p className={css.text}>{t('errorPages.brokenText')}</p>
      <HomeLink />
    </main>
  )
}
