// @vitest-environment node
import { expect, it } from 'vitest'
import { patternOf, routes } from '#domain/routes.ts'
import { fits, pagesFor, searchesFor, viewsAmong } from '#web/app/palette/destinations.ts'

const roles = ['admin', 'seller'] as const
const names = (role: 'admin' | 'seller', typed: string) => pagesFor(role).flatMap(({ text }) => (fits(text, typed) ? [text] : []))

it('finds a page by the start of any of its words, pages of imports too', () => {
  expect(names('admin', 'app')).toEqual(['Product approval'])
  expect(names('admin', 'imp')).toEqual(['Import orders'])
  expect(names('admin', 'webh')).toEqual(['Settings: Webhooks'])
  expect(names('admin', 'canned')).toEqual(['Settings: Canned replies'])
  expect(names('seller', 'ADD')).toEqual(['Add product'])
  expect(names('seller', 'import')).toEqual(['Import products'])
  expect(names('admin', 'proval')).toEqual([])
})

it('offers every page with a title that the person may open, and no other', () => {
  for (const role of roles) {
    const pages = pagesFor(role).map(({ href }) => href)
    for (const href of pages) expect(['member', role]).toContain(routes[patternOf(href.replace(/\?.*/, '')) ?? '/'].for)
    expect(new Set(pages).size).toBe(pages.length)
  }
  expect(pagesFor('seller').map(({ text }) => text)).toContain('Chat')
  expect(pagesFor('admin').map(({ text }) => text)).not.toContain('Chat')
})

it('offers to search whole lists, and passes on the typed text unchanged', () => {
  expect(searchesFor('admin', 'app').map(({ text }) => text)).toEqual([
    'Search products for “app”',
    'Search people for “app”',
    'Search orders for “app”',
    'Search chats for “app”',
    'Search history for “app”',
  ])
  expect(searchesFor('seller', 'app').map(({ text }) => text)).toEqual(['Search products for “app”', 'Search orders for “app”'])
  expect(searchesFor('seller', 'a&b=c')[0]?.href).toBe('/seller/products?search=a%26b%3Dc')
})

it('finds a saved view by its name or that of its list, and leads to its address', () => {
  const view = { id: '1', list: '/admin/orders', name: 'Late ones', query: 'lineStatus=open', shared: true, isOwn: false } as const
  const [found] = viewsAmong([view], ({ list, query }) => `${list}?${query}`)
  expect(found).toEqual({ kind: 'view', id: '1', href: '/admin/orders?lineStatus=open', text: 'Orders: Late ones' })
  for (const typed of ['late', 'ones', 'ord']) expect(fits(found?.text ?? '', typed)).toBe(true)
})
