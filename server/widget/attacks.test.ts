import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { openWidgetCalls } from '#contract/widget.ts'
import { plainRoutes } from '#server/app/http/plain-routes.ts'
import { openRequestContext } from '#server/app/http/request-context.ts'
import { addKey } from '#server/testing/api.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'
import { bearer, openShop, shopOrigin, signed, tokenClaims } from '#server/testing/widget.ts'

const testApp = await openTestApp()
const { app, caller, admin, seller } = testApp
const { ask } = await openTestServer(app)
const keys = await generateKeyPair('RS256', { extractable: true })
const publicKey = { ...(await exportJWK(keys.publicKey)), kid: 'shop', alg: 'RS256', use: 'sig' }
const others = await generateKeyPair('RS256')
const shop = await openShop(testApp, { widgetMode: 'verified', widgetJwks: JSON.stringify({ keys: [publicKey] }) })
const former = (await caller(admin).widget.rotateSecret({})).secret
const { secret } = await caller(admin).widget.rotateSecret({ endFormer: true })
const { key } = await addKey(app, admin.id)

const bianca = tokenClaims({ sub: 'bianca', name: 'Bianca' })
const now = Math.floor(Date.now() / 1000)
const good = await signed(secret, bianca)
const [head = '', , seal = ''] = good.split('.')
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const without = (name: string): JWTPayload => Object.fromEntries(Object.entries(bianca).filter(([claim]) => claim !== name))
const byKey = (claims: JWTPayload, { privateKey }: typeof others = keys, kid = 'shop') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
const { aud: _, ...withoutAudience } = bianca

/** What a caller may send instead of a buyer's token, and how it is refused. */
const tokens: [what: string, token: string | null, code: string][] = [
  ['no token', null, 'no-buyer-token'],
  ['an empty token', '', 'wrong-buyer-token'],
  ['no token at all', 'a.b.c', 'wrong-buyer-token'],
  ['an API key', key, 'wrong-buyer-token'],
  ['the secret itself', secret, 'wrong-buyer-token'],
  ['an expired token', await signed(secret, { ...bianca, exp: now - 61 }), 'buyer-token-expired'],
  ['a token of another secret', await signed('bsw_another-secret-of-the-same-length-as-ours-is', bianca), 'wrong-buyer-token'],
  ['a token of a secret that was ended', await signed(former, bianca), 'wrong-buyer-token'],
  ['a token of the first secret', await signed(shop.secret, bianca), 'wrong-buyer-token'],
  ['another buyer in a signed token', [head, coded({ ...bianca, sub: 'carla' }), seal].join('.'), 'wrong-buyer-token'],
  ['a token without its signature', good.replace(/[^.]*$/, ''), 'wrong-buyer-token'],
  ['alg none', new UnsecuredJWT(bianca).encode(), 'wrong-buyer-token'],
  ['alg None with the signature', [coded({ alg: 'None' }), good.split('.')[1], seal].join('.'), 'wrong-buyer-token'],
  ['HS256 by the public key as PEM', await signed(await exportSPKI(keys.publicKey), bianca), 'wrong-buyer-token'],
  ['HS256 by the public key as JSON', await signed(JSON.stringify(publicKey), bianca), 'wrong-buyer-token'],
  ['HS256 by the key set', await signed(JSON.stringify({ keys: [publicKey] }), bianca), 'wrong-buyer-token'],
  [
    'HS512 by the secret',
    await new SignJWT(bianca).setProtectedHeader({ alg: 'HS512' }).sign(Buffer.from(secret.repeat(2))),
    'wrong-buyer-token',
  ],
  ['a token of another private key', await byKey(bianca, others), 'wrong-buyer-token'],
  ['a token of an unknown key', await byKey(bianca, others, 'other'), 'wrong-buyer-token'],
  ['an expired token of the right key', await byKey({ ...bianca, exp: now - 61 }), 'buyer-token-expired'],
  ['another audience', await signed(secret, { ...bianca, aud: 'https://other.example' }), 'wrong-buyer-token'],
  ['another audience, by the right key', await byKey({ ...bianca, aud: 'backstall2' }), 'wrong-buyer-token'],
  ['no audience', await signed(secret, withoutAudience), 'wrong-buyer-token'],
  ['no end', await signed(secret, without('exp')), 'wrong-buyer-token'],
  ['an end in two days', await signed(secret, { ...bianca, exp: now + 2 * 24 * 60 * 60 }), 'wrong-buyer-token'],
  ['not valid yet', await signed(secret, { ...bianca, nbf: now + 60 * 60 }), 'wrong-buyer-token'],
  ['no subject', await signed(secret, without('sub')), 'wrong-buyer-token'],
  ['an empty subject', await signed(secret, { ...bianca, sub: '' }), 'wrong-buyer-token'],
  ['a subject that is too long', await signed(secret, { ...bianca, sub: 'x'.repeat(130) }), 'wrong-buyer-token'],
  ['no name', await signed(secret, without('name')), 'wrong-buyer-token'],
  ['a name with control characters', await signed(secret, { ...bianca, name: 'Bi\u0000anca' }), 'wrong-buyer-token'],
  ['no address in place of one', await signed(secret, { ...bianca, email: 'bianca' }), 'wrong-buyer-token'],
  ['a visitor’s token that was made up', `bsv_${'A'.repeat(22)}.${'A'.repeat(43)}`, 'wrong-buyer-token'],
]

const { routes, close } = await plainRoutes(app, openRequestContext(app), '/nowhere')
await close()
const isWidget = ({ method, url }: { method: string; url: string }) => url.startsWith('/api/widget/') && method !== 'OPTIONS'
const ofFiles = '/api/widget/files/*'
const all = routes.filter(isWidget)
const forBuyers = all.filter(({ url }) => url !== ofFiles && !openWidgetCalls.some((name) => url === `/api/widget/${name}`))

/** One request; an answer to HEAD has no body, so its code is known from the status alone. */
async function attack({ method, url }: { method: string; url: string }, headers: Record<string, string>) {
  const isUpload = url === '/api/widget/files'
  const path = isUpload ? `${url}?name=a.pdf&upload=0123456789abcdef` : url
  const offset = method === 'PATCH' ? { 'upload-offset': '0' } : {}
  const body = method === 'HEAD' || method === 'GET' ? {} : isUpload ? { body: '%PDF-1.7 %%EOF' } : { json: {} }
  const answer = await ask(path, { method, headers: { ...headers, ...offset }, ...body })
  return { status: answer.status, code: method === 'HEAD' ? null : answer.json?.code, headers: answer.headers, text: answer.text }
}

const statusOf: Record<string, number> = { 'wrong-origin': 403, 'widget-off': 403, 'verified-only': 403 }

async function expectRefused(route: { method: string; url: string }, headers: Record<string, string>, code: string) {
  const { status, code: given } = await attack(route, headers)
  expect({ status, code: given ?? code }).toEqual({ status: statusOf[code] ?? 401, code })
}

afterEach(async () => void (await app.sql`delete from counters`))

test('the widget has the routes that are tried here', () => {
  expect(forBuyers.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      'POST /api/widget/send',
      'POST /api/widget/stream',
      'POST /api/widget/poll',
      'POST /api/widget/files',
      'HEAD /api/widget/files',
    ]),
  )
  expect(all).toHaveLength(forBuyers.length + openWidgetCalls.length + 1)
})

describe.each(forBuyers)('$method $url', (route) => {
  test('refuses every token but a buyer’s, and changes nothing', async () => {
    const before = await fingerprint(app)
    for (const [what, token, code] of tokens) {
      await expectRefused(route, token === null ? { origin: shopOrigin } : bearer(token), code).catch((error: unknown) => {
        throw new Error(what, { cause: error })
      })
    }
    await expectRefused(route, { origin: shopOrigin, cookie: cookieOf(app, admin) }, 'no-buyer-token')
    expect(await fingerprint(app)).toEqual(before)
  })
})

const visitor = await visitorToken()

async function visitorToken(): Promise<string> {
  await caller(admin).settings.edit({ change: { widgetMode: 'everyone' } })
  const { json } = await ask('/api/widget/start', { method: 'POST', headers: { origin: shopOrigin } })
  await caller(admin).settings.edit({ change: { widgetMode: 'verified' } })
  return String(json?.token)
}

test.each(forBuyers)('with "Verified only", a visitor’s token counts nowhere: $method $url', async (route) => {
  await expectRefused(route, bearer(visitor), 'verified-only')
})

test('with "Verified only", nobody becomes a visitor', async () => {
  const { status, json } = await ask('/api/widget/start', { method: 'POST', headers: { origin: shopOrigin } })
  expect([status, json?.code]).toEqual([403, 'verified-only'])
})

const origins = [
  'https://shop.example.evil.example',
  'http://shop.example',
  'https://shop.example:8443',
  'https://evil.example',
  'null',
  'https://SHOP.example',
]

test.each(all)('another origin is refused and not told anything, whatever the token: $method $url', async (route) => {
  for (const origin of origins) {
    const { status, headers, text } = await attack(route, { ...bearer(good), origin })
    expect([origin, status, headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
    expect(text).not.toContain('Bianca')
  }
  const { authorization = '' } = bearer(good)
  if (route.method !== 'GET') await expectRefused(route, { authorization }, 'wrong-origin')
})

test('a preflight allows exactly the listed origins, without cookies', async () => {
  const preflight = (origin: string) =>
    ask('/api/widget/send', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
  const { status, headers } = await preflight(shopOrigin)
  expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([204, shopOrigin, 'Origin'])
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  for (const origin of origins) expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
})

test('while the widget is off, every route refuses even a good token', async () => {
  await caller(admin).settings.edit({ change: { widgetMode: 'off' } })
  for (const route of all) await expectRefused(route, bearer(good), 'widget-off')
  await caller(admin).settings.edit({ change: { widgetMode: 'verified' } })
})

test.each(forBuyers)('another buyer’s token shows nothing of Bianca’s chat: $method $url', async (route) => {
  const said = await ask('/api/widget/send', {
    method: 'POST',
    headers: bearer(good),
    json: { clientId: 'bianca-1', text: 'Only Bianca knows.' },
  })
  const [chat] = await app.sql<{ id: string }[]>`select id from chats where buyer_id = 'buyer:bianca'`
  const before = await app.sql`select xmin, * from chats where id = ${chat?.id ?? ''}`
  const path = route.url === '/api/widget/files' ? '/api/widget/files?name=a.pdf' : route.url
  const upload = route.method === 'PATCH' ? { 'upload-offset': '0' } : {}
  const body =
    route.method === 'HEAD'
      ? {}
      : path === route.url
        ? { json: { clientId: 'carla-001', text: 'Hello', number: 1, typing: true, score: 1, id: chat?.id, chatId: chat?.id } }
        : { body: '%PDF-1.7 %%EOF' }
  const carla = await signed(secret, tokenClaims({ sub: 'carla', name: 'Carla' }))
  const { text } = await ask(path, {
    method: route.method,
    headers: { ...bearer(carla), ...upload },
    ...body,
    endless: path.endsWith('stream'),
  })
  expect(said.status).toBe(200)
  for (const secretOfBianca of ['Only Bianca knows', chat?.id ?? '', 'bianca']) expect(text).not.toContain(secretOfBianca)
  expect(await app.sql`select xmin, * from chats where id = ${chat?.id ?? ''}`).toEqual(before)
})

test('a good token opens nothing else of Backstall, and an account opens nothing of the widget', async () => {
  const headers = bearer(good)
  for (const call of ['chats/list', 'chats/open', 'users/list', 'settings/get']) {
    const { origin: _, ...sameSite } = headers
    expect((await ask(`/rpc/${call}`, { method: 'POST', headers: sameSite, json: { json: {} } })).status).toBe(401)
  }
  expect((await ask('/api/v1/orders', { headers })).status).toBe(401)
  expect((await ask('/api/live', { headers })).status).toBe(401)
  const asSeller = await ask('/api/widget/chat', { as: seller, method: 'POST', headers: { origin: shopOrigin }, json: {} })
  expect(asSeller.json).toMatchObject({ code: 'no-buyer-token' })
})

test('no page of Backstall can be framed by a storefront, and no answer sets a cookie', async () => {
  for (const path of ['/login', '/', '/api/widget/chat']) {
    const { headers } = await ask(path, {
      method: path.startsWith('/api') ? 'POST' : 'GET',
      headers: path.startsWith('/api') ? bearer(good) : {},
    })
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('set-cookie')).toBeNull()
  }
})

test('tokens at the edge of their time are accepted: clocks may differ by a minute', async () => {
  const accepted = async (token: string) => (await ask('/api/widget/chat', { method: 'POST', headers: bearer(token) })).status
  const current = Math.floor(Date.now() / 1000)
  expect(await accepted(await signed(secret, { ...bianca, exp: current - 30, nbf: current + 30 }))).toBe(200)
  expect(await accepted(await signed(secret, { ...bianca, aud: ['another', 'backstall'] }))).toBe(200)
  expect(await accepted(await byKey(bianca))).toBe(200)
})

test.each([null, '', undefined])('a buyer without an address is accepted: %j', async (email) => {
  expect((await ask('/api/widget/chat', { method: 'POST', headers: bearer(await signed(secret, { ...bianca, email })) })).status).toBe(200)
})
