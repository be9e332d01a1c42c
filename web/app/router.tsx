import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { redirectFor, returnPath } from '#domain/routes.ts'
import { ScreenError } from '#web/app/errors/ScreenError.tsx'
import { readQueueSearch } from '#web/approval/queue/queue-search.ts'
import { readChatSearch } from '#web/chats/inbox/chat-search.ts'
import { readEditSearch } from '#web/edit-requests/edit-search.ts'
import { readHistorySearch } from '#web/history/history-search.ts'
import { readImportSearch } from '#web/imports/import-search.ts'
import { readNotificationSearch } from '#web/notifications/notification-search.ts'
import { readOrderSearch, readSellerOrderSearch } from '#web/orders/order-search.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { currentUserId, meQuery, queries } from '#web/platform/queries/queries.ts'
import { onSessionEnd } from '#web/platform/rpc/session-end.ts'
import { parseSearch, stringifySearch, textParam } from '#web/platform/search-params.ts'
import { forgetEndedPerson } from '#web/platform/session/auth.ts'
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
const bare = { getParentRoute: () => root }

const errorPages = [
  createRoute({
    ...bare,
    path: '/404',
    component: lazyComponent(() => import('#web/app/errors/NotFoundPage.tsx'), 'NotFoundPage'),
  }),
  createRoute({ ...bare, path: '/500', component: lazyComponent(() => import('#web/app/errors/BrokenPage.tsx'), 'BrokenPage') }),
] as const

const visitorPages = [
  createRoute({
    ...bare,
    path: '/login',
    validateSearch: readSignInSearch,
    component: lazyComponent(() => import('#web/sign-in/SignInPage.tsx'), 'SignInPage'),
  }),
  createRoute({
    ...bare,
    path: '/register',
    validateSearch: (raw: Record<string, unknown>): { invite?: string | undefined } => ({ invite: textParam(raw.invite) }),
    component: lazyComponent(() => import('#web/sign-in/RegisterPage.tsx'), 'RegisterPage'),
  }),
  createRoute({ ...bare, path: '/logout', component: lazyComponent(() => import('#web/sign-out/SignOutPage.tsx'), 'SignOutPage') }),
] as const

const layout = createRoute({ ...bare, id: 'layout', component: lazyComponent(() => import('#web/app/layout/Layout.tsx'), 'Layout') })
const inLayout = { getParentRoute: () => layout }
const chatPages = () => import('#web/chats/chat-pages.ts')

const memberPages = [
  createRoute({ ...inLayout, path: '/profile', component: lazyComponent(() => import('#web/account/ProfilePage.tsx'), 'ProfilePage') }),
  createRoute({
    ...inLayout,
    path: '/notifications',
    validateSearch: readNotificationSearch,
    component: lazyComponent(() => import('#web/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
  }),
  createRoute({ ...inLayout, path: '/chat', component: lazyComponent(chatPages, 'ChatPage') }),
  // Any path below it is the person's own chat (spec §2); a `$` alone would also match nothing, and so `/chat` itself.
  createRoute({ ...inLayout, path: '/chat/$any/$', component: lazyComponent(chatPages, 'ChatPage') }),
] as const

const adminPages = [
  createRoute({
    ...inLayout,
    path: '/admin/dashboard',
    component: lazyComponent(() => import('#web/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/product-approval',
    validateSearch: readQueueSearch,
    component: lazyComponent(() => import('#web/approval/ApprovalPage.tsx'), 'ApprovalPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/products/$id',
    component: lazyComponent(() => import('#web/product-details/ProductDetailsPage.tsx'), 'ProductDetailsPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/user-management',
    validateSearch: readUserSearch,
    component: lazyComponent(() => import('#web/users/UsersPage.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/history',
    validateSearch: readHistorySearch,
    component: lazyComponent(() => import('#web/history/HistoryPage.tsx'), 'HistoryPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/settings',
    validateSearch: readSettingsSearch,
    component: lazyComponent(() => import('#web/settings/SettingsPage.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/settings/webhooks/$id',
    validateSearch: readWebhookSearch,
    component: lazyComponent(() => import('#web/webhooks/WebhookPage.tsx'), 'WebhookPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/edit-requests',
    validateSearch: readEditSearch,
    component: lazyComponent(() => import('#web/edit-requests/EditRequestsPage.tsx'), 'EditRequestsPage'),
  }),
  createRoute({ ...inLayout, path: '/admin/users/$id', component: lazyComponent(() => import('#web/users/UserPage.tsx'), 'UserPage') }),
  createRoute({
    ...inLayout,
    path: '/admin/sales',
    validateSearch: readSalesSearch,
    component: lazyComponent(() => import('#web/sales/SalesPage.tsx'), 'SalesPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/orders',
    validateSearch: readOrderSearch,
    component: lazyComponent(() => import('#web/orders/OrdersPages.tsx'), 'AdminOrdersPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/orders/import',
    validateSearch: readImportSearch,
    component: lazyComponent(() => import('#web/imports/ImportPage.tsx'), 'OrderImportPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/orders/$id',
    component: lazyComponent(() => import('#web/orders/OrderPages.tsx'), 'AdminOrderPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/admin/chats',
    validateSearch: readChatSearch,
    component: lazyComponent(chatPages, 'ChatsPage'),
  }),
  createRoute({ ...inLayout, path: '/admin/chat/$id', component: lazyComponent(chatPages, 'InboxPage') }),
] as const

const sellerPages = [
  createRoute({
    ...inLayout,
    path: '/seller/products',
    validateSearch: readProductSearch,
    component: lazyComponent(() => import('#web/products/ProductsPage.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/seller/products/add',
    component: lazyComponent(() => import('#web/products/AddProductPage.tsx'), 'AddProductPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/seller/products/edit/$id',
    component: lazyComponent(() => import('#web/products/EditProductPage.tsx'), 'EditProductPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/seller/products/$id',
    component: lazyComponent(() => import('#web/products/SellerProductPage.tsx'), 'SellerProductPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/seller/products/import',
    validateSearch: readImportSearch,
    component: lazyComponent(() => import('#web/imports/ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/seller/orders',
    validateSearch: readSellerOrderSearch,
    component: lazyComponent(() => import('#web/orders/OrdersPages.tsx'), 'SellerOrdersPage'),
  }),
  createRoute({
    ...inLayout,
    path: '/seller/orders/$id',
    component: lazyComponent(() => import('#web/orders/OrderPages.tsx'), 'SellerOrderPage'),
  }),
] as const

/** These only redirect; the guard does it before they are shown. */
const redirects = [
  createRoute({ ...bare, path: '/' }),
  createRoute({ ...bare, path: '/admin' }),
  createRoute({ ...bare, path: '/seller' }),
] as const

const routeTree = root.addChildren([
  ...errorPages,
  ...visitorPages,
  ...redirects,
  layout.addChildren([...memberPages, ...adminPages, ...sellerPages]),
])

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
    /** True if a session ended by itself; the sign-in screen then shows it. */
    ended?: boolean
    /** True if the browser could not delete the offline cache of the person who signed out. */
    leftBehind?: boolean
  }
}

const isForVisitors = () => !redirectFor(null, router.state.location.pathname)
const isSigningOut = () => router.state.location.pathname === '/logout'

/** When a session ends by itself, redirects to sign-in, and back here afterwards (product §2). */
export function leaveOnSessionEnd(): void {
  onSessionEnd(async (reason) => {
    // A person who signs out is on the way to sign-in already.
    if (!currentUserId() && (isForVisitors() || isSigningOut())) return false
    if (!(await forgetEndedPerson(reason))) return false
    // The sign-in screen shows a suspended person the reason.
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
    // A person who is on the sign-in screen keeps what they have typed, and where they were going.
    if (!isForVisitors()) void redirectToSignIn()
    return true
  })
}

function redirectToSignIn(): Promise<void> {
  const back = returnPath(router.state.location.href) ?? undefined
  // Replaced in the history: going back later would sign out the next person.
  const replace = isSigningOut()
  return router.navigate({ to: '/login', search: { return: back }, state: { ended: true }, ignoreBlocker: true, replace })
}
