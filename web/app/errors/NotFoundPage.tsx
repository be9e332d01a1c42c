import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { ErrorScreen } from '#web/platform/loading/ErrorScreen.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { useMeIfSignedIn } from '#web/platform/session/use-me.ts'

const Layout = lazyComponent(() => import('#web/app/layout/Layout.tsx'), 'Layout')

/** `/404`: no page has this address (spec §2). Signed-in people keep the layout around it. */
export function NotFoundPage() {
  const signedIn = useMeIfSignedIn() !== null
  const inside = (
    <ErrorScreen page={!signedIn} code="404" title={t('errorPages.notFoundTitle')} text={t('errorPages.notFoundText')}>
      <HomeLink />
    </ErrorScreen>
  )
  return signedIn ? <Layout>{inside}</Layout> : inside
}
