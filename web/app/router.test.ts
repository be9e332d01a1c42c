import { expect, it } from 'vitest'
import { homeOf, routes } from '#domain/routes.ts'
import { navigation } from '#web/app/layout/navigation.ts'
import { router } from '#web/app/router.tsx'

const screens = Object.keys(router.routesByPath).map((path) => path.replace('/$any/$', '/$'))

it('there is a screen for every page of the table, and no other', () => {
  expect(screens.sort()).toEqual(Object.keys(routes).sort())
})

it('each role has links only to pages that are for it, its home among them (product §9)', () => {
  for (const [role, groups] of Object.entries(navigation)) {
    const links = groups.flat().map(({ to }) => to)
    expect(links).toContain(homeOf[role as keyof typeof homeOf])
    for (const link of links) expect(['member', role]).toContain(routes[link]?.for)
  }
})

it.each(['/chat', '/chat/', '/chat/7', '/chat/7/more'])('%s is the person’s own chat', (path) => {
  const [, , found] = router.getMatchedRoutes(path)
  expect(found?.fullPath).toMatch(/^\/chat/)
})
