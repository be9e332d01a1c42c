import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, seller } = await openTestApp()
const { ask, url } = await openTestServer(app)
const port = new URL(url).port

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("object-src 'none'"),
}

test('every answer of every kind carries the security headers and does not name the software behind it', async () => {
  const answers = await Promise.all([
    ask('/login'),
    ask('/'),
    ask('/404'),
    ask('/assets/app-1.js'),
    ask('/healthz'),
    ask('/api/nothing'),
    ask('/api/%'),
    ask('/rpc/nothing'),
    ask('/rpc/users/me', { method: 'POST' }),
    ask('/rpc/products/get', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
    ask('/api/auth/sign-in', { method: 'POST', json: {} }),
  ])
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject(everywhere)
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('a page runs only scripts and styles with the nonce of this answer', async () => {
  const [one, other] = await Promise.all([ask('/login'), ask('/login')])
  const policy = one.headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'self' 'nonce-([\w+/=]{22,})'/.exec(policy)?.[1] ?? ''
  expect(policy).toBe(
    `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
  )
  expect(one.text).toContain(`content="${nonce}"`)
  expect(one.text).toContain(`nonce="${nonce}"`)
  expect(one.text).not.toContain('__NONCE__')
  expect(other.text).not.toContain(nonce)
  expect(policy).not.toMatch(/unsafe/)
})

test('HTTPS is required for good only where the public address is https', async () => {
  const secure = await openTestServer(app, { publicUrl: 'https://backoffice.example.com' })
  expect((await secure.ask('/login')).headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('another site cannot change anything on behalf of a signed-in person', async () => {
  const post = (headers: Record<string, string>, path = '/rpc/users/me') => ask(path, { method: 'POST', as: seller, json: {}, headers })
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: `http://localhost.evil.example:${port}` },
    { origin: `https://localhost:${port}` },
    { origin: 'http://localhost:1' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of strangers) {
    for (const path of [
      '/rpc/users/me',
      '/api/auth/sign-out',
      '/api/auth/sign-in',
      '/api/auth/sign-up',
      '/api/products/x/images?name=a.png',
    ]) {
      const response = await post(headers, path)
      expect([response.status, response.json?.code], `${JSON.stringify(headers)} ${path}`).toEqual([403, 'wrong-origin'])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  }
  expect(await app.sql`select 1 from sessions where id = ${seller.sessionId}`).toHaveLength(1)
  for (const origin of ['localhost', '127.0.0.1', '[::1]']) expect((await post({ origin: `http://${origin}:${port}` })).status).toBe(200)
  expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await post({})).status).toBe(200)
})

test('with a public address, only that origin is accepted', async () => {
  const open = await openTestServer(app, { publicUrl: 'https://backoffice.example.com' })
  const status = async (origin: string) => (await open.ask('/rpc/users/me', { method: 'POST', headers: { origin } })).status
  expect(await status('https://backoffice.example.com')).toBe(200)
  expect(await status(open.url)).toBe(403)
  expect(await status('https://backoffice.example.com.evil.example')).toBe(403)
})
