import { expect, it } from 'vitest'
import { homeOf, type Path, paths, routes, screenOf } from '#domain/routes.ts'
import type { Role } from '#domain/user.ts'
import { navigation } from '#web/app/layout/navigation.ts'
import { router } from '#web/app/router.tsx'
import { titles } from '#web/platform/i18n/en/layout.ts'

const sources = import.meta.glob<string>(['/web/*/*Page.tsx', '/web/*/*Pages.tsx', '/web/app/errors/*Page.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pages = paths.flatMap((path) => screenOf(path) ?? [])

it.each(paths)('%s shows its screen, or redirects', (path) => {
  const { component } = router.routesByPath[path].options
  expect([component !== undefined, routes[path].to !== undefined]).toEqual(screenOf(path) ? [true, false] : [false, true])
})

it('every page names a component of a file, and such files export nothing else', () => {
  const named = pages.map(({ file, component }) => `/web/${file}#${component}`)
  const exported = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:function|const|\{) ?(\w+)/gm)].map(([, name]) => `${file}#${name}`),
  )
  expect(exported.sort()).toEqual([...new Set(named)].sort())
})

it.each(['admin', 'seller'] as const)(
  '%s: the navigation leads to the home and to each page, except those other links lead to (product §9)',
  (role) => {
    const links: Path[] = navigation[role].flat().map(({ to }) => to)
    expect(links).toContain(homeOf[role])
    for (const link of links) expect(['member', role]).toContain(routes[link].for)
    const linkedElsewhere: Record<Role, Path[]> = {
      admin: ['/notifications', '/chat', '/admin/orders/import'],
      seller: ['/notifications', '/seller/products/add', '/seller/products/import'],
    }
    const titled = paths.filter((path) => routes[path].title !== undefined && ['member', role].includes(routes[path].for))
    expect(titled.filter((path) => !links.includes(path))).toEqual(linkedElsewhere[role])
  },
)

it('no two pages have the same name', () => {
  expect(new Set(Object.values(titles)).size).toBe(Object.keys(titles).length)
})

it.each(['/chat', '/chat/', '/chat/7', '/chat/7/more'])('%s is the person’s own chat', (path) => {
  const [, , found] = router.getMatchedRoutes(path)
  expect(found?.fullPath).toMatch(/^\/chat/)
})
