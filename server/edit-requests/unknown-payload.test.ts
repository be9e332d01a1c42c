import { describe, expect, test } from 'vitest'
import { expectedEdit, importedEdit, requestFor } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct, isStored, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products

const strange = [null, { images: 5 }, { images: 'abc' }, { images: [null] }, { a: 1 }, [1], 'make it blue', 5]
const dangerous = { title: '', attributes: 'abc', tags: ['x'.repeat(500)], price: -5, x: 1 }

describe('an unknown payload', () => {
  test('does not become a proposal by a note, which is refused, and its request still waits', async () => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, dangerous)
    const before = await fingerprint(app)
    for (const change of [{}, { stock: 5 }]) {
      const noted = products(seller).edit({ id: product.id, version: 1, change, note: 'Hello.' })
      await expect(noted).rejects.toMatchObject({ code: 'nothing-proposed', data: { field: 'note' } })
    }
    expect(await fingerprint(app)).toEqual(before)
    expect(await requestFor(testApp, product)).toMatchObject({ id, status: 'pending', fields: [], proposed: null, payload: dangerous })
  })

  test('passes nothing on to the change that supersedes it', async () => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, dangerous)
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Oiled chair' }, note: 'Better.' })
    const request = await requestFor(testApp, product)
    expect(request).toMatchObject({ fields: ['title'], payload: { title: 'Oiled chair' }, note: 'Better.' })
    await requests(admin).approve(expectedEdit(request))
    const live = await products(seller).get({ id: product.id })
    expect(live).toMatchObject({ title: 'Oiled chair', price: 12_000, tags: product.tags, attributes: product.attributes })
    expect((await requests(admin).get({ id })).status).toBe('superseded')
  })

  test.each(strange.map((payload) => [payload]))('such as %j does not block a new stock', async (payload) => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, payload)
    expect(await products(seller).edit({ id: product.id, version: 1, change: { stock: 77 } })).toMatchObject({
      stock: 77,
      editRequestId: id,
    })
    expect(await requests(admin).get({ id })).toMatchObject({ status: 'pending', payload, gone: [] })
  })

  test.each(strange.map((payload) => [payload]))('such as %j does not block new pictures, which can be accepted', async (payload) => {
    const product = await approvedProduct(testApp)
    await importedEdit(testApp, product, payload)
    const { path } = await upload(testApp, seller, product.id, 'new.png')
    await products(seller).edit({ id: product.id, version: 1, change: { images: [path] } })
    await requests(admin).approve(expectedEdit(await requestFor(testApp, product)))
    expect(await products(seller).get({ id: product.id })).toMatchObject({ images: [{ path }] })
    expect(await isStored(testApp, path)).toBe(true)
  })

  test('does not block a document with pictures', async () => {
    const product = await approvedProduct(testApp)
    await importedEdit(testApp, product, null)
    const { path } = await upload(testApp, seller, product.id, 'new.png')
    const made = await requests(seller).create({ product_id: product.id, version: 1, payload: { images: [path] } })
    expect(await requests(admin).approve(expectedEdit(made))).toMatchObject({ status: 'approved' })
  })

  test('that a newer change replaced is refused with that reason when an admin decides on it', async () => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, { a: 1 })
    const expected = expectedEdit(await requests(admin).get({ id }))
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Newer chair' } })
    const response = await requests(admin)
      .approve(expected)
      .catch((error) => error)
    expect(response).toMatchObject({ code: 'wrong-status', message: expect.stringContaining('newer change') })
    expect(response.message).not.toContain('taken off sale')
  })
})

describe('a stored value that is invalid for its field never goes live', () => {
  test.each([
    [{ title: '' }, 'payload-unknown'],
    [{ attributes: 'abc' }, 'payload-unknown'],
    [{ tags: ['x'.repeat(500)] }, 'payload-unknown'],
    [{ price: -5 }, 'payload-unknown'],
    [{ images: 5 }, 'payload-unknown'],
    [{ images: [null] }, 'payload-unknown'],
    [{ description: '' }, 'incomplete-product'],
    [{ images: [] }, 'incomplete-product'],
  ])('%j', async (payload, code) => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, payload, { fields: Object.keys(payload) })
    const before = await fingerprint(app)
    await expect(requests(admin).approve({ id, version: 1, productVersion: 1 })).rejects.toMatchObject({ code })
    expect(await fingerprint(app)).toEqual(before)
  })
})
