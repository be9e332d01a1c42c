import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { usePageTitle } from '#web/ui/page-title.ts'

const Layout = lazyComponent(() => import('#web/app/layout/Layout.tsx'), 'Layout')

/** `/404`: no page has this address (spec §2). Signed-in people keep the layout around it. */
export function NotFoundPage() {
  usePageTitle(t('errorPages.notFoundTitle'))
  const signedIn = useMeIfSignedIn() !== null
  // The layout has the page's one `main`.
  const Main = signedIn ? 'div' : 'main'
  const inside = (
    <Main className={`${css.screen} column center`}>
      <p className={css.code}>404</p>
      <h1 tabIndex={-1}>{t('errorPages.notFoundTitle')}</h1>
      <p className={css.text}>{t('errorPages.notFoundText')}</p>
      <HomeLink />
    </Main>
  )
  return signedIn ? <Layout>{inside}</Layout> : inside
}
