import { describe, expect, test } from 'vitest'
import { limits as productLimits } from '#domain/limits.ts'
import { publicRoutes } from '#server/app/http/public/public-routes.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, admin, seller, caller } = await openTestApp()
const { ask } = await openTestServer(app)

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with every call, its scope, its refusals and nothing undefined in it', async () => {
    const response = await ask('/api/v1/openapi.json')
    expect(response.status).toBe(200)
    const document = response.json as {
      openapi: string
      paths: Record<string, Record<string, Operation>>
      components: Record<string, object>
    }
    expect(document.openapi).toMatch(/^3\.1\./)
    const described = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, { security }]) => `${method.toUpperCase()} ${path} ${security[0]?.apiKey}`),
    )
    expect(described.toSorted()).toEqual(publicRoutes.map(({ method, path, scope }) => `${method} ${path} ${scope}`).toSorted())
    for (const [path, calls] of Object.entries(document.paths)) {
      for (const [method, { operationId, summary, parameters = [], responses }] of Object.entries(calls)) {
        expect([path, method, operationId, summary]).toEqual([path, method, expect.any(String), expect.any(String)])
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429']))
        const inPath = parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []))
        expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
        if (method !== 'get') expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
      }
    }
    for (const [, name = '', part = ''] of response.text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components[name]).toHaveProperty(part)
    }
    const ids = Object.values(document.paths).flatMap((calls) => Object.values(calls).map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has an example of each write that is accepted once the ids are real ones', async () => {
    const { paths } = (await ask('/api/v1/openapi.json')).json as { paths: Record<string, { post?: Write }> }
    const program = asProgram({ ask }, await addKey(app, admin.id))
    const example = (call: string, id = '') => {
      const content = JSON.stringify(paths[call]?.post?.requestBody.content['application/json'].example)
      return JSON.parse(content.replace(/(PRODUCT|LINE)_ID/, id))
    }
    const send = async (order: Placed, call: string) => {
      const { status } = await program('POST', `/orders/${order.id}/${call}`, example(`/orders/{id}/${call}`, order.lines[0]?.id))
      return [call, status]
    }
    const place = async (externalId: string) => {
      const { id } = await addProduct(app, seller.id, 'approved')
      const response = await program('POST', '/orders', { ...example('/orders', id), externalId })
      expect(response.status).toBe(201)
      return response.json as Placed
    }
    const order = await place('A-1')
    const sent = [['orders', 201]]
    for (const call of ['payments', 'shipments', 'deliveries', 'refunds']) sent.push(await send(order, call))
    sent.push(await send(await place('A-2'), 'cancellations'))
    expect(sent.slice(1).every(([, status]) => status === 200)).toBe(true)
    const writes = Object.entries(paths).flatMap(([path, { post }]) => (post ? [path.split('/').at(-1)] : []))
    expect(sent.map(([call]) => call).toSorted()).toEqual(writes.toSorted())
  })

  test('names the length that a text is measured by', async () => {
    const { components } = (await ask('/api/v1/openapi.json')).json as { components: { schemas: { NewOrder: NewOrderShape } } }
    const { buyerName } = components.schemas.NewOrder.properties
    expect(buyerName.maxLength).toBe(productLimits.order.buyerNameMax)
  })

  test('is a page for people that loads nothing and runs no script', async () => {
    const response = await ask('/api/v1/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const nonce = /<style nonce="([^"]+)">/.exec(response.text)?.[1]
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    expect(response.text).not.toMatch(/<script|src=|url\(|@import|undefined|\[object/)
    for (const { path } of publicRoutes) expect(response.text).toContain(`</span> ${path}</p>`)
    const ids = new Set([...response.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, target] of response.text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    const again = await ask('/api/v1/docs')
    expect(again.text).not.toContain(`nonce="${nonce}"`)
  })
})

type Write = { requestBody: { content: { 'application/json': { example: unknown } } } }
type Placed = { id: string; lines: { id: string }[] }
type NewOrderShape = { properties: { buyerName: { maxLength: number } } }
type Operation = {
  operationId: string
  summary: string
  security: { apiKey?: string[] }[]
  parameters?: { name: string; in: string }[]
  responses: object
}

describe('access to the public API', () => {
  const refusal = (code: string) => ({ error: expect.stringMatching(/^[A-Z].*[.!]$/), code, field: null })

  test('a signed-in admin without a key is refused: no cookie counts', async () => {
    const response = await ask('/api/v1/products', { as: admin })
    expect(response.status).toBe(401)
    expect(response.json).toEqual(refusal('no-api-key'))
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const { key } = await addKey(app, admin.id)
    expect((await ask('/api/v1/products', { headers: { cookie: `key=${key}` } })).status).toBe(401)
    expect((await ask(`/api/v1/products?key=${key}`)).status).toBe(401)
  })

  test('other sites are allowed by no CORS header', async () => {
    const { key } = await addKey(app, admin.id)
    const response = await ask('/api/v1/products', { headers: { authorization: `Bearer ${key}`, origin: 'https://elsewhere.example' } })
    const names = [...response.headers.keys()]
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
    const preflight = await ask('/api/v1/products', { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } })
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('anything that is no valid key is refused, whatever its form', async () => {
    const { key } = await addKey(app, admin.id)
    for (const authorization of [`Basic ${key}`, 'Bearer', `Bearer ${key}x`, `Bearer ${key.slice(0, -1)}`, `Bearer ${key.toUpperCase()}`]) {
      const response = await ask('/api/v1/products', { headers: { authorization } })
      expect([authorization, response.status, response.json?.code]).toEqual([authorization, 401, 'wrong-api-key'])
    }
  })

  test('a program can tell an unknown address from a wrong method', async () => {
    const get = asProgram({ ask }, await addKey(app, admin.id))
    expect((await get('GET', '/nothing')).json).toEqual(refusal('not-found'))
    expect((await get('GET', '')).status).toBe(404)
    expect((await ask('/api/v1')).json?.code).toBe('not-found')
    const response = await get('DELETE', '/products/x')
    expect([response.status, response.json?.code, response.headers.get('allow')]).toEqual([405, 'wrong-method', 'GET'])
    const head = await get('HEAD', '/products')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('a used key shows when it was used, and a key revoked in a burst of calls is refused from then on', async () => {
    const { id, key } = await addKey(app, admin.id)
    const get = asProgram({ ask }, { key })
    expect((await get('GET', '/products')).status).toBe(200)
    await expect.poll(async () => (await caller(admin).apiKeys.list()).find((one) => one.id === id)?.lastUsedAt).toEqual(expect.any(String))
    let revoked = false
    const statuses: number[] = []
    const burst = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let left = 2; left > 0; left -= revoked ? 1 : 0) {
          const after = revoked
          const { status } = await get('GET', '/products')
          if (after) statuses.push(status)
        }
      }),
    )
    await caller(admin).apiKeys.revoke({ id })
    revoked = true
    await burst
    expect((await get('GET', '/products')).json).toEqual(refusal('wrong-api-key'))
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  test('every answer gives the number of calls left, one call too many gets Retry-After, and another key is not affected', async () => {
    const { perKey } = limits.api
    const one = await addKey(app, admin.id)
    const get = asProgram({ ask }, one)
    const first = await get('GET', '/products')
    const left = (response: typeof first) => Number(response.headers.get('ratelimit-remaining'))
    expect([first.headers.get('ratelimit-limit'), left(first)]).toEqual([String(perKey), perKey - 1])
    // As if that many calls had been made.
    await app.sql`
      update counters set count = ${perKey - 1}, window_ends = now() + interval '1 minute'
      where count = 1 and window_ends < now() + interval '61 seconds'`
    expect(left(await get('GET', '/products'))).toBe(0)
    const many = await get('GET', '/products')
    expect([many.status, many.json?.code]).toEqual([429, 'too-many-requests'])
    expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(many.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60)
    expect((await asProgram({ ask }, await addKey(app, admin.id))('GET', '/products')).status).toBe(200)
  })
})
