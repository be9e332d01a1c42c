import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProductFields } from '#domain/product.ts'
import { foldCase } from '#domain/text.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { folded } from '#server/platform/database/search-pattern.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { approvedProduct, chair, isStored, pendingProduct, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, person, seller, rival, admin, kindsOf } = testApp
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const creation = (about: Parameters<typeof chair>[0] = {}) => ({ ...chair(about), draft: false, imagesFollow: true })

const eventsOf = (id: string) =>
  app.sql<{ kind: string; fields: string[] }[]>`select kind, fields from events where item_id = ${id} order by id`

describe('creating a product', () => {
  test('makes it pending without pictures, hidden from admins until they are named', async () => {
    const product = await products(seller).create(creation())
    expect(product).toMatchObject({
      ...chair(),
      status: 'pending',
      unfinished: true,
      images: [],
      version: 1,
      seller_id: seller.id,
      submittedAt: null,
    })
    await expect(products(admin).get({ id: product.id })).rejects.toMatchObject({ code: 'not-found', message: 'Product not found!' })
    expect((await products(admin).queue({ search: 'Oak' })).rows).toEqual([])
    expect(await kindsOf(product.id)).toEqual(['product.create'])
  })

  test('names the first missing field and lists all of them', async () => {
    const refusal = await products(seller)
      .create(creation({ description: '', price: null, stock: null }))
      .catch((error) => error)
    expect(refusal).toMatchObject({ code: 'incomplete-product', status: 422 })
    expect(refusal.data).toMatchObject({ field: 'description', missing: ['description', 'price', 'stock'] })
  })

  test('that no pictures follow can only make a draft', async () => {
    await expect(products(seller).create({ ...creation(), imagesFollow: false })).rejects.toMatchObject({
      code: 'incomplete-product',
      data: { field: 'images' },
    })
    expect(await products(seller).create({ ...chair({ price: null, category: null }), draft: true, imagesFollow: false })).toMatchObject({
      status: 'draft',
      unfinished: false,
    })
  })

  test('as a draft needs a title only', async () => {
    const bare = { title: 'Bare', description: '', price: null, category: null, sku: null, stock: null, tags: [], attributes: [] }
    expect(await products(seller).create({ ...bare, draft: true })).toMatchObject({ ...bare, status: 'draft' })
    await expect(products(seller).create({ ...bare, title: 'ab', draft: true })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'title' },
    })
  })

  test.each([
    ['title', { title: 'x'.repeat(141) }],
    ['title', { title: 'line\nbreak' }],
    ['description', { description: 'x'.repeat(5_001) }],
    ['price', { price: 0 }],
    ['price', { price: -5 }],
    ['price', { price: 1.5 }],
    ['price', { price: 100_000_000_000 }],
    ['price', { price: '5' as never }],
    ['price', { price: Number.NaN }],
    ['stock', { stock: -1 }],
    ['stock', { stock: 2 ** 31 }],
    ['tags', { tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }],
    ['tags.0', { tags: [''] }],
    ['attributes.0.key', { attributes: [{ key: '', value: 'x' }] }],
    ...[
      ['Size', 'size'],
      ['Größe', 'GRO\u0308ßE'],
    ].map(
      (keys) => ['attributes.1.key', { attributes: keys.map((key) => ({ key, value: '1' })) }] satisfies [string, Partial<ProductFields>],
    ),
    ['title', { title: '\u0301\u0300\u0308' }],
    ['category', { category: '\u0301' }, 'incomplete-product'],
  ] satisfies [string, Partial<ProductFields>, string?][])(
    'a wrong %s is refused by name',
    async (field, about, code = 'invalid-argument') => {
      await expect(products(seller).create(creation(about))).rejects.toMatchObject({ code, data: { field } })
    },
  )

  test('ignores fields that a browser may not decide', async () => {
    const forged = { status: 'approved', seller_id: rival.id, version: 9, approvedPrice: 1, unfinished: false, images: [{ path: 'x' }] }
    const product = await products(seller).create({ ...creation(), ...forged } as never)
    expect(product).toMatchObject({
      status: 'pending',
      seller_id: seller.id,
      version: 1,
      approvedPrice: null,
      unfinished: true,
      images: [],
    })
  })

  test('returns texts as they were written, whatever they contain', async () => {
    const hostile = `'; drop table products; -- <script>alert(1)</script> {{7*7}} \${x} \u200f \\ "`
    const product = await products(seller).create(
      creation({ title: hostile, tags: [`{"a,b"}`, 'NULL'], attributes: [{ key: '__proto__', value: '{}' }] }),
    )
    expect(product).toMatchObject({ title: hostile, tags: [`{"a,b"}`, 'NULL'], attributes: [{ key: '__proto__', value: '{}' }] })
  })

  test('refuses a SKU that the seller already uses; another seller may use it, and no SKU is not a SKU', async () => {
    await products(seller).create(creation({ sku: 'CHAIR-1' }))
    await expect(products(seller).create(creation({ sku: 'CHAIR-1' }))).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
    for (const sku of ['chair-1', ' Chair-1 ']) {
      await expect(products(seller).create(creation({ sku }))).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
    }
    await products(rival).create(creation({ sku: 'CHAIR-1' }))
    await products(seller).create(creation({ sku: '' }))
    expect(await products(seller).create(creation({ sku: '' }))).toMatchObject({ sku: null })
  })

  test('refuses all but one of ten SKUs that differ only in case and normalisation and arrive at once', async () => {
    const skus = Array.from({ length: 10 }, (_, at) => ['café-9', 'CAFÉ-9', 'cafe\u0301-9', 'Café-9'][at % 4] ?? '')
    const outcomes = await Promise.allSettled(skus.map((sku) => products(seller).create(creation({ sku }))))
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []))).toEqual(Array(9).fill('sku-taken'))
  })

  test('stops at the limit of drafts, unfinished ones included, and a deletion makes room', async () => {
    const { draftsMax } = limits.product
    Object.assign(limits.product, { draftsMax: 2 })
    onTestFinished(() => void Object.assign(limits.product, { draftsMax }))
    const who = await person('Hoarder')
    const draft = { ...chair(), draft: true, imagesFollow: false }
    const { id } = await products(who).create(draft)
    await products(who).create(creation())
    await expect(products(who).create(draft)).rejects.toMatchObject({ code: 'too-many-drafts', status: 409 })
    await expect(products(who).create(creation())).rejects.toMatchObject({ code: 'too-many-drafts' })
    await products(who).delete({ id })
    await products(who).create(draft)
    await expect(products(who).create(draft)).rejects.toMatchObject({ code: 'too-many-drafts' })
  })

  test('the database folds SKUs as the server does', async () => {
    const skus = ['CHAIR-1', 'Stuhl-Ä', 'cafe\u0301', 'ΑΣ-ΟΔΟΣ', 'İ-ı-I', 'ẞß', 'Ж-1', '\u212a', 'ﬁ', '𐐀', '１ａＡ']
    const rows = await app.db.execute<{ folded: string }>(
      sql`select ${folded(sql`sku`)} as folded from jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb) sku`,
    )
    expect(rows.map(({ folded }) => folded)).toEqual(skus.map(foldCase))
  })

  test('with the same key gives the same product, also to twenty simultaneous requests; the same key of another seller gives another product', async () => {
    const key = randomUUID()
    const made = await Promise.all(Array.from({ length: 20 }, () => products(seller).create({ ...creation(), key })))
    const ids = new Set(made.map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(await kindsOf(made[0]?.id ?? '')).toEqual(['product.create'])
    const other = await products(rival).create({ ...creation(), key })
    expect(ids.has(other.id)).toBe(false)
  })

  test('is refused to a seller who was suspended a moment ago', async () => {
    const fleeting = await testApp.person('Fleeting')
    await app.sql`update users set status = 'suspended' where id = ${fleeting.id}`
    await expect(products(fleeting).create(creation())).rejects.toMatchObject({ code: 'account-suspended' })
    expect(await app.sql`select 1 from products where seller_id = ${fleeting.id}`).toHaveLength(0)
    expect(await app.sql`select 1 from events where actor_id = ${fleeting.id}`).toHaveLength(0)
  })
})

describe('naming the pictures', () => {
  test('ends the creation: the product enters the queue, in the order of its pictures', async () => {
    const { id } = await products(seller).create(creation({ title: 'Named' }))
    const first = await upload(testApp, seller, id, 'front.png')
    const second = await upload(testApp, seller, id, 'back.png')
    const product = await products(seller).nameImages({ id, images: [second.path, first.path] })
    expect(product).toMatchObject({ status: 'pending', unfinished: false, version: 1, images: [second, first] })
    expect(product.submittedAt).not.toBe(null)
    expect(first).toMatchObject({
      path: `products/${id}/0_front.png`,
      name: 'front.png',
      url: `/files/products/${id}/0_front.png`,
      width: 8,
      height: 6,
    })
    expect((await products(admin).queue({ search: 'Named' })).rows.map((row) => row.id)).toEqual([id])
    expect(await kindsOf(id)).toEqual(['product.create', 'product.submit'])
  })

  test('twice with the same list, also at once, gets the same answer and is recorded once', async () => {
    const { id } = await products(seller).create(creation())
    const images = [(await upload(testApp, seller, id)).path]
    const answers = await Promise.all([1, 2, 3, 4].map(() => products(seller).nameImages({ id, images })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await products(admin).approve(answers[0] as never)
    expect(await products(seller).nameImages({ id, images })).toMatchObject({ status: 'approved' })
    expect(await kindsOf(id)).toEqual(['product.create', 'product.submit', 'product.approve'])
  })

  test('accepts only uploads of this person for this product', async () => {
    const { id } = await products(seller).create(creation())
    const { id: otherId } = await products(seller).create(creation())
    const { id: rivalId } = await products(rival).create(creation())
    const wrong = [
      (await upload(testApp, seller, otherId)).path,
      (await upload(testApp, rival, rivalId)).path,
      `products/${id}/0_never.png`,
      `products/${id}/../${rivalId}/0_photo.png`,
      '../../etc/passwd',
    ]
    for (const path of wrong) {
      await expect(products(seller).nameImages({ id, images: [path] })).rejects.toMatchObject({ code: 'invalid-argument' })
    }
    const mine = (await upload(testApp, seller, id)).path
    await expect(products(seller).nameImages({ id, images: [mine, mine] })).rejects.toMatchObject({ code: 'invalid-argument' })
    await expect(products(rival).nameImages({ id, images: [mine] })).rejects.toMatchObject({ code: 'not-found' })
    expect(await products(seller).get({ id })).toMatchObject({ unfinished: true, images: [] })
  })

  test('refuses an upload that is not stored yet', async () => {
    const { id } = await products(seller).create(creation())
    const { path } = await upload(testApp, seller, id)
    await app.sql`update files set stored_at = null where path = ${path}`
    await expect(products(seller).nameImages({ id, images: [path] })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'images' },
    })
  })

  test('needs at least one picture for review and takes at most ten', async () => {
    const { id } = await products(seller).create(creation())
    await expect(products(seller).nameImages({ id, images: [] })).rejects.toMatchObject({
      code: 'incomplete-product',
      data: { field: 'images' },
    })
    const eleven = Array.from({ length: 11 }, (_, at) => `products/${id}/${at}_x.png`)
    await expect(products(seller).nameImages({ id, images: eleven })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'images' },
    })
  })

  test('of a draft is an edit, and pictures that it drops are deleted', async () => {
    const { id } = await products(seller).create({ ...chair(), draft: true })
    const one = await upload(testApp, seller, id)
    const other = await upload(testApp, seller, id)
    expect(await products(seller).nameImages({ id, images: [one.path] })).toMatchObject({ status: 'draft', version: 2 })
    expect(await products(seller).nameImages({ id, images: [one.path] })).toMatchObject({ version: 2 })
    await products(seller).nameImages({ id, images: [other.path] })
    expect(await eventsOf(id)).toEqual([
      { kind: 'product.create', fields: [] },
      { kind: 'product.edit', fields: ['images'] },
      { kind: 'product.edit', fields: ['images'] },
    ])
    await expect.poll(() => app.sql`select path from files where product_id = ${id}`).toEqual([{ path: other.path }])
    expect(await isStored(testApp, one.path)).toBe(false)
  })

  test('cannot change a product under review or a decided one', async () => {
    const product = await approvedProduct(testApp)
    const { path } = await upload(testApp, seller, product.id)
    await expect(products(seller).nameImages({ id: product.id, images: [path] })).rejects.toMatchObject({ code: 'wrong-status' })
  })
})

describe('discarding an upload', () => {
  test('removes it from the store, once or twice', async () => {
    const { id } = await products(seller).create(creation())
    const { path } = await upload(testApp, seller, id)
    await products(seller).discardImage({ id, path })
    await products(seller).discardImage({ id, path })
    await expect.poll(() => isStored(testApp, path)).toBe(false)
    await expect.poll(() => app.sql`select path from files where product_id = ${id}`.then((rows) => rows.length)).toBe(0)
  })

  test('does not touch a picture that a product names, nor uploads of other people', async () => {
    const product = await pendingProduct(testApp)
    const path = product.images[0]?.path ?? ''
    await expect(products(seller).discardImage({ id: product.id, path })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'path' },
    })
    await expect(products(rival).discardImage({ id: product.id, path })).rejects.toMatchObject({
      code: 'not-found',
      message: 'Product not found!',
    })
    await expect(products(rival).discardImage({ id: newId(), path })).rejects.toMatchObject({
      code: 'not-found',
      message: 'Product not found!',
    })
    const { id } = await products(rival).create(creation())
    await products(rival).discardImage({ id, path })
    expect(await isStored(testApp, path)).toBe(true)
  })
})

describe('deleting', () => {
  test('removes the product with its pictures; the history still has its title', async () => {
    const product = await pendingProduct(testApp, { pictures: 2 })
    const { path: unnamed } = await upload(testApp, seller, product.id)
    await products(seller).delete({ id: product.id })
    await expect(products(seller).get({ id: product.id })).rejects.toMatchObject({ code: 'not-found' })
    for (const path of [...product.images.map((image) => image.path), unnamed]) {
      await expect.poll(() => isStored(testApp, path)).toBe(false)
    }
    await expect.poll(() => app.sql`select path from files where product_id = ${product.id}`.then((rows) => rows.length)).toBe(0)
    const [event] =
      await app.sql`select d.title from events e join event_details d on d.event_id = e.id where e.item_id = ${product.id} and e.kind = 'product.delete'`
    expect(event).toEqual({ title: 'Oak chair' })
    await expect(products(seller).delete({ id: product.id })).rejects.toMatchObject({ code: 'not-found', message: 'Product not found!' })
  })

  test('by an admin is part of the history', async () => {
    const product = await approvedProduct(testApp)
    await products(admin).delete({ id: product.id })
    expect(await kindsOf(product.id)).toContain('product.delete')
  })

  test('deletes a draft among many only while it is one', async () => {
    const { id } = await pendingProduct(testApp)
    await expect(products(seller).delete({ id, status: 'draft' })).rejects.toMatchObject({ code: 'wrong-status' })
    expect(await products(seller).get({ id })).toMatchObject({ status: 'pending' })
    await products(seller).withdraw({ id })
    await products(seller).delete({ id, status: 'draft' })
    await expect(products(seller).get({ id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('succeeds even if the store fails; the files are removed later', async () => {
    const product = await pendingProduct(testApp)
    const path = product.images[0]?.path ?? ''
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = { ...app, storage: { ...app.storage, remove: () => Promise.reject(new Error('The disk is gone.')) } }
    const { deleteProduct } = await import('#server/products/delete-product.ts')
    await deleteProduct(broken, seller, product.id)
    await expect.poll(() => complaint.mock.calls.length).toBe(1)
    expect(await app.sql`select released_at is not null as released from files where path = ${path}`).toEqual([{ released: true }])
    await removeReleased(app, [path])
    expect(await app.sql`select 1 from files where path = ${path}`).toHaveLength(0)
  })
})
