import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { Drawer } from '#web/app/layout/Drawer.tsx'
import css from '#web/app/layout/Frame.module.css'
import { focusHeading } from '#web/app/layout/focus-heading.ts'
import { Head } from '#web/app/layout/Head.tsx'
import { Navigation } from '#web/app/layout/Navigation.tsx'
import { Person } from '#web/app/layout/Person.tsx'
import { useSidebar } from '#web/app/layout/sidebar.ts'
import { useDrawer } from '#web/app/layout/use-drawer.ts'
import { useNarrow } from '#web/app/layout/use-narrow.ts'
import { loadAhead } from '#web/app/load-ahead.ts'
import { Brand } from '#web/platform/Brand.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { part } from '#web/platform/loading/part.tsx'
import { openedLink } from '#web/platform/opened-link.ts'
import { useSeen } from '#web/platform/queries/seen-here.ts'
import { FrameOf, useMarketplace, useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'

// What the link did is done; without its sentence nothing is lost.
const LinkResult = part(
  () => import('#web/account/LinkResult.tsx'),
  'default',
  () => null,
)

/** What surrounds every screen of a signed-in person. */
export function Frame() {
  const me = useMeIfSignedIn()
  // Nobody any more, for the moment until the sign-in screen is there.
  return me ? <Screen me={me} /> : <Spinner page />
}

function Screen({ me }: { me: Me }) {
  useSeen(me)
  const narrow = useNarrow()
  const [shown, toggle] = useSidebar()
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const drawer = useDrawer(path)
  const marketplace = useMarketplace()
  const inside = (
    <>
      <div className={css.brand}>
        <Brand of={marketplace} />
      </div>
      <Navigation me={me} />
      <Person me={me} />
    </>
  )
  useEffect(() => focusHeading(path), [path])
  const router = useRouter()
  useEffect(() => loadAhead(me.role, router), [me.role, router])
  return (
    <div className={css.frame}>
      <a href="#content" className={css.skip}>
        {t('frame.skip')}
      </a>
      {narrow && <Drawer drawer={drawer}>{inside}</Drawer>}
      {!narrow && shown && (
        <aside className={css.side} aria-label={t('frame.sidebar')}>
          {inside}
        </aside>
      )}
      <div className={css.body}>
        <Head me={me} expanded={narrow ? drawer.open : shown} toggle={narrow ? drawer.toggle : toggle} />
        <main id="content" tabIndex={-1} className={css.content}>
          <FrameOf value={me}>
            <Outlet />
          </FrameOf>
        </main>
      </div>
      <Toasts />
      {openedLink && (
        <Suspense>
          <LinkResult result={openedLink} />
        </Suspense>
      )}
    </div>
  )
}
