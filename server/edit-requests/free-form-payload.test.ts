import { describe, expect, test } from 'vitest'
import type { Product } from '#domain/product.ts'
import { openDoor } from '#server/testing/door.ts'
import { importedEdit, requestFor, seenEdit, why } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct } from '#server/testing/listing.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, seller, rival, admin } = world
const { ask } = await openDoor(app)
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const create = ({ id, version }: Pick<Product, 'id' | 'version'>, payload: Record<string, unknown>, note?: string) =>
  requests(seller).create({ product_id: id, version, payload, ...(note !== undefined && { note }) })
const wish = { colour: 'red', '🪑': ['a', { deep: 'er' }], لون: 'أحمر', toString: 'mine' }

describe('a payload with keys that mean nothing to Backstall', () => {
  test('is stored and shown to its seller and to admins, and its approval applies the other keys alone', async () => {
    const product = await approvedProduct(world)
    const made = await create(product, { title: 'Ash chair', ...wish })
    expect(made).toMatchObject({ fields: ['title'], proposed: { title: 'Ash chair' }, payload: { title: 'Ash chair', ...wish } })
    expect(Object.keys(made.proposed ?? {})).toEqual(['title'])
    for (const who of [seller, admin]) expect((await requests(who).get({ id: made.id })).payload).toEqual({ title: 'Ash chair', ...wish })
    await expect(requests(rival).get({ id: made.id })).rejects.toMatchObject({ code: 'not-found' })

    const before = await products(seller).get({ id: product.id })
    expect(await requests(admin).approve(seenEdit(made))).toMatchObject({ status: 'approved', payload: wish })
    const { title, ...after } = await products(seller).get({ id: product.id })
    expect(title).toBe('Ash chair')
    const moved = { version: expect.any(Number), updated_at: expect.any(String), editRequestId: null, approvedPrice: expect.any(Number) }
    const { title: _, ...rest } = before
    expect(after).toEqual({ ...rest, ...moved })
    const [row] = await app.sql`select to_jsonb(p)::text as all from products p where id = ${product.id}`
    expect(row?.all).not.toContain('deep')
  })

  test('and with no other can only be closed: rejected by an admin, withdrawn by its seller', async () => {
    for (const close of ['reject', 'withdraw'] as const) {
      const product = await approvedProduct(world)
      const made = await create(product, wish, 'Please.')
      expect(made).toMatchObject({ fields: [], proposed: null, payload: wish, note: 'Please.', status: 'pending' })
      const before = await fingerprint(app)
      await expect(requests(admin).approve(seenEdit(made))).rejects.toMatchObject({ code: 'payload-unknown' })
      expect(await fingerprint(app)).toEqual(before)
      expect((await requests(admin).queue({})).rows.map(({ id }) => id)).toContain(made.id)
      const closed = close === 'reject' ? requests(admin).reject({ ...seenEdit(made), ...why }) : requests(seller).withdraw({ id: made.id })
      expect(await closed).toMatchObject({ status: close === 'reject' ? 'rejected' : 'withdrawn', payload: wish })
      expect(await products(seller).get({ id: product.id })).toMatchObject({ title: product.title, version: 1, editRequestId: null })
    }
  })

  test('joins what waits, and the next change on the form keeps it', async () => {
    const product = await approvedProduct(world)
    const { id } = await create(product, { title: 'Ash chair', ...wish })
    expect((await create(product, { colour: 'blue', size: 5 })).payload).toEqual({ title: 'Ash chair', ...wish, colour: 'blue', size: 5 })
    await products(seller).edit({ id: product.id, version: 1, change: { category: 'Chairs' }, note: 'And this.' })
    const request = await requestFor(world, product)
    expect(request).toMatchObject({
      id,
      version: 3,
      fields: ['title', 'category'],
      note: 'And this.',
      payload: { colour: 'blue', size: 5 },
    })
    const { title, category } = product
    await products(seller).edit({ id: product.id, version: 1, change: { title, category }, seenRequest: request })
    expect(await requestFor(world, product)).toMatchObject({ id, fields: [], proposed: null, status: 'pending', payload: { size: 5 } })
  })

  test('that can only be closed gives way to a change, which takes its keys and its note along', async () => {
    const product = await approvedProduct(world)
    const { id } = await create(product, wish, 'Please.')
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Ash chair' } })
    const request = await requestFor(world, product)
    expect(request).toMatchObject({ fields: ['title'], note: 'Please.', version: 1 })
    expect(request.payload).toEqual({ ...wish, title: 'Ash chair' })
    expect(await requests(seller).get({ id })).toMatchObject({ status: 'superseded', payload: wish })
  })

  test('that says the same again changes nothing, in whatever order its keys stand', async () => {
    const product = await approvedProduct(world)
    const { id } = await create(product, { a: 1, b: { c: 2, d: 3 } })
    const before = await fingerprint(app)
    expect(await create(product, { b: { d: 3, c: 2 }, a: 1 })).toMatchObject({ id, version: 1 })
    expect(await fingerprint(app)).toEqual(before)
  })

  test('cannot grow past 64 kB by joining', async () => {
    const product = await approvedProduct(world)
    await create(product, { first: 'x'.repeat(40_000) })
    const before = await fingerprint(app)
    await expect(create(product, { second: 'x'.repeat(40_000) })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'payload' },
      message: 'Together with the change that is already pending, this is too large.',
    })
    expect(await fingerprint(app)).toEqual(before)
    expect(await create(product, { first: 'y'.repeat(60_000) })).toMatchObject({ payload: { first: 'y'.repeat(60_000) } })
  })

  test('takes nothing over from an import that names what only the server sets', async () => {
    const product = await approvedProduct(world)
    const imported = await importedEdit(world, product, { status: 'approved', a: 1 })
    expect(await create(product, { b: 2 })).toMatchObject({ payload: { b: 2 }, version: 1 })
    expect(await requests(admin).get({ id: imported })).toMatchObject({ status: 'superseded' })
  })

  test('stands in the history with what was asked for before and after', async () => {
    const product = await approvedProduct(world)
    const { id } = await create(product, { title: 'Ash chair', colour: 'red', size: 5 })
    await create(product, { colour: 'blue' })
    const told = async () => (await caller(admin).history.list({ search: id })).rows
    await expect.poll(async () => (await told()).length).toBe(2)
    const [edited, created] = await told()
    expect(created).toMatchObject({
      description: 'A change of “Oak chair” was requested: title, additional fields.',
      after: { title: 'Ash chair', extra: { colour: 'red', size: 5 } },
    })
    expect(edited).toMatchObject({ fields: ['extra'], before: { extra: { colour: 'red' } }, after: { extra: { colour: 'blue' } } })
  })

  test('is taken over the wire with the last of two equal keys', async () => {
    const product = await approvedProduct(world)
    const payload = '{"title":"First","colour":"red","title":"Second","colour":"blue"}'
    const body = `{"json":{"product_id":"${product.id}","version":1,"payload":${payload}}}`
    const headers = { 'content-type': 'application/json' }
    const told = await ask('/rpc/editRequests/create', { as: seller, method: 'POST', headers, body })
    expect([told.status, told.json?.json]).toMatchObject([200, { payload: { title: 'Second', colour: 'blue' } }])
  })
})
