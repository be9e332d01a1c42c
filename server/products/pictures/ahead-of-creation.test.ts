import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { creationId } from '#domain/creation-id.ts'
import { sweep } from '#server/files/sweep.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { aPicture, chair, isStored } from '#server/testing/listing.ts'
import { addSession, type Person } from '#server/testing/people.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { testApp, app, seller, rival, admin, suspended, caller, ask, send, jpeg } = await openUploads()
const calls = (of = seller) => caller(of).products
const small = await aPicture()

/** Uploads pictures for a product that does not exist yet. */
async function ahead(...names: string[]) {
  const key = randomUUID()
  const images = []
  for (const name of names) images.push((await send(seller, creationId(key), small, name)).json)
  return { key, id: creationId(key), paths: images.map((image) => String(image?.path)) }
}
const create = (key: string, more = {}) => calls().create({ ...chair(), draft: false, imagesFollow: true, imagesAhead: true, key, ...more })

test('pictures that arrive before their product are named by it, under its id', async () => {
  const { key, id, paths } = await ahead('a.png', 'b.png')
  expect((await calls().uploads({ id })).map(({ path }) => path)).toEqual(paths)
  const product = await create(key)
  expect(paths).toEqual([`products/${product.id}/0_a.png`, `products/${product.id}/1_b.png`])
  // What a slow connection still sends goes to the product.
  const late = (await send(seller, id, small, 'c.png')).json?.path
  expect(late).toBe(`products/${product.id}/2_c.png`)
  const images = [String(late), ...paths]
  const named = await calls().nameImages({ id: product.id, images })
  expect(named).toMatchObject({ status: 'pending', unfinished: false })
  expect(named.images.map(({ path }) => path)).toEqual(images)
})

test('pictures arrive whether the product is created before, after or while they do, each with an index of its own', async () => {
  for (let round = 0; round < 12; round++) {
    const key = randomUUID()
    const upload = (at: number) => send(seller, creationId(key), small, `${at}.png`)
    const [product, ...responses] = await Promise.all([create(key, { sku: null }), ...[0, 1, 2, 3].map(upload)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const late = await send(seller, product.id, small, 'late.png')
    const indexes = [...responses, late].map(({ json }) => String(json?.path).split('/')[2]?.split('_')[0])
    expect(new Set(indexes).size).toBe(5)
  }
})

test('a double click creates one product with each picture once', async () => {
  const { key, paths } = await ahead('a.png')
  const [one, other] = await Promise.all([create(key), create(key)])
  expect(one.id).toBe(other.id)
  const named = await Promise.all([1, 2].map(() => calls().nameImages({ id: one.id, images: paths })))
  expect(named.map(({ images }) => images.length)).toEqual([1, 1])
})

test('a repeated upload under its key is the same picture, before and after the creation', async () => {
  const key = randomUUID()
  const upload = () =>
    ask(`/api/products/${creationId(key)}/images?name=a.png&upload=${key}`, { as: seller, method: 'POST', body: new Uint8Array(small) })
  const first = (await upload()).json
  const again = (await upload()).json
  await create(key)
  expect([again?.path, (await upload()).json?.path]).toEqual([first?.path, first?.path])
})

test('the pictures of a seller are not there for others: neither listed, named, discarded nor shown', async () => {
  const { key, id, paths } = await ahead('a.png')
  const [path = ''] = paths
  expect(await calls(rival).uploads({ id })).toEqual([])
  await calls(rival).discardImage({ id, path })
  const theirs = await calls(rival).create({ ...chair(), draft: false, imagesFollow: true, key })
  await expect(calls(rival).nameImages({ id: theirs.id, images: paths })).rejects.toMatchObject({ code: 'invalid-argument' })
  for (const as of [rival, admin, null]) expect((await ask(`/files/${path}`, { as })).status).toBe(404)
  expect((await ask(`/files/${path}`, { as: seller })).status).toBe(200)
  expect((await calls().uploads({ id })).map((image) => image.path)).toEqual([path])
  // The product's own id says nothing before it exists.
  const own = path.split('/')[1] ?? ''
  await expect(calls().uploads({ id: own })).rejects.toMatchObject({ code: 'not-found' })
  expect((await send(seller, own, small)).json).toMatchObject({ code: 'not-found', error: 'Product not found!' })
})

test('only sellers upload ahead, and only with a key', async () => {
  const id = creationId(randomUUID())
  expect((await send(admin, id, small)).json).toMatchObject({ code: 'not-allowed' })
  expect((await send(suspended, id, small)).json).toMatchObject({ code: 'account-suspended' })
  expect((await send(null, id, small)).status).toBe(401)
  for (const wrong of ['new:', 'new:1', `new:${randomUUID()}x`]) {
    expect((await send(seller, wrong, small)).json).toMatchObject({ code: 'invalid-argument', error: 'Product not found!' })
  }
})

test('a file that is no picture is refused and leaves nothing', async () => {
  const key = randomUUID()
  expect((await send(seller, creationId(key), jpeg.subarray(0, 5000), 'broken.jpg')).status).toBe(422)
  expect((await send(seller, creationId(key), Buffer.from('<svg onload="alert(1)"/>'), 'x.png')).status).toBe(422)
  expect(await calls().uploads({ id: creationId(key) })).toEqual([])
  // Its index is not used again: the next picture of this name has a path of its own.
  expect((await send(seller, creationId(key), small, 'broken.png')).json?.path).toMatch(/\/1_broken\.png$/)
})

test('the eleventh is refused, also when eleven come at once; each has an index of its own', async () => {
  const id = creationId(randomUUID())
  const responses = await Promise.all(Array.from({ length: 11 }, (_, at) => send(seller, id, small, `${at}.png`)))
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused.map(({ json }) => json?.code)).toEqual(['too-many-images'])
  const indexes = responses.flatMap(({ json }) => (json?.path ? [String(json.path).split('/')[2]?.split('_')[0]] : []))
  expect(new Set(indexes).size).toBe(limits.image.max)
})

test('a discarded picture is gone at once, and its index is never reused, not even by the product', async () => {
  const { key, id, paths } = await ahead('a.png', 'b.png')
  const [, last = ''] = paths
  await calls().discardImage({ id, path: last })
  await calls().discardImage({ id, path: last })
  expect((await calls().uploads({ id })).map(({ path }) => path)).toEqual(paths.slice(0, 1))
  expect((await ask(`/files/${last}`, { as: seller })).status).toBe(404)
  await expect.poll(() => isStored(testApp, last)).toBe(false)
  expect((await send(seller, id, small, 'b.png')).json?.path).toMatch(/\/2_b\.png$/)
  await calls().discardImage({ id, path: last.replace('1_b', '2_b') })
  const product = await create(key)
  await expect(calls().nameImages({ id: product.id, images: paths })).rejects.toMatchObject({ code: 'invalid-argument' })
  expect((await send(seller, product.id, small, 'b.png')).json?.path).toBe(`products/${product.id}/3_b.png`)
})

test('what is never created is swept after a day, with what was discarded', async () => {
  const { id, paths } = await ahead('a.png', 'b.png')
  await calls().discardImage({ id, path: paths[1] ?? '' })
  await sweep(app, new Date(0))
  expect(await isStored(testApp, String(paths[0]))).toBe(true)
  const day = limits.image.orphanMs + 1_000
  await app.sql`
    update files set created_at = created_at - ${day} * interval '1 millisecond', released_at = released_at - ${day} * interval '1 millisecond'
    where path = any(${paths})`
  await sweep(app, new Date(0))
  for (const path of paths) expect(await isStored(testApp, path)).toBe(false)
  expect(await calls().uploads({ id })).toEqual([])
  expect(await app.sql`select path from files where path = any(${paths})`).toEqual([])
})

test('images ahead go at once when their seller closes the account, also those of an existing product', async () => {
  const account = { name: 'Olga', email: 'olga@example.com', password: 'a lantern in the fog' }
  await ask('/api/auth/sign-up', { method: 'POST', json: account })
  const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`select id from users where email = ${account.email}`
  const olga: Person = { ...account, id, role: 'seller', status: 'active', ...(await addSession(app.db, id)) }
  const ahead = String((await send(olga, creationId(randomUUID()), small, 'a.png')).json?.path)
  const product = await calls(olga).create({ ...chair(), draft: true, imagesFollow: false })
  const chosen = String((await send(olga, product.id, small, 'b.png')).json?.path)
  expect(await isStored(testApp, ahead)).toBe(true)
  await caller(olga).account.close({ password: account.password })
  for (const path of [ahead, chosen]) await expect.poll(() => isStored(testApp, path)).toBe(false)
  await expect.poll(() => app.sql`select path from files where uploaded_by = ${id}`).toEqual([])
})
