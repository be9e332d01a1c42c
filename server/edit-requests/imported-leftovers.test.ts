import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { expectedEdit, importedEdit, requestFor, why } from '#server/testing/edits.ts'
import { approvedProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const titled = { fields: ['title'] }

describe('a request that its product does not name', () => {
  test('is joined by the next change of the seller, if its payload is known', async () => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, { title: 'Imported chair' }, { ...titled, isKnown: false })
    const edited = await products(seller).edit({ id: product.id, version: 1, change: { description: 'Other words.' } })
    expect(edited).toMatchObject({ waiting: ['description'], editRequestId: id })
    expect(await requestFor(testApp, product)).toMatchObject({ fields: ['title', 'description'], proposed: { title: 'Imported chair' } })
  })

  test('is superseded by that change, if its payload is unknown or it belongs to another seller', async () => {
    for (const about of [{}, { ...titled, seller: rival.id }]) {
      const product = await approvedProduct(testApp)
      const id = await importedEdit(testApp, product, { title: 'Imported chair' }, { ...about, isKnown: false })
      await products(seller).edit({ id: product.id, version: 1, change: { description: 'Other words.' } })
      const request = await requestFor(testApp, product)
      expect(request).toMatchObject({ fields: ['description'], seller_id: seller.id })
      expect(request.id).not.toBe(id)
      expect((await requests(admin).get({ id })).status).toBe('superseded')
    }
  })

  test('can be approved if it belongs to the seller of the product', async () => {
    const product = await approvedProduct(testApp)
    const id = await importedEdit(testApp, product, { title: 'Imported chair' }, { ...titled, isKnown: false })
    await requests(admin).approve(expectedEdit(await requests(admin).get({ id })))
    expect(await products(seller).get({ id: product.id })).toMatchObject({ title: 'Imported chair', editRequestId: null })
  })
})

test('closing another seller’s request and undoing that does not make the product wait for it', async () => {
  const product = await approvedProduct(testApp)
  const id = await importedEdit(testApp, product, { title: 'Hijacked chair' }, { ...titled, isKnown: false, seller: rival.id })
  const closed = await requests(admin).reject({ ...expectedEdit(await requests(admin).get({ id })), ...why })
  const undone = await requests(admin).undo(expectedEdit(closed))
  expect(undone.status).toBe('pending')
  await expect(requests(admin).approve(expectedEdit(undone))).rejects.toMatchObject({ code: 'wrong-status' })
  expect(await products(seller).get({ id: product.id })).toMatchObject({ title: 'Oak chair', editRequestId: null })
})

test('closing a request whose product is gone can be undone, unless the product left after it was closed', async () => {
  const close = async (id: string) => requests(admin).reject({ ...expectedEdit(await requests(admin).get({ id })), ...why })
  for (const gone of [{ id: newId(), seller_id: seller.id }, null]) {
    const closed = await close(await importedEdit(testApp, gone, { title: 'New chair' }, { ...titled, seller: seller.id }))
    expect(await requests(admin).undo(expectedEdit(closed))).toMatchObject({ status: 'pending', rejectionReason: null })
  }
  const product = await approvedProduct(testApp)
  const closed = await close(await importedEdit(testApp, product, { title: 'New chair' }, titled))
  await products(seller).delete({ id: product.id })
  await expect(requests(admin).undo(expectedEdit(closed))).rejects.toMatchObject({ code: 'too-late' })
})

describe('approving a request with a known payload is refused with a sentence that it can only be closed, which then works, if the product', () => {
  const refusal = async (id: string) => {
    const request = await requests(admin).get({ id })
    const response = await requests(admin)
      .approve(expectedEdit(request))
      .catch((error) => error)
    expect(response).toMatchObject({ code: 'wrong-status', data: { fresh: { id, status: 'pending' } } })
    expect(await requests(admin).reject({ ...expectedEdit(request), ...why })).toMatchObject({ status: 'rejected' })
    return response.message
  }

  test('is gone', async () => {
    const gone = { id: newId(), seller_id: seller.id }
    expect(await refusal(await importedEdit(testApp, gone, { title: 'New chair' }, titled))).toContain('The product is gone')
  })

  test('is not on sale', async () => {
    const product = await approvedProduct(testApp)
    await products(seller).archive({ id: product.id })
    const message = await refusal(await importedEdit(testApp, product, { title: 'New chair' }, { ...titled, isKnown: false }))
    expect(message).toContain('The product is not on sale')
  })

  test('belongs to another seller', async () => {
    const product = await approvedProduct(testApp)
    const about = { ...titled, isKnown: false, seller: rival.id }
    expect(await refusal(await importedEdit(testApp, product, { title: 'New chair' }, about))).toContain('does not wait for this request')
    expect(await products(seller).get({ id: product.id })).toMatchObject({ title: 'Oak chair' })
  })
})

test('the notification of a request without a product leads the seller to all their products', async () => {
  const id = await importedEdit(testApp, null, { a: 1 }, { seller: seller.id })
  await requests(admin).reject({ ...expectedEdit(await requests(admin).get({ id })), ...why })
  const bell = async () => (await caller(seller).notifications.list({})).rows.find(({ message }) => message.includes('Old chair'))
  await expect.poll(bell).toMatchObject({ link: '/seller/products', reason: why.rejectionReason })
})

test('a request without a seller belongs to the seller its product is assigned to', async () => {
  const product = await approvedProduct(testApp)
  await app.sql`update products set seller_id = null where id = ${product.id}`
  const id = await importedEdit(testApp, product, { title: 'New chair' }, { ...titled, seller: null })
  await expect(requests(rival).get({ id })).rejects.toMatchObject({ code: 'not-found' })
  const seen = { status: 'approved' as const, seller_id: null }
  await products(admin).assign({ id: product.id, seller_id: rival.id, reason: 'The shop changed hands.', seen })
  expect(await requests(rival).get({ id })).toMatchObject({ seller_id: rival.id, status: 'pending' })
  expect((await requests(rival).list({ product_id: product.id })).rows).toMatchObject([{ id }])
  await expect(requests(seller).get({ id })).rejects.toMatchObject({ code: 'not-found' })
})
