// @vitest-environment node
import { expect, it } from 'vitest'
import { patternOf, routes } from '#domain/routes.ts'
import { destinationsFor } from '#web/app/palette/destinations.ts'

const names = (role: 'admin' | 'seller', typed: string) => destinationsFor(role, typed).map(({ text }) => text)

it('finds a page by the start of any of its words, and offers to search for the rest', () => {
  expect(names('admin', 'app')).toEqual([
    'Product approval',
    'Search pending products for “app”',
    'Search people for “app”',
    'Search orders for “app”',
  ])
  expect(names('seller', ' ADD ')).toEqual(['Add product', 'Search products for “ADD”', 'Search orders for “ADD”'])
  expect(names('seller', 'people')).not.toContain('User management')
})

it('offers no page that the person may not open, and passes on the typed text unchanged', () => {
  for (const role of ['admin', 'seller'] as const) {
    for (const { href } of destinationsFor(role, '')) expect(['member', role]).toContain(routes[patternOf(href) ?? '/'].for)
  }
  expect(destinationsFor('seller', 'a&b=c').at(-2)?.href).toBe('/seller/products?search=a%26b%3Dc')
})
