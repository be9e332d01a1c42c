import { describe, expect, test } from 'vitest'
import type { ProductChange } from '#domain/product.ts'
import { newId } from '#server/database/new-id.ts'
import { sweep } from '#server/images/sweep.ts'
import { openDoor } from '#server/testing/door.ts'
import { importedEdit, requestFor, seenEdit, waitingEdit, why } from '#server/testing/edits.ts'
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
  const save = (id: string, change: ProductChange, seen: { id: string; version: number }) =>
    products(seller).edit({ id, version: 1, change, seenRequest: { id: seen.id, version: seen.version } })

  test('takes a field back by its live value, and the whole request by the last of them', async () => {
    const { product, request } = await waitingEdit(world, { change: { title: 'Oiled chair', tags: ['oiled'] } })
    const saved = await save(product.id, { title: 'Oak chair', stock: 8 }, request)
    expect(saved).toMatchObject({ applied: ['stock'], waiting: [], editRequestId: request.id })
    const left = await requestFor(world, product)
    expect(left).toMatchObject({ version: 2, fields: ['tags'], proposed: { tags: ['oiled'] }, live: { tags: ['oak'] } })
    expect(await save(product.id, { tags: ['oak'] }, left)).toMatchObject({ editRequestId: null })
    expect(await statusOf(request.id)).toBe('withdrawn')
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.edit', 'editRequest.withdraw'])
  })

  test('that rests on an older or a decided request is refused, and takes nothing back', async () => {
    const { product, request } = await waitingEdit(world)
    await products(seller).edit({ id: product.id, version: 1, change: { tags: ['other', 'window'] } })
    const before = await fingerprint(app)
    await expect(save(product.id, { title: 'Oak chair' }, request)).rejects.toMatchObject({
      code: 'stale-version',
      data: { fresh: { id: product.id, editRequestId: request.id } },
    })
    expect(await fingerprint(app)).toEqual(before)
    await requests(admin).reject({ ...seenEdit(await requestFor(world, product)), ...why })
    await expect(save(product.id, { title: 'Third' }, { ...request, version: 2 })).rejects.toMatchObject({ code: 'stale-version' })
  })

  test('that rests on a request of the same number, but not the one that waits, is refused', async () => {
    const { product, request } = await waitingEdit(world, { change: { title: 'First', tags: ['a'] } })
    await requests(admin).reject({ ...seenEdit(request), ...why })
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Second', description: 'Other words.' } })
    const before = await fingerprint(app)
    const whole = { title: 'First', tags: ['a'], description: product.description }
    await expect(save(product.id, whole, request)).rejects.toMatchObject({ code: 'stale-version' })
    expect(await fingerprint(app)).toEqual(before)
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

  test('a note to nothing that waits is refused by name, with all that came along', async () => {
    const product = await approvedProduct(world)
    const before = await fingerprint(app)
    const save = products(seller).edit({ id: product.id, version: 1, change: { stock: 5 }, note: 'Restocked.' })
    await expect(save).rejects.toMatchObject({
      code: 'nothing-proposed',
      data: { field: 'note' },
      message: expect.stringContaining('note'),
    })
    expect(await fingerprint(app)).toEqual(before)
    expect(await products(seller).edit({ id: product.id, version: 1, change: { stock: 5 }, note: '' })).toMatchObject({ stock: 5 })
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

describe('a price of a product that came onto the market without a judged one', () => {
  test('waits where it is far from the live one, and small steps never make a large one', async () => {
    const product = await approvedProduct(world)
    await app.sql`update products set approved_price = null where id = ${product.id}`
    const price = (value: number) => products(seller).edit({ id: product.id, version: 1, change: { price: value } })
    expect(await price(6_000)).toMatchObject({ applied: ['price'], price: 6_000, approvedPrice: 12_000 })
    expect(await price(3_000)).toMatchObject({ applied: [], waiting: ['price'], price: 6_000 })
    const other = await approvedProduct(world)
    await app.sql`update products set approved_price = null where id = ${other.id}`
    const drop = products(seller).edit({ id: other.id, version: 1, change: { price: 1_200 } })
    expect(await drop).toMatchObject({ waiting: ['price'], price: 12_000 })
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

  test('that says the same with another note keeps the note', async () => {
    const { product, request } = await waitingEdit(world)
    const again = { product_id: product.id, version: 1, payload: { title: 'Oiled oak chair' } }
    expect(await requests(seller).create({ ...again, note: 'Please hurry.' })).toMatchObject({
      ...{ id: request.id, version: 2, note: 'Please hurry.', fields: ['title'], proposed: { title: 'Oiled oak chair' } },
    })
    expect(await requests(seller).create(again)).toMatchObject({ version: 2, note: 'Please hurry.' })
    expect(await requests(seller).create({ ...again, note: '' })).toMatchObject({ version: 3, note: null })
  })

  test('with the live price takes back the one that waits, and the whole request where nothing else does', async () => {
    const { product, request } = await waitingEdit(world, { change: { price: 1_200, title: 'Cheap chair' } })
    expect(await create(product, { price: 12_000 })).toMatchObject({ fields: ['title'], proposed: { title: 'Cheap chair' } })
    const { product: other, request: its } = await waitingEdit(world, { change: { price: 1_200 } })
    expect(await create(other, { price: 12_000 })).toMatchObject({ id: its.id, status: 'withdrawn' })
    expect(await products(seller).get({ id: other.id })).toMatchObject({ price: 12_000, editRequestId: null })
    expect(await statusOf(request.id)).toBe('pending')
    await expect(create(product, { title: 'Oak chair' })).rejects.toMatchObject({ code: 'nothing-proposed' })
  })

  test('cannot ask for a SKU that another product of the seller has, nor can an edit where SKUs are reviewed', async () => {
    await approvedProduct(world, { fields: { sku: 'TAKEN' } })
    await approvedProduct(world, { seller: rival, fields: { sku: 'RIVALS' } })
    const product = await approvedProduct(world)
    await expect(create(product, { sku: 'TAKEN' })).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'payload.sku' } })
    expect(await create(product, { sku: 'RIVALS' })).toMatchObject({ proposed: { sku: 'RIVALS' } })
    const edit = products(seller).edit({ id: product.id, version: 1, change: { sku: 'TAKEN' } })
    await expect(edit).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
  })

  test('of somebody suspended a moment ago leaves nothing: no picture proposed, nothing superseded', async () => {
    const who = await world.person('Sudden')
    const product = await approvedProduct(world, { seller: who })
    const waits = await importedEdit(world, product, { a: 1 })
    const images = [(await upload(world, who, product.id, 'x.png')).path]
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const before = await fingerprint(app)
    await expect(create(product, { images, title: 'Hello' }, who)).rejects.toMatchObject({ code: 'account-suspended' })
    expect(await fingerprint(app)).toEqual(before)
    expect(await statusOf(waits)).toBe('pending')
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
  const waiting = async () => {
    const [row] = await app.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return row?.n
  }
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
    await app.sql`update files set created_at = now() - interval '3 days', proposed_at = proposed_at - interval '2 days'
      where product_id = ${product.id}`
    await sweep(app, new Date(0))
    expect(await isStored(world, proposed)).toBe(true)
    await requests(seller).withdraw({ id: request.id })
    await expect.poll(() => isStored(world, proposed)).toBe(false)
    expect(await isStored(world, product.images[0]?.path ?? '')).toBe(true)
  })

  test('in the very moment in which the product leaves the sale do not stay for ever', async () => {
    const { product } = await waitingEdit(world)
    const { path } = await upload(world, seller, product.id, 'late.png')
    const holder = await app.sql.reserve()
    await holder`begin`
    await holder`select from products where id = ${product.id} for no key update`
    const edit = products(seller).edit({ id: product.id, version: 1, change: { images: [path] } })
    await expect.poll(waiting).toBe(1)
    const gone = products(admin).archive({ id: product.id })
    await expect.poll(waiting).toBe(2)
    await holder`commit`
    holder.release()
    await Promise.all([edit, gone])
    await app.sql`update files set created_at = now() - interval '3 days', proposed_at = proposed_at - interval '2 days'
      where product_id = ${product.id}`
    await sweep(app, new Date(0))
    expect(await isStored(world, path)).toBe(false)
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
