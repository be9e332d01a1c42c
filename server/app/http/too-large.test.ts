import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/contract.ts'
import { publicContract } from '#contract/public/contract.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, seller } = await openTestApp()
const { ask, call } = await openTestServer(app)
const { anonymousBodyBytesMax, bodyBytesMax, issuesMax } = limits.request

const empty = { description: '', price: null, category: null, sku: null, stock: null, tags: [], attributes: [], draft: true }
const product = (change: object) => ({ ...empty, title: 'A lamp', imagesFollow: false, ...change })
const many = (count: number) => Array.from({ length: count }, () => '')

const paths: string[] = []
const inputs: [call: string, schema: z.ZodType][] = []
traverseContractProcedures({ router: contract, path: [] }, ({ path }) => paths.push(`/rpc/${path.join('/')}`))
for (const router of [contract, publicContract])
  traverseContractProcedures({ router, path: [] }, ({ path, contract: { '~orpc': about } }) => {
    if (about.inputSchema) inputs.push([path.join('.'), about.inputSchema as z.ZodType])
  })

test.each(paths.filter((path) => path !== '/rpc/users/me'))('%s asks a visitor to sign in, whatever they send', async (path) => {
  for (const json of [{}, { json: 5 }, { json: { tags: many(20_000) } }, { json: {}, meta: [[1, 'x']] }])
    expect(await ask(path, { method: 'POST', json })).toMatchObject({ status: 401, json: { code: 'not-signed-in' } })
  const noJson = { method: 'POST', body: '{"json":', headers: { 'content-type': 'application/json' } }
  expect(await ask(path, noJson)).toMatchObject({ status: 401, json: { code: 'not-signed-in' } })
})

const openToAll = ['/rpc/users/me', '/rpc/products/create', '/api/auth/sign-in', '/api/auth/sign-up', '/api/auth/forgot-password']

test.each([...openToAll, '/api/v1/orders'])('%s accepts no more than 64 kB from a visitor', async (path) => {
  const headers = { 'content-type': 'application/json' }
  const tooLong = await ask(path, { method: 'POST', headers, body: ' '.repeat(anonymousBodyBytesMax + 1) })
  expect([tooLong.status, tooLong.json?.code]).toEqual([413, 'too-large'])
  const allowed = await ask(path, { method: 'POST', headers, body: `${' '.repeat(anonymousBodyBytesMax - 2)}{}` })
  expect(allowed.status).not.toBe(413)
})

test.each(openToAll)('%s accepts no more from a visitor who does not declare the length', async (path) => {
  const piece = new TextEncoder().encode(' '.repeat(16 * 1024))
  let sent = 0
  const body = new ReadableStream({ pull: (to) => void (sent++ < 6 ? to.enqueue(piece) : to.close()) })
  const response = await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect([response.status, response.json?.code]).toEqual([413, 'too-large'])
})

test('a program with a wrong key may send no more than a visitor', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer bsk_${'x'.repeat(43)}` }
  const response = await ask('/api/v1/orders', { method: 'POST', headers, body: ' '.repeat(anonymousBodyBytesMax + 1) })
  expect([response.status, response.json?.code]).toEqual([413, 'too-large'])
})

test('a seller whose list is far too long gets one message about the list, and none about its entries', async () => {
  const tags = many(Math.floor((bodyBytesMax - 1_000) / 3))
  const { status, answer } = await call('products/create', product({ tags }), seller)
  expect([status, answer.data]).toEqual([
    400,
    { field: 'tags', issues: [{ field: 'tags', message: `Use at most ${limits.product.tagsMax} tags.` }] },
  ])
})

test('a tag that a seller repeats counts once', async () => {
  const named = Array.from({ length: limits.product.tagsMax }, (_, at) => `tag ${at}`)
  const taken = await call('products/create', product({ tags: [...named, ...named, ' tag 1 '] }), seller)
  expect([taken.status, taken.answer.tags]).toEqual([200, named])
  const refused = await call('products/create', product({ tags: [...named, 'one more'] }), seller)
  expect(refused.answer.data).toMatchObject({ field: 'tags', issues: [{ message: `Use at most ${limits.product.tagsMax} tags.` }] })
})

test('a seller who makes many mistakes at once gets the first hundred', async () => {
  const attributes = Array.from({ length: limits.product.attributesMax }, () => ({ key: 5, value: 5 }))
  const tags = many(limits.product.tagsMax)
  const created = await call('products/create', product({ attributes, tags, title: 5 }), seller)
  expect((created.answer.data as { issues: unknown[] }).issues).toHaveLength(issuesMax)
  const { id: product_id } = await addProduct(app, seller.id, 'approved')
  const payload = { attributes, tags, title: 5 }
  const proposed = await call('editRequests/create', { product_id, version: 1, payload }, seller)
  expect((proposed.answer.data as { issues: unknown[] }).issues).toHaveLength(issuesMax)
})

test('the length of a text is checked before anything else, and the refusal names the limit in characters', async () => {
  const { answer } = await call('products/create', product({ title: ' '.repeat(100_000) }), seller)
  const message = `Use at most ${limits.product.titleMax} characters.`
  expect(answer.data).toEqual({ field: 'title', issues: [{ field: 'title', message }] })
})

test('a body of very many small parts is refused before it is parsed', async () => {
  const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [at, 1]))
  for (const tags of ['{},', '[],', '[[[1]]],'].map((part) => `[${part.repeat(100_000)}1]`).concat(JSON.stringify(fields))) {
    const body = `{"json":{"tags":${tags}}}`
    const response = await ask('/rpc/products/create', {
      as: seller,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, response.json?.error]).toEqual([400, 'This has too many lists, objects and fields.'])
  }
})

test('types that JSON lacks are refused', async () => {
  for (const extra of [{ meta: [[0, 'title']] }, { meta: 5 }, { maps: [['title']] }]) {
    const json = { json: product({ title: '12345' }), ...extra }
    const response = await ask('/rpc/products/create', { as: seller, method: 'POST', json })
    expect([response.status, response.json?.code], JSON.stringify(extra)).toEqual([400, 'invalid-argument'])
  }
})

/** Every list inside a schema, with its path. */
function listsIn(schema: z.ZodType, path: string): [path: string, list: z.ZodType][] {
  const inner = Object.entries(schema.def).flatMap(([key, part]) => {
    if (part instanceof z.ZodType) return listsIn(part, path)
    if (key === 'shape' || key === 'options')
      return Object.entries(part as Record<string, z.ZodType>).flatMap(([name, one]) =>
        listsIn(one, key === 'shape' ? `${path}.${name}` : path),
      )
    return []
  })
  return schema instanceof z.ZodArray ? [[path, schema], ...inner] : inner
}

const lists = inputs.flatMap(([name, schema]) => listsIn(schema, name))

test('the lists of inputs were found', () => {
  expect(lists.map(([path]) => path)).toEqual(
    expect.arrayContaining(['products.create.tags', 'products.edit.change.images', 'orders.place.lines']),
  )
})

test.each(lists)('the length of %s is checked before its entries', (_path, list) => {
  const untouched = new Proxy(Array(100_000), {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) throw new Error('An entry was looked at.')
      return Reflect.get(target, key)
    },
  })
  expect(list.safeParse(untouched).error?.issues).toMatchObject([{ code: 'too_big', origin: 'array' }])
})
