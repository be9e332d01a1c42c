import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const framed = (...screen: string[]): string[] => ['app/layout/Layout.tsx', ...screen]
const chats = framed('chats/chat-pages.ts')

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
  '/profile': framed('account/ProfilePage.tsx'),
  '/notifications': framed('notifications/NotificationsPage.tsx'),
  '/chat': chats,
  '/chat/$': chats,
  '/admin/dashboard': framed('dashboard/DashboardPage.tsx'),
  '/admin/product-approval': framed('approval/ApprovalPage.tsx'),
  '/admin/products/$id': framed('product-details/ProductDetailsPage.tsx'),
  '/admin/edit-requests': framed('edit-requests/EditRequestsPage.tsx'),
  '/admin/user-management': framed('users/UsersPage.tsx'),
  '/admin/users/$id': framed('users/UserPage.tsx'),
  '/admin/sales': framed('sales/SalesPage.tsx'),
  '/admin/orders': framed('orders/OrdersPages.tsx'),
  '/admin/orders/import': framed('imports/ImportPage.tsx'),
  '/admin/orders/$id': framed('orders/OrderPages.tsx'),
  '/admin/chats': chats,
  '/admin/chat/$id': chats,
  '/admin/history': framed('history/HistoryPage.tsx'),
  '/admin/settings': framed('settings/SettingsPage.tsx'),
  '/admin/settings/webhooks/$id': framed('webhooks/WebhookPage.tsx'),
  '/seller/products': framed('products/ProductsPage.tsx'),
  '/seller/products/add': framed('products/AddProductPage.tsx'),
  '/seller/products/edit/$id': framed('products/EditProductPage.tsx'),
  '/seller/products/import': framed('imports/ImportPage.tsx'),
  '/seller/products/$id': framed('products/SellerProductPage.tsx'),
  '/seller/orders': framed('orders/OrdersPages.tsx'),
  '/seller/orders/$id': framed('orders/OrderPages.tsx'),
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
