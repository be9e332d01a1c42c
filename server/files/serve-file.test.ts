import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Product } from '#domain/product.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { approvedProduct, blurred, chair, pendingProduct, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer, type TestResponse } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, suspended, admin } = testApp
const { ask } = await openTestServer(app)

let onSale: Product
let waiting: Product
beforeAll(async () => {
  onSale = await approvedProduct(testApp)
  waiting = await pendingProduct(testApp)
})
const everyone = { visitor: null, seller, rival, suspended, admin }

/** The HTTP status that each person gets for a picture; it is the same for all files of a picture. */
async function statuses(image: { url: string; thumbnails: Record<string, string> } | undefined): Promise<Record<string, number>> {
  const statuses = Object.entries(everyone).map(async ([who, as]) => {
    const all = [image?.url ?? '', ...Object.values(image?.thumbnails ?? {})].map(async (url) => (await ask(url, { as })).status)
    const [first, ...others] = await Promise.all(all)
    expect(new Set(others)).toEqual(new Set([first]))
    return [who, first ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(statuses))
}

const all = { visitor: 200, seller: 200, rival: 200, suspended: 200, admin: 200 }
const ownerOnly = { visitor: 404, seller: 200, rival: 404, suspended: 404, admin: 404 }
const ownerAndAdmins = { ...ownerOnly, admin: 200 }

describe('who may see a picture', () => {
  test('of a product on sale: everyone', async () => {
    expect(await statuses(onSale.images[0])).toEqual(all)
  })

  test('of a product that is pending, a draft, rejected or archived: its seller and admins', async () => {
    expect(await statuses(waiting.images[0])).toEqual(ownerAndAdmins)
    const product = await pendingProduct(testApp)
    for (const status of ['draft', 'rejected', 'archived']) {
      await app.sql`update products set status = ${status} where id = ${product.id}`
      expect(await statuses(product.images[0]), status).toEqual(ownerAndAdmins)
    }
  })

  test('of an unfinished creation, or uploaded and not yet named by its product: only its seller, even if the product is on sale', async () => {
    const { id } = await caller(seller).products.create({ ...chair(), draft: false, imagesFollow: true })
    expect(await statuses(await upload(testApp, seller, id))).toEqual(ownerOnly)
    expect(await statuses(await upload(testApp, seller, onSale.id))).toEqual(ownerOnly)
  })

  test('of a product that was taken down: from then on only its seller and admins', async () => {
    const product = await approvedProduct(testApp)
    expect(await statuses(product.images[0])).toEqual(all)
    await caller(admin).products.reject({ ...product, ...blurred })
    expect(await statuses(product.images[0])).toEqual(ownerAndAdmins)
  })

  test('of a product of a suspended seller: only admins', async () => {
    const sudden = await testApp.person('Sudden')
    const product = await approvedProduct(testApp, { seller: sudden })
    await app.sql`update users set status = 'suspended' where id = ${sudden.id}`
    expect(await statuses(product.images[0])).toEqual({ visitor: 404, seller: 404, rival: 404, suspended: 404, admin: 200 })
  })

  test('of a deleted product: no one, at once', async () => {
    const product = await approvedProduct(testApp)
    await caller(seller).products.delete({ id: product.id })
    expect(new Set(Object.values(await statuses(product.images[0])))).toEqual(new Set([404]))
  })
})

/** All of an answer that a person could tell apart. */
const plain = ({ headers, status, text }: TestResponse) => [status, text, [...headers].filter(([name]) => name !== 'date')]

test('a file that a person may not see answers exactly like one that never existed', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const foreign = await ask(waiting.images[0]?.url ?? '', { as: rival })
  expect([foreign.status, foreign.json]).toEqual([
    404,
    { error: 'This file does not exist.', code: 'storage/object-not-found', field: null },
  ])
  const never = ['products', 'avatars', 'chats', 'settings', 'thumbnails/160/products', 'imports', 'nowhere'].map(
    (noun) => `${noun}/${newId()}/0_photo-0.png`,
  )
  for (const path of [...never, '', 'nothing', '..%2fsession-secret'])
    expect(plain(await ask(`/files/${path}`, { as: rival })), path).toEqual(plain(foreign))
  expect(errorLog).not.toHaveBeenCalled()
})

test.each([
  '/files/',
  '/files/../session-secret',
  '/files/..%2fsession-secret',
  '/files/%2e%2e/%2e%2e/etc/passwd',
  '/files//etc/passwd',
  '/files/.waiting/x',
  '/files/products/%00',
  '/files/thumbnails/999/products/x/0_y.png.webp',
  `/files/${'x'.repeat(650)}`,
])('%s leads nowhere', async (path) => {
  const response = await ask(path, { as: admin })
  expect([302, 404]).toContain(response.status)
  if (response.status === 302) expect(response.headers.get('location')).toBe('/404')
})

describe('how a picture is served', () => {
  test('with its content type, and with headers that keep scripts in it from running', async () => {
    const response = await ask(onSale.images[0]?.url ?? '')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `inline; filename="photo-0.png"; filename*=UTF-8''photo-0.png`,
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  })

  test('on sale it is cached for minutes and by everyone, otherwise only by those who may see it, and revalidated each time', async () => {
    const shared = await ask(onSale.images[0]?.url ?? '')
    expect(shared.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
    const own = await ask(waiting.images[0]?.url ?? '', { as: seller })
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    expect(own.headers.get('vary')).toBe('Cookie')
    expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('a person who has it cached gets 304, but only as long as they may see it', async () => {
    const { url = '', thumbnails = {} } = waiting.images[0] ?? {}
    const etag = (await ask(url, { as: seller })).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await ask(url, { as: seller, headers: { 'if-none-match': known } })
      expect([response.status, response.text, response.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await ask(url, { as: seller, headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    expect((await ask(url, { as: rival, headers: { 'if-none-match': etag } })).status).toBe(404)
    expect((await ask(thumbnails[160] ?? '', { as: seller, headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('it answers HEAD without a body', async () => {
    const response = await ask(onSale.images[0]?.url ?? '', { method: 'HEAD' })
    expect([response.status, response.text, response.headers.get('content-type')]).toEqual([200, '', 'image/png'])
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  })

  test('a file name cannot break out of the header', async () => {
    const { id } = await caller(seller).products.create({ ...chair(), draft: true })
    const image = await upload(testApp, seller, id, `a"; filename="evil.html" ñ😀'.png`)
    const response = await ask(image.url, { as: seller })
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="a__ filename__evil.html_ ____.png"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.html%22%20%C3%B1%F0%9F%98%80%27.png`,
    )
  })

  test('from a store with addresses of its own, the browser is redirected there, if the person may see it', async () => {
    const asked: (string | undefined)[] = []
    const addressOf: App['storage']['addressOf'] = async (path, { cacheControl }) => {
      asked.push(cacheControl)
      return `https://store.example/${path}?signed`
    }
    const away = { ...app, storage: { ...app.storage, addressOf } }
    const other = await openTestServer(away)
    const response = await other.ask(waiting.images[0]?.url ?? '', { as: seller })
    expect([response.status, response.headers.get('location')]).toEqual([302, `https://store.example/${waiting.images[0]?.path}?signed`])
    // Neither the redirect nor the answer of the store is cached, because a sign-out could not remove it.
    expect([response.headers.get('cache-control'), asked]).toEqual(['private, no-store', ['private, no-store']])
    const shown = await other.ask(onSale.images[0]?.url ?? '')
    expect([shown.headers.get('cache-control'), asked[1]]).toEqual(['public, max-age=300, must-revalidate', undefined])
    expect((await other.ask(waiting.images[0]?.url ?? '', { as: rival })).status).toBe(404)
  })

  test('over plain HTTP, where a sign-out clears no cache, private files are not cached', async () => {
    const plain = await openTestServer({ ...app, config: { ...app.config, publicUrl: 'http://backoffice.example' } })
    const response = await plain.ask(waiting.images[0]?.url ?? '', { as: seller })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  })

  test('a file that is missing in the store is not found, and the error is logged', async () => {
    const product = await approvedProduct(testApp)
    await app.storage.remove(product.images[0]?.path ?? '')
    const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await ask(product.images[0]?.url ?? '')
    expect([response.status, response.json?.code]).toEqual([404, 'storage/object-not-found'])
    expect(plain(response)).toEqual(plain(await ask(`/files/products/${newId()}/0_photo-0.png`)))
    expect(errorLog).toHaveBeenCalledOnce()
  })
})
