import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { loadAhead } from '#web/app/load-ahead.ts'
import { openedLink } from '#web/app/opened-link.ts'
import { part } from '#web/app/part.tsx'
import { FrameOf, useMarketplace, useMeIfSignedIn } from '#web/app/use-me.ts'
import { Brand } from '#web/frame/Brand.tsx'
import { Drawer } from '#web/frame/Drawer.tsx'
import css from '#web/frame/Frame.module.css'
import { focusHeading } from '#web/frame/focus-heading.ts'
import { Head } from '#web/frame/Head.tsx'
import { Navigation } from '#web/frame/Navigation.tsx'
import { Person } from '#web/frame/Person.tsx'
import { useSidebar } from '#web/frame/sidebar.ts'
import { useDrawer } from '#web/frame/use-drawer.ts'
import { useNarrow } from '#web/frame/use-narrow.ts'
import { t } from '#web/messages/messages.ts'
import { useSeen } from '#web/seen/seen-here.ts'
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
