import '#web/ui/framed.css'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { Head } from '#web/app/layout/Head.tsx'
import css from '#web/app/layout/Layout.module.css'
import { Navigation } from '#web/app/layout/Navigation.tsx'
import { type DrawerState, useDrawer, useNarrow, useSidebar } from '#web/app/layout/sidebar-state.ts'
import { loadAhead } from '#web/app/load-ahead.ts'
import { Brand } from '#web/platform/Brand.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { openedLink } from '#web/platform/opened-link.ts'
import { useOfflineCache } from '#web/platform/queries/own-cache.ts'
import { CurrentUserContext, useMarketplace, useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { useModal } from '#web/ui/use-modal.ts'

// If its file cannot be loaded, nothing is shown: the link has had its effect without a message.
const LinkResult = lazyComponent(
  () => import('#web/account/LinkResult.tsx'),
  'default',
  () => null,
)

/** The layout around every screen of a signed-in person. */
export function Layout({ children = <Outlet /> }: { children?: ReactNode }) {
  const me = useMeIfSignedIn()
  // After a sign-out there is no person until the sign-in screen is shown.
  return me ? <Screen me={me}>{children}</Screen> : <Spinner page />
}

function Screen({ me, children }: { me: Me; children: ReactNode }) {
  useOfflineCache(me)
  const narrow = useNarrow()
  const [shown, toggle] = useSidebar()
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const drawer = useDrawer(path)
  const marketplace = useMarketplace()
  const inside = (
    <>
      <div className={`${css.brand} line`}>
        <Brand of={marketplace} />
      </div>
      <Navigation me={me} />
    </>
  )
  useEffect(() => focusHeading(path), [path])
  const router = useRouter()
  useEffect(() => loadAhead(me.role, router), [me.role, router])
  return (
    <div className={css.layout}>
      <a href="#content" className={`${css.skip} not-printed`}>
        {t('layout.skip')}
      </a>
      {narrow && <Drawer drawer={drawer}>{inside}</Drawer>}
      {!narrow && shown && (
        <aside className={`${css.side} column fixed not-printed`} aria-label={t('layout.sidebar')}>
          {inside}
        </aside>
      )}
      <div className="grow">
        <Head me={me} expanded={narrow ? drawer.open : shown} toggle={narrow ? drawer.toggle : toggle} />
        <main id="content" tabIndex={-1} className={css.content}>
          <CurrentUserContext value={me}>{children}</CurrentUserContext>
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

let last: string | undefined

/**
 * Moves the focus to the heading after a change of page, so that a screen reader announces the page and Tab starts there; unless the page
 * has taken the focus itself. The first page keeps the browser's own start.
 */
function focusHeading(path: string | undefined): void {
  const first = last === undefined
  if (path === undefined || path === last) return
  last = path
  if (first || document.activeElement?.closest('main, dialog')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** The sidebar of a narrow screen: the browser's own dialog at the left edge. */
function Drawer({ drawer: { open, close }, children }: { drawer: DrawerState; children: ReactNode }) {
  const dialog = useModal(open)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className={`${css.drawer} bare`}
      aria-label={t('layout.menu')}
      onClose={close}
      // A saved view of the same list is no change of page.
      onClick={({ target }) => (target === dialog.current || (target as Element).closest('a')) && close()}
    >
      <div className={`${css.inside} column`}>
        <div className={css.close}>
          <IconButton label={t('common.close')} onClick={close}>
            <IconX size={18} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  )
}
