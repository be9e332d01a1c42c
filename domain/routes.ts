import type { Role } from '#domain/user.ts'

/** The audience of a page (spec §2). `anyone` includes visitors; `visitor` is only those. */
export type Audience = 'anyone' | 'visitor' | 'member' | Role

/** A page, or an address that only redirects. */
type Route = {
  for: Audience
  /** The target of a redirect. */
  to?: string
  /** The file of the screen below `web/`, and its component if that has another name: `orders/OrderListPages#AdminOrdersPage`. */
  screen?: string
  /** The key in the catalogue's `titles`, if the title is always the same: the heading, and the label of links. */
  title?: string
  /** Shown without the layout. */
  isBare?: true
  /** A list whose state in its address can be saved as a view. */
  hasViews?: true
  /** The list whose link is current on the page of one item, if the item's address does not begin with that of the list. */
  list?: string
}

/** Every page. The browser and the server guard by this one table and load by it. `/orders/import` stands before `/orders/$id`, which matches it too. */
const table = {
  '/': { for: 'anyone', to: '/login' },
  '/login': { for: 'visitor', screen: 'sign-in/SignInPage', isBare: true },
  '/login/callback': { for: 'anyone', screen: 'sign-in/CallbackPage', isBare: true },
  '/register': { for: 'visitor', screen: 'sign-in/RegisterPage', isBare: true },
  '/404': { for: 'anyone', screen: 'app/errors/NotFoundPage', isBare: true },
  '/500': { for: 'anyone', screen: 'app/errors/BrokenPage', isBare: true },
  '/logout': { for: 'member', screen: 'sign-out/SignOutPage', isBare: true },
  '/profile': { for: 'member', screen: 'account/ProfilePage', title: 'profile' },
  '/notifications': { for: 'member', screen: 'notifications/NotificationsPage', title: 'notifications' },
  '/chat': { for: 'member', screen: 'chats/ChatPages#ChatPage', title: 'chat' },
  '/chat/$any/$': { for: 'member', screen: 'chats/ChatPages#ChatPage' },
  '/admin': { for: 'admin', to: '/admin/dashboard' },
  '/admin/dashboard': { for: 'admin', screen: 'dashboard/DashboardPage', title: 'dashboard' },
  '/admin/product-approval': { for: 'admin', screen: 'approval/ApprovalPage', title: 'approval', hasViews: true },
  '/admin/products': { for: 'admin', screen: 'products/CataloguePage', title: 'products', hasViews: true },
  '/admin/products/$id': { for: 'admin', screen: 'product-details/ProductDetailsPage' },
  '/admin/edit-requests': { for: 'admin', screen: 'edit-requests/EditRequestsPage', title: 'editRequests', hasViews: true },
  '/admin/user-management': { for: 'admin', screen: 'users/UsersPage', title: 'users', hasViews: true },
  '/admin/users/$id': { for: 'admin', screen: 'users/UserPage', list: '/admin/user-management' },
  '/admin/sales': { for: 'admin', screen: 'sales/SalesPage', title: 'sales', hasViews: true },
  '/admin/orders': { for: 'admin', screen: 'orders/OrderListPages#AdminOrdersPage', title: 'orders', hasViews: true },
  '/admin/orders/import': { for: 'admin', screen: 'imports/ImportPage#OrderImportPage', title: 'importOrders' },
  '/admin/orders/$id': { for: 'admin', screen: 'orders/OneOrderPages#AdminOrderPage' },
  '/admin/chats': { for: 'admin', screen: 'chats/ChatPages#ChatsPage', title: 'chats', hasViews: true },
  '/admin/chat/$id': { for: 'admin', screen: 'chats/ChatPages#InboxPage', list: '/admin/chats' },
  '/admin/history': { for: 'admin', screen: 'history/HistoryPage', title: 'history', hasViews: true },
  '/admin/settings': { for: 'admin', screen: 'settings/SettingsPage', title: 'settings' },
  '/admin/settings/webhooks/$id': { for: 'admin', screen: 'webhooks/WebhookPage' },
  '/seller': { for: 'seller', to: '/seller/products' },
  '/seller/products': { for: 'seller', screen: 'products/ProductsPage', title: 'products', hasViews: true },
  '/seller/products/add': { for: 'seller', screen: 'products/AddProductPage', title: 'addProduct' },
  '/seller/products/edit/$id': { for: 'seller', screen: 'products/EditProductPage' },
  '/seller/products/import': { for: 'seller', screen: 'imports/ImportPage', title: 'importProducts' },
  '/seller/products/$id': { for: 'seller', screen: 'products/SellerProductPage' },
  '/seller/orders': { for: 'seller', screen: 'orders/OrderListPages#SellerOrdersPage', title: 'orders', hasViews: true },
  '/seller/orders/$id': { for: 'seller', screen: 'orders/OneOrderPages#SellerOrderPage' },
} as const satisfies Record<string, Route>

export type Path = keyof typeof table
/** The paths of pages that always have the same title. */
export type TitledPath = { [P in Path]: (typeof table)[P] extends { title: string } ? P : never }[Path]
/** The paths of lists with saved views. */
export type ListPath = { [P in Path]: (typeof table)[P] extends { hasViews: true } ? P : never }[Path]
export type PageTitle = (typeof table)[TitledPath]['title']
export const routes: { readonly [P in Path]: Route & (typeof table)[P] } = table
export const paths = Object.keys(table) as Path[]

/** The lists of which this role can save views. */
export const listsOf = (role: Role): ListPath[] =>
  paths.filter((path): path is ListPath => routes[path].hasViews === true && routes[path].for === role)

/** The file of a page's screen below `web/` and its component; null for a redirect. */
export function screenOf(path: Path): { file: string; component: string } | null {
  const [file = '', component = file.split('/').at(-1) ?? ''] = routes[path].screen?.split('#') ?? []
  return file ? { file: `${file}.tsx`, component } : null
}

/** The paths of a role's own pages and of those for every member. */
export type PathOf<R extends Role> = { [P in Path]: (typeof table)[P]['for'] extends R | 'member' ? P : never }[Path]

/** An address of this path; its parameters name nothing that exists. */
export const examplePath = (path: Path): string => path.replace(/\$\w+/, '0192-abc').replace('$', 'anything/at/all')

/** The home page of each role (spec §2). */
export const homeOf: Record<Role, Path> = { admin: '/admin/dashboard', seller: '/seller/products' }

function matches(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.split('/')
  for (const [at, part] of want.entries()) {
    // The rest of the path, which may be empty.
    if (part === '$') return true
    if (have[at] === undefined || (have[at] === '') !== (part === '')) return false
    if (!part.startsWith('$') && part !== have[at]) return false
  }
  return want.length === have.length
}

/** The path to return to after sign-in, or null: only pages of Backstall, and never `/logout` (product §2). */
export function returnPath(wanted: string | null | undefined): string | null {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return null
  const path = wanted.split(/[?#]/)[0] ?? ''
  const route = patternOf(path)
  if (!route || path === '/logout' || path === '/' || routes[route].for === 'visitor') return null
  return wanted
}

/** The pattern in `routes` that matches a path; null if the path is unknown. */
export function patternOf(path: string): Path | null {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return paths.find((pattern) => matches(pattern, plain)) ?? null
}

/** Where a request for a page is redirected to; null lets it in (spec §2, product §2). */
export function redirectFor(actor: { role: Role } | null, path: string, search = ''): string | null {
  const pattern = patternOf(path)
  if (!pattern) return '/404'
  const route = routes[pattern]
  if (route.for === 'visitor') return actor ? homeOf[actor.role] : null
  if (route.for !== 'anyone') {
    if (!actor) {
      const back = returnPath(path + search)
      return back ? `/login?return=${encodeURIComponent(back)}` : '/login'
    }
    if (route.for !== 'member' && route.for !== actor.role) return homeOf[actor.role]
  }
  return route.to ?? null
}
