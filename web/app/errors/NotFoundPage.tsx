import { HomeLink } from '#web/app/errors/HomeLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { ErrorScreen } from '#web/platform/loading/ErrorScreen.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'

const Layout = lazyComponent(() => import('#web/app/layout/Layout.tsx'), 'Layout')

/** `/404`: no page has this address (spec §2). Signed-in people keep the layout around it, visitors that of their screens. */
export function NotFoundPage() {
  const signedIn = useMeIfSignedIn() !== null
  const title = t('errorPages.notFoundTitle')
  const text = t('errorPages.notFoundText')
  if (!signedIn)
    return (
      <AuthLayout title={title} lead={text}>
        <HomeLink wide />
      </AuthLayout>
    )
  return (
    <Layout>
      <ErrorScreen code="404" title={title} text={text}>
        <HomeLink />
      </ErrorScreen>
    </Layout>
  )
}
