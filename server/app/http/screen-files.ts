import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inLayout = (...screen: string[]): string[] => ['app/layout/Layout.tsx', ...screen]
const chats = inLayout('chats/chat-pages.ts')

/**
 * The source files each page of `domain/routes.ts` loads, in addition to those that all pages need, as the build names them
 * (`web/app/router.tsx`).
 */
export const screens: Record<string, readonly string[]> = {
  '/login': ['sign-in/SignInPage.tsx'],
  '/register': ['sign-in/RegisterPage.tsx'],
  '/404': ['app/errors/NotFoundPage.tsx'],
  '/500': ['app/errors/BrokenPage.tsx'],
  '/logout': ['sign-out/SignOutPage.tsx'],
  '/profile': inLayout('account/ProfilePage.tsx'),
  '/notifications': inLayout('notifications/NotificationsPage.tsx'),
  '/chat': chats,
  '/chat/$': chats,
  '/admin/dashboard': inLayout('dashboard/DashboardPage.tsx'),
  '/admin/product-approval': inLayout('approval/ApprovalPage.tsx'),
  '/admin/products/$id': inLayout('product-details/ProductDetailsPage.tsx'),
  '/admin/edit-requests': inLayout('edit-requests/EditRequestsPage.tsx'),
  '/admin/user-management': inLayout('users/UsersPage.tsx'),
  '/admin/users/$id': inLayout('users/UserPage.tsx'),
  '/admin/sales': inLayout('sales/SalesPage.tsx'),
  '/admin/orders': inLayout('orders/OrdersPages.tsx'),
  '/admin/orders/import': inLayout('imports/ImportPage.tsx'),
  '/admin/orders/$id': inLayout('orders/OrderPages.tsx'),
  '/admin/chats': chats,
  '/admin/chat/$id': chats,
  '/admin/history': inLayout('history/HistoryPage.tsx'),
  '/admin/settings': inLayout('settings/SettingsPage.tsx'),
  '/admin/settings/webhooks/$id': inLayout('webhooks/WebhookPage.tsx'),
  '/seller/products': inLayout('products/ProductsPage.tsx'),
  '/seller/products/add': inLayout('products/AddProductPage.tsx'),
  '/seller/products/edit/$id': inLayout('products/EditProductPage.tsx'),
  '/seller/products/import': inLayout('imports/ImportPage.tsx'),
  '/seller/products/$id': inLayout('products/SellerProductPage.tsx'),
  '/seller/orders': inLayout('orders/OrdersPages.tsx'),
  '/seller/orders/$id': inLayout('orders/OrderPages.tsx'),
}

const asLink = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="/${file}">` : `<link rel="modulepreload" crossorigin href="/${file}">`

/**
 * For each page the link elements of its files, so that the browser requests all of them at once instead of discovering them one by one.
 * Empty if the build has no manifest; the browser then discovers them.
 */
export function screenLinks(folder: string, html: string): ReadonlyMap<string, string> {
  const manifest = readManifest(folder)
  const linksOf = (keys: readonly string[]) => filesOf(manifest, keys).filter((name) => !html.includes(`/${name}"`))
  return new Map(Object.entries(screens).map(([pattern, keys]) => [pattern, linksOf(keys).map(asLink).join('')]))
}

/** An entry of the manifest that Vite writes next to the built pages. */
type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** Reads the manifest of the built pages; empty if there is none. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, '.vite/manifest.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * The scripts and styles of these chunks: static imports before the chunk itself, in the order styles need. A chunk that is not in the
 * build has no files.
 */
export function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key)) return
    visited.add(key)
    chunk.imports?.forEach(visit)
    for (const file of [...(chunk.css ?? []), chunk.file]) files.add(file)
  }
  keys.forEach(visit)
  return [...files]
}
