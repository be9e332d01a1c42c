import { describe, expect, test } from 'vitest'
import type { Product, ProductChange } from '#domain/product.ts'
import { approvedProduct, chair, isStored, pendingProduct, rejectedProduct, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin } = testApp
const products = (who: Parameters<typeof caller>[0]) => caller(who).products

const edit = ({ id, version }: Pick<Product, 'id' | 'version'>, change: ProductChange, submit = false) =>
  products(seller).edit({ id, version, change, submit })
const lastEvents = async (id: string, count: number) =>
  (
    await app.sql`
    select e.kind, e.fields, d.before, d.after from events e left join event_details d on d.event_id = e.id
    where e.item_id = ${id} order by e.id desc limit ${count}`
  ).reverse()
const eventCount = async (id: string) => (await app.sql`select 1 from events where item_id = ${id}`).length
const drafted = () => products(seller).create({ ...chair(), draft: true })

describe('editing a draft, pending, rejected or archived product', () => {
  test('changes it at once; the history has the field names, with values before and after', async () => {
    const product = await drafted()
    const changed = await edit(product, { title: 'Ash chair', price: 9_000, tags: ['ash', 'new'] })
    expect(changed).toMatchObject({ title: 'Ash chair', price: 9_000, tags: ['ash', 'new'], description: product.description, version: 2 })
    expect(await lastEvents(product.id, 1)).toEqual([
      {
        kind: 'product.edit',
        fields: ['title', 'tags', 'price'],
        before: { title: 'Oak chair', tags: ['oak'], price: 12_000 },
        after: { title: 'Ash chair', tags: ['ash', 'new'], price: 9_000 },
      },
    ])
  })

  test('counts a version for reviewed fields and the price, not for stock and SKU', async () => {
    const product = await pendingProduct(testApp)
    const stocked = await edit(product, { stock: 99, sku: 'A-1' })
    expect(stocked).toMatchObject({ version: 1, stock: 99, sku: 'A-1' })
    expect(await edit(stocked, { price: 1 })).toMatchObject({ version: 2 })
  })

  test('to the same values is no change: no event, no version, no new moment', async () => {
    const product = await pendingProduct(testApp)
    const before = await eventCount(product.id)
    const same = await edit(product, { ...chair(), images: product.images.map(({ path }) => path) })
    expect(same).toEqual({ ...product, applied: [], waiting: [] })
    expect(await eventCount(product.id)).toBe(before)
  })

  test('is refused with the fresh product if another change came first', async () => {
    const product = await drafted()
    await edit(product, { title: 'First window' })
    const refusal = await edit(product, { title: 'Second window' }).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'stale-version', data: { fresh: { title: 'First window', version: 2 } } })
  })

  test('ten times at once: one edit is taken, the others are refused as stale', async () => {
    const product = await drafted()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => edit(product, { title: `Window ${at}` })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await eventCount(product.id)).toBe(2)
  })

  test('keeps a pending product complete, but not a draft', async () => {
    const pending = await pendingProduct(testApp)
    await expect(edit(pending, { description: '' })).rejects.toMatchObject({ code: 'incomplete-product', data: { field: 'description' } })
    await expect(edit(pending, { images: [] })).rejects.toMatchObject({ code: 'incomplete-product', data: { field: 'images' } })
    expect(await edit(await drafted(), { description: '', price: null })).toMatchObject({ description: '', price: null })
  })

  test('is refused for a SKU of another product', async () => {
    await edit(await drafted(), { sku: 'TAKEN' })
    await expect(edit(await drafted(), { sku: 'TAKEN' })).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
    await expect(edit(await drafted(), { sku: 'Taken' })).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
    expect(await edit(await edit(await drafted(), { sku: 'own' }), { sku: 'OWN' })).toMatchObject({ sku: 'OWN' })
  })

  test('keeps two older SKUs that differ only in case, until one of them changes', async () => {
    const first = await edit(await drafted(), { sku: 'OLD-1' })
    const { id } = await drafted()
    await app.sql`update products set sku = 'old-1', sku_clashes = true where id = ${id}`
    const second = await caller(seller).products.get({ id })
    expect(await edit(first, { sku: 'OLD-1', stock: 7 })).toMatchObject({ sku: 'OLD-1', stock: 7 })
    const saved = await edit(second, { sku: 'old-1', stock: 8 })
    expect(saved).toMatchObject({ sku: 'old-1', stock: 8 })
    await expect(edit(saved, { sku: 'Old-1' })).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
    const other = await edit(saved, { sku: 'new-1' })
    await expect(edit(other, { sku: 'old-1' })).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
  })

  test('takes a text for unchanged that an older version stored in another normal form', async () => {
    const { id } = await drafted()
    await app.sql`update products set title = ${'Cafe\u0301 table'} where id = ${id}`
    const product = await caller(seller).products.get({ id })
    expect(await edit(product, { title: 'Caf\u00e9 table' })).toMatchObject({ title: 'Cafe\u0301 table', version: product.version })
  })

  test('replaces pictures; dropped ones leave the store', async () => {
    const product = await pendingProduct(testApp, { pictures: 2 })
    const [first, second] = product.images.map(({ path }) => path)
    const third = (await upload(testApp, seller, product.id)).path
    const changed = await edit(product, { images: [third, second ?? ''] })
    expect(changed.images.map(({ path }) => path)).toEqual([third, second])
    expect(changed.version).toBe(2)
    await expect.poll(() => isStored(testApp, first ?? '')).toBe(false)
    const again = await edit(changed, { images: [second ?? '', third] })
    expect(again).toMatchObject({ version: 3 })
    // A released path is never accepted again.
    await expect(edit(again, { images: [first ?? ''] })).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'images' } })
  })

  test('ends a creation whose upload was interrupted, by adding its pictures', async () => {
    const creation = await products(seller).create({ ...chair(), draft: false, imagesFollow: true })
    const { path } = await upload(testApp, seller, creation.id)
    expect(await edit(creation, { stock: 4 })).toMatchObject({ unfinished: true })
    const finished = await edit(creation, { images: [path] })
    expect(finished).toMatchObject({ unfinished: false, status: 'pending' })
    expect((await lastEvents(creation.id, 2)).map(({ kind }) => kind)).toEqual(['product.edit', 'product.submit'])
    expect(await products(admin).get({ id: creation.id })).toMatchObject({ id: creation.id })
  })
})

describe('editing an approved product', () => {
  // That each reviewed field waits is in every-field.test.
  test('its tags wait for review, while the stock applies at once', async () => {
    const product = await approvedProduct(testApp)
    const edited = await edit(product, { tags: [], stock: 1 })
    expect(edited).toMatchObject({ applied: ['stock'], waiting: ['tags'] })
    const { applied: _, waiting: __, ...live } = edited
    expect(live).toEqual({ ...product, stock: 1, updated_at: live.updated_at, editRequestId: expect.any(String) })
  })

  test('price, stock and SKU change at once and count no version; the approval stays', async () => {
    const product = await approvedProduct(testApp)
    const changed = await edit(product, { price: 18_000, stock: 0, sku: 'NEW' })
    expect(changed).toMatchObject({
      status: 'approved',
      version: product.version,
      approvedPrice: 12_000,
      editRequestId: null,
      price: 18_000,
      stock: 0,
      sku: 'NEW',
      applied: ['price', 'stock', 'sku'],
      waiting: [],
    })
    expect(changed.updatedAt).toBe(product.updatedAt)
  })

  test.each([18_001, 5_999, 1_200])('a price of %i, more than half away from the last approved one, waits', async (price) => {
    const product = await approvedProduct(testApp)
    expect(await edit(product, { price })).toMatchObject({ price: 12_000, applied: [], waiting: ['price'] })
  })

  test('so do the second and the third of three drops of 40 %, though each is small against the one before', async () => {
    const product = await approvedProduct(testApp)
    expect(await edit(product, { price: 7_200 })).toMatchObject({ price: 7_200, applied: ['price'] })
    expect(await edit(product, { price: 4_320 })).toMatchObject({ price: 7_200, waiting: ['price'] })
    const third = await edit(product, { price: 2_592 })
    expect(third).toMatchObject({ price: 7_200, waiting: ['price'] })
    const request = await caller(seller).editRequests.get({ id: third.editRequestId ?? '' })
    expect(request).toMatchObject({ proposed: { price: 2_592 }, live: { price: 7_200 } })
    // While the request has a price, a small change joins it, too.
    expect(await edit(product, { price: 12_500 })).toMatchObject({ price: 7_200, waiting: ['price'] })
  })

  test('the whole form sent again with a new stock needs no review', async () => {
    const product = await approvedProduct(testApp)
    const whole = { ...chair(), images: product.images.map(({ path }) => path), stock: 77 }
    expect(await edit(product, whole)).toMatchObject({ stock: 77, status: 'approved', editRequestId: null })
  })

  test('fields that review needs cannot be emptied, directly or by a request', async () => {
    const product = await approvedProduct(testApp)
    await expect(edit(product, { price: null })).rejects.toMatchObject({ code: 'incomplete-product', data: { field: 'price' } })
    await expect(edit(product, { stock: null })).rejects.toMatchObject({ code: 'incomplete-product', data: { field: 'stock' } })
    await expect(edit(product, { images: [] })).rejects.toMatchObject({ code: 'incomplete-product', data: { field: 'images' } })
    await expect(edit(product, { description: '' })).rejects.toMatchObject({ code: 'incomplete-product', data: { field: 'description' } })
    expect(await products(seller).get({ id: product.id })).toEqual(product)
  })
})

describe('submitting', () => {
  test('a rejected product corrects it and sends it back to review in one call', async () => {
    const product = await rejectedProduct(testApp)
    const submitted = await edit(product, { description: 'Mended.' }, true)
    expect(submitted).toMatchObject({
      status: 'pending',
      description: 'Mended.',
      version: 2,
      rejectionReason: 'The photographs are blurred.',
    })
    expect((await lastEvents(product.id, 2)).map(({ kind }) => kind)).toEqual(['product.edit', 'product.submit'])
    expect((await products(admin).queue({})).rows.map(({ id }) => id)).toContain(product.id)
  })

  test('saves nothing either if something is missing', async () => {
    const product = await rejectedProduct(testApp)
    await expect(edit(product, { description: '', title: 'Half' }, true)).rejects.toMatchObject({ code: 'incomplete-product' })
    expect(await products(seller).get({ id: product.id })).toEqual(product)
  })

  test('a draft without pictures names them as missing', async () => {
    const { id } = await drafted()
    await expect(products(seller).submit({ id })).rejects.toMatchObject({
      code: 'incomplete-product',
      data: { field: 'images', missing: ['images'] },
    })
    const { path } = await upload(testApp, seller, id)
    const { version } = await products(seller).nameImages({ id, images: [path] })
    expect(await edit({ id, version }, {}, true)).toMatchObject({ status: 'pending', version })
  })

  test.each(['pending', 'approved', 'archived'] as const)('is refused for a product that is %s', async (status) => {
    const product = await pendingProduct(testApp)
    await app.sql`update products set status = ${status} where id = ${product.id}`
    await expect(products(seller).submit({ id: product.id })).rejects.toMatchObject({ code: 'wrong-status' })
    await expect(edit(product, { stock: 5 }, true)).rejects.toMatchObject({ code: 'wrong-status' })
    expect((await products(seller).get({ id: product.id })).stock).toBe(3)
  })
})

describe('who may edit', () => {
  test('no seller who was suspended a moment ago, by any call', async () => {
    const who = await testApp.person('Sudden')
    const product = await rejectedProduct(testApp, { seller: who })
    const { id, version } = product
    const { path } = await upload(testApp, who, id)
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const calls = [
      () => products(who).edit({ id, version, change: { title: 'Late' } }),
      () => products(who).submit({ id }),
      () => products(who).delete({ id }),
      () => products(who).discardImage({ id, path }),
      () => upload(testApp, who, id),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'account-suspended' })
    expect(await products(admin).get({ id })).toEqual({ ...product, sellerSuspended: true })
  })
})
