import type { Role } from '#domain/user.ts'

/** The audience of a page (spec §2). `anyone` includes visitors; `visitor` is only those. */
export type Audience = 'anyone' | 'visitor' | 'member' | Role

/** Every page with its audience and, if it redirects, its target. The browser and the server guard by this one table. */
export const routes: Record<string, { for: Audience; to?: string }> = {
  '/': { for: 'anyone', to: '/login' },
  '/login': { for: 'visitor' },
  '/register': { for: 'visitor' },
  '/404': { for: 'anyone' },
  '/500': { for: 'anyone' },
  '/logout': { for: 'member' },
  '/profile': { for: 'member' },
  '/notifications': { for: 'member' },
  '/chat': { for: 'member' },
  '/chat/$': { for: 'member' },
  '/admin': { for: 'admin', to: '/admin/dashboard' },
  '/admin/dashboard': { for: 'admin' },
  '/admin/product-approval': { for: 'admin' },
  '/admin/products/$id': { for: 'admin' },
  '/admin/edit-requests': { for: 'admin' },
  '/admin/user-management': { for: 'admin' },
  '/admin/users/$id': { for: 'admin' },
  '/admin/sales': { for: 'admin' },
  '/admin/orders': { for: 'admin' },
  '/admin/orders/import': { for: 'admin' },
  '/admin/orders/$id': { for: 'admin' },
  '/admin/chats': { for: 'admin' },
  '/admin/chat/$id': { for: 'admin' },
  '/admin/history': { for: 'admin' },
  '/admin/settings': { for: 'admin' },
  '/admin/settings/webhooks/$id': { for: 'admin' },
  '/seller': { for: 'seller', to: '/seller/products' },
  '/seller/products': { for: 'seller' },
  '/seller/products/add': { for: 'seller' },
  '/seller/products/edit/$id': { for: 'seller' },
  '/seller/products/import': { for: 'seller' },
  '/seller/products/$id': { for: 'seller' },
  '/seller/orders': { for: 'seller' },
  '/seller/orders/$id': { for: 'seller' },
}

/** The home page of each role (spec §2). */
export const homeOf: Record<Role, string> = { admin: '/admin/dashboard', seller: '/seller/products' }

function matches(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.split('/')
  for (const [at, part] of want.entries()) {
    if (part === '$') return have.length > at
    if (have[at] === undefined || (have[at] === '') !== (part === '')) return false
    if (part !== '$id' && part !== have[at]) return false
  }
  return want.length === have.length
}

/** The path to return to after sign-in, or null: only pages of Backstall, and never `/logout` (product §2). */
export function returnPath(wanted: string | null | undefined): string | null {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return null
  const path = wanted.split(/[?#]/)[0] ?? ''
  const route = patternOf(path)
  if (!route || path === '/logout' || path === '/' || routes[route]?.for === 'visitor') return null
  return wanted
}

/** The pattern in `routes` that matches a path; null if the path is unknown. */
export function patternOf(path: string): string | null {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return Object.keys(routes).find((pattern) => matches(pattern, plain)) ?? null
}

/** Where a request for a page is redirected to; null lets it in (spec §2, product §2). */
export function redirectFor(actor: { role: Role } | null, path: string, search = ''): string | null {
  const pattern = patternOf(path)
  const route = pattern ? routes[pattern] : undefined
  if (!route) return '/404'
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
