import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examplePath, paths, redirectFor } from '#domain/routes.ts'
import { openHttp } from '#server/app/http/http.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { testFolder } from '#server/testing/worker.ts'

const { app, seller, admin, suspended } = await openTestApp()
const { ask, call } = await openTestServer(app)

for (const [who, actor] of [
  ['a visitor', null],
  ['a seller', seller],
  ['an admin', admin],
] as const) {
  test(`every path answers ${who} by its rule (spec §2)`, async () => {
    for (const path of paths.map(examplePath)) {
      const response = await ask(path, { as: actor })
      const elsewhere = redirectFor(actor, path)
      const expected = elsewhere ? [302, elsewhere] : [path === '/404' ? 404 : path === '/500' ? 500 : 200, null]
      expect([response.status, response.headers.get('location')], path).toEqual(expected)
      expect(response.headers.get('cache-control'), path).toBe('no-store')
      if (!elsewhere) expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })
}

test("a visitor's deep link is passed to the sign-in page, with its search", async () => {
  const response = await ask('/seller/products?status=draft&search=a%26b')
  expect(response.headers.get('location')).toBe('/login?return=%2Fseller%2Fproducts%3Fstatus%3Ddraft%26search%3Da%2526b')
})

test('an unknown path redirects to /404, and /404 answers 404', async () => {
  for (const path of [
    '/nowhere',
    '/reset-password',
    '/seller/x',
    '/%',
    '/%00',
    '/..%2f..%2fetc',
    '//evil.example/',
    '/api-docs',
    '/index.html',
    // The build leaves these beside the files that browsers load.
    '/.vite/manifest.json',
    '/a'.repeat(2000),
  ]) {
    const response = await ask(path)
    expect([response.status, response.headers.get('location')], path).toEqual([302, '/404'])
  }
  const lost = await ask('/404')
  expect([lost.status, lost.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test('a file of another version is not found, and no page is sent in its place', async () => {
  for (const path of ['/assets/none.js', '/assets/.cache/app-1.js', '/assets/app-1.js.map', '/assets/app-1.js.br', '/assets/']) {
    const response = await ask(path)
    expect([response.status, response.headers.get('location'), response.json?.code], path).toEqual([404, null, 'not-found'])
    expect(response.headers.get('cache-control'), path).toBe('no-store')
  }
})

test('unknown paths of programs are refused in JSON', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/rpc',
    '/rpc/',
    '/rpc/nothing',
    '/rpc/products',
    '/rpc/__proto__',
    '/rpc/constructor',
    '/rpc/products/toString',
    '/api/%',
    '/healthz/',
  ]) {
    const response = await ask(path)
    expect([response.status, response.json?.code, typeof response.json?.error], path).toEqual([404, 'not-found', 'string'])
  }
})

test('a wrong method is refused differently from a wrong address', async () => {
  for (const [method, path, allow] of [
    ['GET', '/rpc/users/me', 'POST'],
    ['PUT', '/rpc/users/me', 'POST'],
    ['GET', '/api/auth/sign-in', 'POST'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['POST', '/login', 'GET, HEAD'],
    ['POST', '/api/live', 'GET'],
    ['POST', '/api/live/poll', 'GET'],
  ] as const) {
    const response = await ask(path, { method })
    expect([response.status, response.json?.code, response.headers.get('allow')], `${method} ${path}`).toEqual([405, 'wrong-method', allow])
  }
  expect((await ask('/nowhere', { method: 'POST' })).status).toBe(404)
  expect((await ask(`/api/products/${'x'.repeat(1000)}/images?name=a.jpg`, { method: 'POST' })).status).toBe(404)
})

test('a suspended person is a visitor to every page', async () => {
  expect((await ask('/login', { as: suspended })).status).toBe(200)
  expect((await ask('/seller/products', { as: suspended })).headers.get('location')).toMatch(/^\/login/)
  const { answer } = await call('users.me', undefined, suspended)
  expect(answer.user).toBeNull()
})

test('a HEAD request has the status of a GET and no body', async () => {
  const response = await ask('/login', { method: 'HEAD' })
  expect([response.status, response.text]).toEqual([200, ''])
  expect((await ask('/seller', { method: 'HEAD' })).status).toBe(302)
})

test('built files are cached for a year and sent in the smallest encoding the browser accepts', async () => {
  for (const [accepted, encoding, body] of [
    ['gzip, deflate, br', 'br', 'as brotli'],
    ['gzip', 'gzip', 'as gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'as gzip'],
    ['identity', null, 'plain'],
  ] as const) {
    const response = await ask('/assets/app-1.js', { headers: { 'accept-encoding': accepted } })
    expect([response.headers.get('content-encoding'), response.text], accepted).toEqual([encoding, body])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  }
  expect((await ask('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
})

test('pages of storefronts may load the widget, which is sent again only if it has changed', async () => {
  const response = await ask('/widget.js', { headers: { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' } })
  expect([response.status, response.text]).toEqual([200, 'the widget'])
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  const tag = response.headers.get('etag') ?? ''
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await ask('/widget.js', { headers: { 'if-none-match': known } })
    expect([again.status, again.text, again.headers.get('etag')], known).toEqual([304, '', tag])
  }
  expect((await ask('/widget.js', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  const icon = await ask('/favicon.svg')
  expect([icon.headers.get('cross-origin-resource-policy'), icon.headers.get('access-control-allow-origin')]).toEqual(['same-origin', null])
})

test('a built file that is gone since the start is not found, and that answer is not cached', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'assets'))
  const script = join(folder, 'assets/app-1.js')
  const packed = join(folder, 'assets/app-1.js.br')
  for (const file of [script, packed]) writeFileSync(file, 'as built')
  const http = await openHttp({ ...app, config: { ...app.config, port: 0 } }, folder)
  await http.listen()
  for (const file of [script, packed]) rmSync(file)
  for (const encoding of ['br', 'identity']) {
    const response = await fetch(`${http.address()}/assets/app-1.js`, { headers: { 'accept-encoding': encoding } })
    expect(await response.json()).toMatchObject({ code: 'not-found' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
  await http.close()
})
