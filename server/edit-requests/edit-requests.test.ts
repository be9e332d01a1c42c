import { describe, expect, test } from 'vitest'
import type { Product, ProductChange } from '#domain/product.ts'
import { sweep } from '#server/files/sweep.ts'
import { expectedEdit, requestFor, waitingEdit, why } from '#server/testing/edits.ts'
import { approvedProduct, isStored, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin, secondAdmin, kindsOf } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products

const edit = ({ id, version }: Pick<Product, 'id' | 'version'>, change: ProductChange, more: { note?: string } = {}) =>
  products(seller).edit({ id, version, change, ...more })
const requestOf = (product: Pick<Product, 'id'>) => requestFor(testApp, product)

/** A released picture stays until no undo can return it; then the sweep removes it. */
async function leavesStoreAfterUndo(path: string): Promise<void> {
  await sweep(app, new Date(0))
  expect(await isStored(testApp, path)).toBe(true)
  expect(await app.sql`update files set released_at = now() where path = ${path} and released_at > now() returning path`).toHaveLength(1)
  await sweep(app, new Date(0))
  expect(await isStored(testApp, path)).toBe(false)
}

describe('a change of an approved product', () => {
  test('waits with its title and pictures, while price and stock apply at once; the live version stays on sale', async () => {
    const product = await approvedProduct(testApp)
    const { path } = await upload(testApp, seller, product.id, 'new.png')
    const edited = await edit(
      product,
      { title: 'Oiled oak chair', images: [path], price: 13_000, stock: 9 },
      { note: 'Better photographs.' },
    )
    expect(edited).toMatchObject({
      applied: ['price', 'stock'],
      waiting: ['title', 'images'],
      status: 'approved',
      version: product.version,
    })
    expect(edited).toMatchObject({ title: 'Oak chair', price: 13_000, stock: 9, images: product.images })
    const request = await requestOf(product)
    expect(request).toMatchObject({
      status: 'pending',
      version: 1,
      baseVersion: 1,
      productVersion: 1,
      fields: ['title', 'images'],
      note: 'Better photographs.',
      product_id: product.id,
      productTitle: 'Oak chair',
      seller: { id: seller.id, name: 'Sela', shopName: '', avatar: null },
      decidedBy: null,
      cover: product.images[0],
      live: { title: 'Oak chair', images: product.images },
      proposed: { title: 'Oiled oak chair', images: [{ path }] },
    })
    expect(await kindsOf(request.id)).toEqual(['editRequest.create'])
    expect((await requests(admin).queue({})).rows.map(({ id }) => id)).toContain(request.id)
    expect((await requests(seller).list({ product_id: product.id })).rows).toMatchObject([{ id: request.id }])
  })

  test('is approved in part: the title goes live, the pictures are refused with a reason and leave the store', async () => {
    const product = await approvedProduct(testApp)
    const { path } = await upload(testApp, seller, product.id, 'new.png')
    await edit(product, { title: 'Oiled oak chair', images: [path] })
    const request = await requestOf(product)
    const decided = await requests(admin).approve({ ...expectedEdit(request), refused: [{ field: 'images', ...why }] })
    expect(decided).toMatchObject({
      status: 'partly_approved',
      decidedBy: 'Ada',
      rejectionReason: why.rejectionReason,
      live: { title: 'Oak chair' },
      decisions: [
        { field: 'title', accepted: true, code: null, rejectionReason: null },
        { field: 'images', accepted: false, ...why },
      ],
    })
    const live = await products(seller).get({ id: product.id })
    expect(live).toMatchObject({ title: 'Oiled oak chair', images: product.images, version: 2, status: 'approved', editRequestId: null })
    await leavesStoreAfterUndo(path)
    expect(await isStored(testApp, product.images[0]?.path ?? '')).toBe(true)
    expect((await requests(seller).get({ id: request.id })).decidedBy).toBe(null)
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.approvePartly'])
    expect((await requests(admin).queue({})).rows.map(({ id }) => id)).not.toContain(request.id)
  })

  test('is approved as a whole: new pictures replace the old ones, which leave the store', async () => {
    const product = await approvedProduct(testApp)
    const { path } = await upload(testApp, seller, product.id, 'new.png')
    await edit(product, { images: [path], price: 50_000 })
    const request = await requestOf(product)
    expect(await requests(admin).approve(expectedEdit(request))).toMatchObject({ status: 'approved', fields: ['images', 'price'] })
    const live = await products(seller).get({ id: product.id })
    expect(live).toMatchObject({ images: [{ path }], price: 50_000, approvedPrice: 50_000, version: 2 })
    await leavesStoreAfterUndo(product.images[0]?.path ?? '')
    await products(seller).archive({ id: product.id })
    expect(await products(seller).restore({ id: product.id })).toMatchObject({ status: 'approved' })
  })

  test('joins the waiting request, as long as it waits', async () => {
    const product = await approvedProduct(testApp)
    await edit(product, { title: 'First' })
    await edit(product, { title: 'Second', description: 'Other words.' })
    const request = await requestOf(product)
    expect(request).toMatchObject({
      version: 2,
      fields: ['title', 'description'],
      proposed: { title: 'Second', description: 'Other words.' },
    })
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.edit'])
    await requests(secondAdmin).reject({ ...expectedEdit(request), ...why })
    await edit(product, { title: 'Third' })
    expect((await requests(seller).list({ product_id: product.id })).rows.map(({ status }) => status)).toEqual(['pending', 'rejected'])
  })
})

test('says of its seller whether the account is closed, suspended or an administrator’s by now', async () => {
  const who = await testApp.person('Changing')
  const { id } = (await waitingEdit(testApp, { seller: who })).request
  const sellerIs = async (role: string, status: string) => {
    await app.sql`update users set role = ${role}, status = ${status} where id = ${who.id}`
    const { sellerClosed, sellerIsAdmin, sellerSuspended } = await requests(admin).get({ id })
    return { sellerClosed, sellerIsAdmin, sellerSuspended }
  }
  const plain = { sellerClosed: false, sellerIsAdmin: false, sellerSuspended: false }
  expect(await sellerIs('seller', 'active')).toEqual(plain)
  expect(await sellerIs('admin', 'active')).toEqual({ ...plain, sellerIsAdmin: true })
  expect(await sellerIs('seller', 'suspended')).toEqual({ ...plain, sellerSuspended: true })
  expect(await sellerIs('seller', 'closed')).toEqual({ ...plain, sellerClosed: true })
})

test('a seller’s list says which products had their last change refused, for 30 days and until they request another', async () => {
  const product = await approvedProduct(testApp)
  const listed = async (who = seller) =>
    (await products(who).list({ userId: seller.id, limit: 100 })).rows.find(({ id }) => id === product.id)?.refusedChange
  await edit(product, { title: 'Very best chair' })
  expect(await listed()).toBeNull()
  await requests(admin).reject({ ...expectedEdit(await requestOf(product)), ...why })
  expect([await listed(), await listed(admin)]).toEqual(['rejected', undefined])
  const next = await edit(product, { title: 'Oiled chair', description: 'Best of all.' })
  expect(await listed()).toBeNull()
  await requests(admin).approve({ ...expectedEdit(await requestOf(next)), refused: [{ field: 'description', ...why }] })
  expect(await listed()).toBe('partly_approved')
  await app.sql`update edit_requests set decided_at = now() - interval '31 days' where product_id = ${product.id}`
  expect(await listed()).toBeNull()
})
