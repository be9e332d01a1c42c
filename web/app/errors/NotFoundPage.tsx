import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { usePageTitle } from '#web/ui/page-title.ts'

/** `/404`: no page has this address (spec §2). */
export function NotFoundPage() {
  usePageTitle(t('errorPages.notFoundTitle'))
  return (
    <main className={`${css.screen} column center`}>
      <p className={css.code}>404</p>
      <h1>{t('errorPages.notFoundTitle')}</h1>
      <p className={css.text}>{t('errorPages.notFoundText')}</p>
      <HomeLink />
    </main>
  )
}
