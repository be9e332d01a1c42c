import { describe, expect, test } from 'vitest'
import type { ProductChange } from '#domain/product.ts'
import { newId } from '#server/database/new-id.ts'
import { sweep } from '#server/images/sweep.ts'
import { openDoor } from '#server/testing/door.ts'
import { requestFor, seenEdit, waitingEdit, why } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct, isStored, pendingProduct, upload } from '#server/testing/listing.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, seller, rival, admin } = world
const { ask } = await openDoor(app)
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const statusOf = async (id: string) => (await requests(admin).get({ id })).status
const kindsOf = async (id: string) =>
  (await app.sql<{ kind: string }[]>`select kind from events where item_id = ${id} order by id`).map(({ kind }) => kind)

describe('a form that shows what waits', () => {
  const save = (id: string, change: ProductChange, requestVersion: number) =>
    products(seller).edit({ id, version: 1, change, requestVersion })

  test('takes a field back by its live value, and the whole request by the last of them', async () => {
    const { product, request } = await waitingEdit(world, { change: { title: 'Oiled chair', tags: ['oiled'] } })
    const saved = await save(product.id, { title: 'Oak chair', stock: 8 }, request.version)
    expect(saved).toMatchObject({ applied: ['stock'], waiting: [], editRequestId: request.id })
    const left = await requestFor(world, product)
    expect(left).toMatchObject({ version: 2, fields: ['tags'], proposed: { tags: ['oiled'] }, live: { tags: ['oak'] } })
    expect(await save(product.id, { tags: ['oak'] }, left.version)).toMatchObject({ editRequestId: null })
    expect(await statusOf(request.id)).toBe('withdrawn')
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.edit', 'editRequest.withdraw'])
  })

  test('that rests on an older or a decided request is refused, and takes nothing back', async () => {
    const { product, request } = await waitingEdit(world)
    await products(seller).edit({ id: product.id, version: 1, change: { tags: ['other', 'window'] } })
    const before = await fingerprint(app)
    await expect(save(product.id, { title: 'Oak chair' }, request.version)).rejects.toMatchObject({
      code: 'stale-version',
      data: { fresh: { id: product.id, editRequestId: request.id } },
    })
    expect(await fingerprint(app)).toEqual(before)
    await requests(admin).reject({ ...seenEdit(await requestFor(world, product)), ...why })
    await expect(save(product.id, { title: 'Third' }, 2)).rejects.toMatchObject({ code: 'stale-version' })
  })

  test('that knows of no request takes nothing back, whatever it sends', async () => {
    const { product, request } = await waitingEdit(world)
    const whole = { title: 'Oak chair', tags: ['oak'], description: product.description, images: product.images.map(({ path }) => path) }
    expect(await products(seller).edit({ id: product.id, version: 1, change: whole })).toMatchObject({ applied: [], waiting: [] })
    expect(await requestFor(world, product)).toEqual(request)
  })

  test('a note goes along, can be changed and taken away, and is told to admins', async () => {
    const product = await approvedProduct(world)
    const say = (change: ProductChange, note: string) => products(seller).edit({ id: product.id, version: 1, change, note })
    await say({ title: 'Noted chair' }, 'As we spoke on the phone.')
    expect(await requestFor(world, product)).toMatchObject({ note: 'As we spoke on the phone.', version: 1 })
    await say({}, 'Never mind the phone.')
    expect(await requestFor(world, product)).toMatchObject({ note: 'Never mind the phone.', version: 2 })
    await say({ title: 'Noted chair' }, '')
    expect(await requestFor(world, product)).toMatchObject({ note: null, proposed: { title: 'Noted chair' } })
  })

  test('the same change again is no change: no event, no version', async () => {
    const { product, request } = await waitingEdit(world)
    expect(await products(seller).edit({ id: product.id, version: 1, change: { title: 'Oiled oak chair' } })).toMatchObject({
      waiting: ['title'],
    })
    expect(await requestFor(world, product)).toEqual(request)
    expect(await kindsOf(request.id)).toEqual(['editRequest.create'])
  })

  test('of ten first changes at once all end up in one request', async () => {
    const product = await approvedProduct(world)
    const change = (at: number) => products(seller).edit({ id: product.id, version: 1, change: { title: `Chair number ${at}` } })
    await Promise.all(Array.from({ length: 10 }, (_, at) => change(at)))
    expect((await requests(seller).list({ product_id: product.id })).rows).toMatchObject([{ status: 'pending', version: 10 }])
  })
})

describe('what an operator lets pass', () => {
  test('applies at once from then on, but for what waits already', async () => {
    const { product } = await waitingEdit(world, { change: { title: 'Waiting chair' } })
    await caller(admin).settings.edit({ change: { reviewedFields: ['images'], priceReviewPercent: 0 } })
    try {
      const change = { title: 'Still waiting', description: 'At once.', price: 12_001 }
      expect(await products(seller).edit({ id: product.id, version: 1, change })).toMatchObject({
        ...{ applied: ['description'], waiting: ['title', 'price'], title: 'Oak chair', description: 'At once.', version: 1 },
      })
      expect((await caller(seller).users.me()).settings).toMatchObject({ reviewedFields: ['images'], priceReviewPercent: 0 })
    } finally {
      const reviewedFields = ['title', 'description', 'images', 'category', 'tags', 'attributes'] as const
      await caller(admin).settings.edit({ change: { reviewedFields: [...reviewedFields], priceReviewPercent: 50 } })
    }
  })

  test.each([
    [{ reviewedFields: ['stock'] }, 'reviewedFields'],
    [{ reviewedFields: ['title', 'title'] }, 'reviewedFields'],
    [{ priceReviewPercent: -1 }, 'priceReviewPercent'],
    [{ priceReviewPercent: 1_001 }, 'priceReviewPercent'],
  ])('settings such as %j are refused by name', async (change, field) => {
    const refusal = await caller(admin)
      .settings.edit({ change: change as never })
      .catch((error) => error)
    expect(refusal.code).toBe('invalid-argument')
    expect(refusal.data.field).toMatch(new RegExp(`^change\\.${field}`))
  })
})

describe('a request as a document (spec §7)', () => {
  const create = (product: { id: string; version: number }, payload: unknown, who = seller) =>
    requests(who).create({ product_id: product.id, version: product.version, payload: payload as never })

  test('proposes whatever it names, also what would apply at once, and joins what waits', async () => {
    const { product, request } = await waitingEdit(world)
    expect(await create(product, { price: 12_500, sku: 'DOC' })).toMatchObject({
      ...{ id: request.id, version: 2, fields: ['title', 'price', 'sku'] },
      proposed: { title: 'Oiled oak chair', price: 12_500, sku: 'DOC' },
    })
    expect(await products(seller).get({ id: product.id })).toMatchObject({ price: 12_000, sku: null })
  })

  test('that changes nothing, or what is not on sale, or an older version, is refused and stored nowhere', async () => {
    const product = await approvedProduct(world)
    const pending = await pendingProduct(world)
    const before = await fingerprint(app)
    await expect(create(product, {})).rejects.toMatchObject({ code: 'nothing-proposed' })
    await expect(create(product, { title: 'Oak chair' })).rejects.toMatchObject({ code: 'nothing-proposed' })
    await expect(create(pending, { title: 'Other chair' })).rejects.toMatchObject({
      code: 'wrong-status',
      data: { fresh: { status: 'pending' } },
    })
    await expect(create({ ...product, version: 7 }, { title: 'Other chair' })).rejects.toMatchObject({ code: 'stale-version' })
    await expect(create(product, { description: '' })).rejects.toMatchObject({ code: 'incomplete-product' })
    await expect(create(product, { title: 'Other chair' }, rival)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Product not found!',
    })
    expect(await fingerprint(app)).toEqual(before)
  })

  test.each([
    ['a megabyte', JSON.stringify({ description: 'x'.repeat(1_000_000) }), 'payload', 'This is too large.'],
    ['a depth of 200', `{"attributes":${'['.repeat(200)}${']'.repeat(200)}}`, undefined, 'This is nested too deep.'],
    ['a depth of 20', `{"attributes":${'['.repeat(20)}${']'.repeat(20)}}`, 'payload.attributes', 'This is nested too deep.'],
    ['__proto__', '{"__proto__":{"status":"approved"}}', 'payload.__proto__', 'There is no such field.'],
    ['fields that do not exist', '{"colour":"red"}', 'payload.colour', 'A product has no such field.'],
    ['a status', '{"status":"archived"}', 'payload.status', 'A product has no such field.'],
  ])('with %s is refused over the wire, clearly and without a trace', async (_, payload, field, message) => {
    const product = await approvedProduct(world)
    const before = await fingerprint(app)
    const body = `{"json":{"product_id":"${product.id}","version":1,"payload":${payload}}}`
    const headers = { 'content-type': 'application/json' }
    const told = await ask('/rpc/editRequests/create', { as: seller, method: 'POST', headers, body })
    expect([told.status, told.json?.json]).toMatchObject([400, { code: 'invalid-argument', message, data: field ? { field } : {} }])
    expect(await fingerprint(app)).toEqual(before)
  })
})

describe('proposed pictures', () => {
  const look = async (path: string, as: typeof seller | null) => (await ask(`/files/${path}`, { as })).status

  test('are for their seller and admins alone until they are accepted; the live ones stay for everybody', async () => {
    const { product, request, proposed } = await waitingEdit(world, { picture: true })
    const live = product.images[0]?.path ?? ''
    const everybody = [seller, admin, rival, null]
    const statuses = (path: string) => Promise.all(everybody.map((who) => look(path, who)))
    expect(await statuses(proposed)).toEqual([200, 200, 404, 404])
    expect(await statuses(`thumbnails/160/${proposed}.webp`)).toEqual([200, 200, 404, 404])
    expect(await statuses(live)).toEqual([200, 200, 200, 200])
    await requests(admin).approve(seenEdit(request))
    expect(await statuses(proposed)).toEqual([200, 200, 200, 200])
    expect(await statuses(live)).toEqual([404, 404, 404, 404])
  })

  test('are no orphans as long as they wait, and are swept when the request ends', async () => {
    const { product, request, proposed } = await waitingEdit(world, { picture: true })
    await app.sql`update files set created_at = now() - interval '3 days' where product_id = ${product.id}`
    await sweep(app, new Date(0))
    expect(await isStored(world, proposed)).toBe(true)
    await requests(seller).withdraw({ id: request.id })
    await expect.poll(() => isStored(world, proposed)).toBe(false)
    expect(await isStored(world, product.images[0]?.path ?? '')).toBe(true)
  })

  test('that another change drops leave the store, those it keeps stay', async () => {
    const { product, proposed } = await waitingEdit(world, { picture: true })
    const other = (await upload(world, seller, product.id, 'other.png')).path
    await products(seller).edit({ id: product.id, version: 1, change: { images: [other, product.images[0]?.path ?? ''] } })
    await expect.poll(() => isStored(world, proposed)).toBe(false)
    expect(await isStored(world, other)).toBe(true)
    await products(seller).discardImage({ id: product.id, path: other })
    expect(await isStored(world, other)).toBe(true)
    const { proposed: values } = await requestFor(world, product)
    expect(values?.images?.map(({ path }) => path)).toEqual([other, product.images[0]?.path])
    expect(await products(seller).uploads({ id: product.id })).toEqual([])
  })

  test('that were never uploaded, or belong to another product, are refused, by both doors', async () => {
    const product = await approvedProduct(world)
    const another = await approvedProduct(world)
    const theirs = await approvedProduct(world, { seller: rival })
    const foreign = (await upload(world, seller, another.id)).path
    const before = await fingerprint(app)
    const strange = [
      `products/${product.id}/99_no.png`,
      foreign,
      another.images[0]?.path ?? '',
      theirs.images[0]?.path ?? '',
      `products/${newId()}/0_a.png`,
    ]
    for (const path of strange) {
      const images = [path]
      const refusal = { code: 'invalid-argument', message: expect.stringContaining('was not uploaded for this product') }
      await expect(products(seller).edit({ id: product.id, version: 1, change: { images } })).rejects.toMatchObject({
        ...refusal,
        data: { field: 'images' },
      })
      await expect(requests(seller).create({ product_id: product.id, version: 1, payload: { images } })).rejects.toMatchObject({
        ...refusal,
        data: { field: 'payload.images' },
      })
    }
    expect(await fingerprint(app)).toEqual(before)
  })
})

describe('withdrawing', () => {
  test('leaves the product as it is, empties the queue and the admins’ bells, and cannot be done twice', async () => {
    const { product, request } = await waitingEdit(world)
    expect(await requests(seller).withdraw({ id: request.id })).toMatchObject({ status: 'withdrawn', decidedBy: null })
    expect(await products(seller).get({ id: product.id })).toEqual({ ...product, editRequestId: null })
    await expect(requests(seller).withdraw({ id: request.id })).rejects.toMatchObject({
      code: 'wrong-status',
      data: { fresh: { status: 'withdrawn' } },
    })
    await expect(requests(admin).approve(seenEdit(request))).rejects.toMatchObject({
      ...{ code: 'wrong-status', message: 'The seller has withdrawn this meanwhile.' },
    })
    const bell = async () =>
      (await caller(admin).notifications.list({})).rows.find(
        ({ productId, link }) => productId === product.id && link?.includes(request.id),
      )
    await expect.poll(bell).toMatchObject({ isRead: true })
  })

  test('after the decision is too late, and a seller suspended a moment ago withdraws nothing', async () => {
    const { request } = await waitingEdit(world)
    await requests(admin).approve(seenEdit(request))
    await expect(requests(seller).withdraw({ id: request.id })).rejects.toMatchObject({
      code: 'already-decided',
      data: { decidedBy: null },
    })
    const who = await world.person('Sudden')
    const { product, request: his } = await waitingEdit(world, { seller: who })
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const late = { id: product.id, version: 1, change: { title: 'Too late' } }
    await expect(requests(who).withdraw({ id: his.id })).rejects.toMatchObject({ code: 'account-suspended' })
    await expect(products(who).edit(late)).rejects.toMatchObject({ code: 'account-suspended' })
    await expect(requests(who).create({ product_id: product.id, version: 1, payload: { title: 'Too late' } })).rejects.toMatchObject({
      code: 'account-suspended',
    })
    expect(await requests(admin).get({ id: his.id })).toEqual(his)
  })
})
