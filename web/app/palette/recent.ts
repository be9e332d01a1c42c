import type { HitKind } from '#contract/search.ts'
import { limits } from '#domain/limits.ts'
import { type Path, patternOf } from '#domain/routes.ts'
import type { Role } from '#domain/user.ts'
import { readFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'

const name = 'recent'

/** The addresses of things that a search finds. */
export const hrefOf: Record<HitKind, (role: Role, id: string) => string> = {
  products: (role, id) => `/${role}/products/${id}`,
  people: (_, id) => `/admin/users/${id}`,
  orders: (role, id) => `/${role}/orders/${id}`,
  chats: (_, id) => `/admin/chat/${id}`,
}

const kindAt: Partial<Record<Path, HitKind>> = {
  '/admin/products/$id': 'products',
  '/admin/users/$id': 'people',
  '/admin/orders/$id': 'orders',
  '/admin/chat/$id': 'chats',
  '/seller/products/$id': 'products',
  '/seller/products/edit/$id': 'products',
  '/seller/orders/$id': 'orders',
}

/** The id of the thing that a page is about, and its own address; null for other pages. */
export function thingAt(role: Role, path: string): { id: string; href: string } | null {
  const pattern = patternOf(path)
  const kind = pattern && kindAt[pattern]
  const id = path.split('/').at(-1)
  return kind && id ? { id, href: hrefOf[kind](role, id) } : null
}

/** The addresses that this person opened last, the newest first. They hold no names, and a sign-out deletes them (product §11). */
export function recentOf(userId: string): string[] {
  const stored = readFromDevice(userId, name)?.content
  return Array.isArray(stored) ? stored.filter((href) => typeof href === 'string') : []
}

/** Makes this address the newest. One more is stored than is shown, because the page on screen is left out. */
export function remember(userId: string, href: string): void {
  const others = recentOf(userId).filter((one) => one !== href)
  storeOnDevice(userId, name, [href, ...others].slice(0, limits.palette.recentMax + 1))
}

/** Removes addresses whose things this person cannot open any more. */
export function forget(userId: string, hrefs: readonly string[]): void {
  if (hrefs.length > 0)
    storeOnDevice(
      userId,
      name,
      recentOf(userId).filter((href) => !hrefs.includes(href)),
    )
}
