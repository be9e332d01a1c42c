import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type ResolveFullPath,
  type ResolveId,
  type Route,
  redirect,
} from '@tanstack/react-router'
import { type Path, paths, redirectFor, returnPath, routes } from '#domain/routes.ts'
import { ScreenError } from '#web/app/errors/ScreenError.tsx'
import { screenAt } from '#web/app/screens.ts'
import { readQueueSearch } from '#web/approval/queue/queue-search.ts'
import { readChatSearch } from '#web/chats/inbox/chat-search.ts'
import { readEditSearch } from '#web/edit-requests/edit-search.ts'
import { readHistorySearch } from '#web/history/history-search.ts'
import { readNotificationSearch } from '#web/notifications/notification-search.ts'
import { readOrderSearch, readSellerOrderSearch } from '#web/orders/order-search.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { currentUserId, meQuery, queries } from '#web/platform/queries/queries.ts'
import { onSessionEnd } from '#web/platform/rpc/session-end.ts'
import { parseSearch, searchReader, stringifySearch, textParam } from '#web/platform/search-params.ts'
import { forgetEndedPerson, type Unsent } from '#web/platform/session/auth.ts'
import { readCatalogueSearch } from '#web/products/catalogue/catalogue-search.ts'
import { readProductSearch } from '#web/products/list/product-search.ts'
import { readSalesSearch } from '#web/sales/sales-search.ts'
import { readSettingsSearch } from '#web/settings/settings-search.ts'
import { readSignInSearch } from '#web/sign-in/sign-in-search.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { readUserSearch } from '#web/users/user-search.ts'
import { readWebhookSearch } from '#web/webhooks/webhook-search.ts'

const root = createRootRoute({
  // The server guards by the same table; this guard keeps a screen from being shown to a person it is not for.
  beforeLoad: async ({ location }) => {
    const { user } = await queries.ensureQueryData(meQuery)
    const elsewhere = redirectFor(user, location.pathname, location.searchStr)
    if (elsewhere) throw redirect({ href: elsewhere, replace: true })
    // The server refuses everything else until the second factor is set up.
    if (user?.lacksSecondFactor && !['/profile', '/logout'].includes(location.pathname)) throw redirect({ to: '/profile', replace: true })
  },
})

const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  component: lazyComponent(() => import('#web/app/layout/Layout.tsx'), 'Layout'),
})

/** Reads the id of the open import; without it a new file can be chosen. */
const readImportSearch = searchReader({ import: textParam })

type Readers = Partial<Record<Path, (raw: Record<string, unknown>) => object>>

/** The readers of search parameters, by path; other pages have none. */
const readers = {
  '/login': readSignInSearch,
  '/register': (raw: Record<string, unknown>): { invite?: string | undefined } => ({ invite: textParam(raw.invite) }),
  '/notifications': readNotificationSearch,
  '/admin/product-approval': readQueueSearch,
  '/admin/products': readCatalogueSearch,
  '/admin/edit-requests': readEditSearch,
  '/admin/user-management': readUserSearch,
  '/admin/sales': readSalesSearch,
  '/admin/orders': readOrderSearch,
  '/admin/orders/import': readImportSearch,
  '/admin/chats': readChatSearch,
  '/admin/chat/$id': readChatSearch,
  '/admin/history': readHistorySearch,
  '/admin/settings': readSettingsSearch,
  '/admin/settings/webhooks/$id': readWebhookSearch,
  '/seller/products': readProductSearch,
  '/seller/products/import': readImportSearch,
  '/seller/orders': readSellerOrderSearch,
} satisfies Readers

type ReaderOf<P extends Path> = P extends keyof typeof readers ? (typeof readers)[P] : undefined

/** Each route has the type of its own path and search parameters, by which links and screens are checked. */
type RoutesOf<Parent extends AnyRoute, P extends Path> = {
  [One in P]: Route<unknown, Parent, One, ResolveFullPath<Parent, One>, string, ResolveId<Parent, string, One>, ReaderOf<One>>
}

function routesIn<Parent extends AnyRoute, P extends Path>(parent: Parent, pages: readonly P[]): RoutesOf<Parent, P> {
  const routeOf = (path: Path): unknown =>
    createRoute({ getParentRoute: () => parent, path, ...screenAt(path), validateSearch: (readers as Readers)[path] })
  return Object.fromEntries(pages.map((path) => [path, routeOf(path)])) as RoutesOf<Parent, P>
}

/** Redirects are not in the layout: the guard follows them before they are shown. */
type BarePath = { [P in Path]: (typeof routes)[P] extends { isBare: true } | { to: string } ? P : never }[Path]
const isBare = (path: Path): path is BarePath => routes[path].isBare === true || routes[path].to !== undefined
const isInLayout = (path: Path): path is Exclude<Path, BarePath> => !isBare(path)

const routeTree = root.addChildren({
  ...routesIn(root, paths.filter(isBare)),
  layout: layout.addChildren(routesIn(layout, paths.filter(isInLayout))),
})

/** The options of the router except its history. */
export const routerOptions = {
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: Spinner,
  defaultErrorComponent: ScreenError,
} as const

export const router = createRouter(routerOptions)

/** Loads the screen of the address while the session is still being asked for; the server has redirected those who may not see it. */
export function loadScreenAhead(): void {
  const [matchedRoutes] = router.getMatchedRoutes(location.pathname)
  // A failure is reported when the screen is shown.
  for (const { options } of matchedRoutes) options.component?.preload?.()?.catch(() => {})
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Set if a session ended by itself; the sign-in screen then shows it, and promises what was kept. */
    ended?: Unsent
    /** True if the browser could not delete the offline cache of the person who signed out. */
    leftBehind?: boolean
    /** The address typed before, for the sign-in screen, and whether that begins with the forgotten password. */
    email?: string
    forgot?: boolean
  }
}

const isForVisitors = () => !redirectFor(null, router.state.location.pathname)
const isSigningOut = () => router.state.location.pathname === '/logout'

/** When a session ends by itself, redirects to sign-in, and back here afterwards (product §2). */
export function leaveOnSessionEnd(): void {
  onSessionEnd(async (reason) => {
    // A person who signs out is on the way to sign-in already.
    if (!currentUserId() && (isForVisitors() || isSigningOut())) return false
    const unsent = await forgetEndedPerson(reason)
    if (!unsent) return false
    // The sign-in screen shows a suspended person the reason.
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
    // A person who is on the sign-in screen keeps what they have typed, and where they were going.
    if (!isForVisitors()) void redirectToSignIn(unsent)
    return true
  })
}

function redirectToSignIn(ended: Unsent): Promise<void> {
  const back = returnPath(router.state.location.href) ?? undefined
  // Replaced in the history: going back later would sign out the next person.
  const replace = isSigningOut()
  return router.navigate({ to: '/login', search: { return: back }, state: { ended }, ignoreBlocker: true, replace })
}
