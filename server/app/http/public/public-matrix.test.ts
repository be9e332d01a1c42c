import type { AnySchema } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { publicContract } from '#contract/public/contract.ts'
import { scopes } from '#domain/api-key.ts'
import { type ErrorCode, errors } from '#domain/errors.ts'
import { type PublicRoute, publicRoutes } from '#server/app/http/public/public-routes.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer, type TestResponse } from '#server/testing/test-server.ts'

const { app, admin, seller } = await openTestApp()
const { ask } = await openTestServer(app)
const full = await addKey(app, admin.id)
const program = asProgram({ ask }, full)

type Fixture = { productId: string; sellerId: string; orderId: string; lines: string[] }
const unknownId = '01900000-0000-7000-8000-000000000000'

/** The input of each call, about a fresh order of two lines that is paid where needed. A call that is missing here fails the first test. */
const table: Record<
  string,
  { id?: (fixture: Fixture) => string; content?: (fixture: Fixture) => unknown; first?: (fixture: Fixture) => Promise<unknown> }
> = {
  'products.list': {},
  'products.get': { id: ({ productId }) => productId },
  'sellers.list': {},
  'sellers.get': { id: ({ sellerId }) => sellerId },
  'orders.list': {},
  'orders.get': { id: ({ orderId }) => orderId },
  'orders.place': { content: ({ productId }) => orderOf([productId]) },
  'orders.pay': { id: ({ orderId }) => orderId, content: () => ({}) },
  'orders.refund': {
    id: ({ orderId }) => orderId,
    content: () => ({ amount: 1 }),
    first: ({ orderId }) => program('POST', `/orders/${orderId}/payments`),
  },
  'orders.ship': { id: ({ orderId }) => orderId, content: ({ lines }) => ({ lines, carrier: 'Post', tracking: 'T-1' }) },
  'orders.deliver': {
    id: ({ orderId }) => orderId,
    content: ({ lines }) => ({ lines }),
    first: ({ orderId, lines }) => program('POST', `/orders/${orderId}/shipments`, { lines }),
  },
  'orders.cancel': { id: ({ orderId }) => orderId, content: ({ lines }) => ({ lines: lines.slice(0, 1) }) },
}

const outputs = new Map<string, AnySchema | undefined>()
traverseContractProcedures({ router: publicContract, path: [] }, ({ path, contract }) => {
  outputs.set(path.join('.'), contract['~orpc'].outputSchema)
})

async function makeFixture(): Promise<Fixture> {
  const { id: productId } = await addProduct(app, seller.id, 'approved')
  const { id: other } = await addProduct(app, seller.id, 'approved')
  const { json } = await program('POST', '/orders', orderOf([productId, other]))
  const { id: orderId, lines } = json as { id: string; lines: { id: string }[] }
  return { productId, sellerId: seller.id, orderId, lines: lines.map(({ id }) => id) }
}

const addressOf = ({ path }: PublicRoute, id = '') => path.replace('{id}', id)

async function refused(response: TestResponse, code: ErrorCode, before: unknown): Promise<void> {
  expect([response.status, response.json]).toEqual([
    errors[code].status,
    { error: expect.stringMatching(/^[A-Z].*[.!]$/), code, field: response.json?.field ?? null },
  ])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await fingerprint(app)).toEqual(before)
}

test('every call of the API has its row, and no row is left over', () => {
  expect(Object.keys(table).toSorted()).toEqual(publicRoutes.map(({ name }) => name).toSorted())
})

test.each(publicRoutes.map((route) => [route.name, route] as const))(
  '%s needs a key with its scope, and no other scope',
  async (name, route) => {
    const { id, content, first } = table[name] ?? {}
    const fixture = await makeFixture()
    await first?.(fixture)
    const path = addressOf(route, id?.(fixture))
    const json = content?.(fixture)
    const without = await addKey(
      app,
      admin.id,
      scopes.filter((scope) => scope !== route.scope),
    )
    const revoked = await addKey(app, admin.id)
    await app.sql`update api_keys set revoked_at = now() where id = ${revoked.id}`
    // The last use of a key is noted in parallel with the call.
    await app.sql`update api_keys set last_used_at = now()`
    const before = await fingerprint(app)
    const bare = await ask(`/api/v1${path}`, { as: admin, method: route.method, ...(json !== undefined && { json }) })
    await refused(bare, 'no-api-key', before)
    await refused(await asProgram({ ask }, revoked)(route.method, path, json), 'wrong-api-key', before)
    const lacking = await asProgram({ ask }, without)(route.method, path, json)
    await refused(lacking, 'scope-missing', before)
    expect(lacking.text).toContain(route.scope)
    if (route.method !== 'GET') {
      const unnamed = await ask(`/api/v1${path}`, { method: route.method, headers: { authorization: `Bearer ${full.key}` }, json })
      await refused(unnamed, 'no-idempotency-key', before)
    }
    if (id) {
      const unknown = await program(route.method, addressOf(route, unknownId), json)
      await refused(unknown, 'not-found', before)
      await refused(await program(route.method, addressOf(route, '%00'), json), 'not-found', before)
    }
    const response = await program(route.method, path, json)
    expect([name, response.status, response.text.slice(0, 300)]).toEqual([name, name === 'orders.place' ? 201 : 200, expect.anything()])
    // An answer has the fields of the contract and no others.
    const checked = await outputs.get(name)?.['~standard'].validate(response.json)
    expect(checked).toEqual({ value: response.json })
  },
)
