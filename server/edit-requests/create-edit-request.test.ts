import { describe, expect, test } from 'vitest'
import { importedEdit, waitingEdit } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct, pendingProduct, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin } = testApp
const { ask } = await openTestServer(app)
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const statusOf = async (id: string) => (await requests(admin).get({ id })).status

describe('a request as a document (spec §7)', () => {
  const create = (product: { id: string; version: number }, payload: unknown, who = seller) =>
    requests(who).create({ product_id: product.id, version: product.version, payload: payload as never })

  test('proposes all it names, even what would apply at once, and joins the waiting request', async () => {
    const { product, request } = await waitingEdit(testApp)
    expect(await create(product, { price: 12_500, sku: 'DOC' })).toMatchObject({
      id: request.id,
      version: 2,
      fields: ['title', 'price', 'sku'],
      proposed: { title: 'Oiled oak chair', price: 12_500, sku: 'DOC' },
    })
    expect(await products(seller).get({ id: product.id })).toMatchObject({ price: 12_000, sku: null })
  })

  test('with the same values and a new note stores the note', async () => {
    const { product, request } = await waitingEdit(testApp)
    const again = { product_id: product.id, version: 1, payload: { title: 'Oiled oak chair' } }
    expect(await requests(seller).create({ ...again, note: 'Please hurry.' })).toMatchObject({
      id: request.id,
      version: 2,
      note: 'Please hurry.',
      fields: ['title'],
      proposed: { title: 'Oiled oak chair' },
    })
    expect(await requests(seller).create(again)).toMatchObject({ version: 2, note: 'Please hurry.' })
    expect(await requests(seller).create({ ...again, note: '' })).toMatchObject({ version: 3, note: null })
  })

  test('with the live price cancels the waiting price, and withdraws the request if nothing else waits', async () => {
    const { product, request } = await waitingEdit(testApp, { change: { price: 1_200, title: 'Cheap chair' } })
    expect(await create(product, { price: 12_000 })).toMatchObject({ fields: ['title'], proposed: { title: 'Cheap chair' } })
    const { product: other, request: its } = await waitingEdit(testApp, { change: { price: 1_200 } })
    expect(await create(other, { price: 12_000 })).toMatchObject({ id: its.id, status: 'withdrawn' })
    expect(await products(seller).get({ id: other.id })).toMatchObject({ price: 12_000, editRequestId: null })
    expect(await statusOf(request.id)).toBe('pending')
    await expect(create(product, { title: 'Oak chair' })).rejects.toMatchObject({ code: 'nothing-proposed' })
  })

  test('cannot propose a SKU of another product of the seller, nor can an edit whose SKU is reviewed', async () => {
    await approvedProduct(testApp, { fields: { sku: 'TAKEN' } })
    await approvedProduct(testApp, { seller: rival, fields: { sku: 'RIVALS' } })
    const product = await approvedProduct(testApp)
    await expect(create(product, { sku: 'TAKEN' })).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'payload.sku' } })
    expect(await create(product, { sku: 'RIVALS' })).toMatchObject({ proposed: { sku: 'RIVALS' } })
    const edit = products(seller).edit({ id: product.id, version: 1, change: { sku: 'TAKEN' } })
    await expect(edit).rejects.toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
  })

  test('of a seller who was just suspended changes nothing: no picture is proposed, no request superseded', async () => {
    const who = await testApp.person('Sudden')
    const product = await approvedProduct(testApp, { seller: who })
    const waits = await importedEdit(testApp, product, { a: 1 })
    const images = [(await upload(testApp, who, product.id, 'x.png')).path]
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const before = await fingerprint(app)
    await expect(create(product, { images, title: 'Hello' }, who)).rejects.toMatchObject({ code: 'account-suspended' })
    expect(await fingerprint(app)).toEqual(before)
    expect(await statusOf(waits)).toBe('pending')
  })

  test('that changes nothing, or a product not on sale, or an older version, is refused and stores nothing', async () => {
    const product = await approvedProduct(testApp)
    const pending = await pendingProduct(testApp)
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
    ['a depth of 200', `{"attributes":${'['.repeat(200)}${']'.repeat(200)}}`, undefined, 'This is nested too deeply.'],
    ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, undefined, 'This is nested too deeply.'],
    ['__proto__', '{"__proto__":{"status":"approved"}}', 'payload.__proto__', 'This key cannot be stored.'],
    ['a status', '{"colour":"red","status":"archived"}', 'payload.status', 'Only the server sets this. Leave it out.'],
    ['another seller', '{"seller_id":"x"}', 'payload.seller_id', 'Only the server sets this. Leave it out.'],
    ['a stock that is none', '{"stock":-1}', 'payload.stock', 'The stock cannot be below zero.'],
    ['a NUL', '{"colour":"\\u0000"}', 'payload.colour', 'Control characters are not allowed here.'],
    ['half a character', '{"colour":"\\ud800"}', 'payload.colour', 'Control characters are not allowed here.'],
    ['a huge number', '{"colour":1e400}', 'payload.colour', 'Send this number as text; it cannot be stored exactly.'],
    ['a list', '[{"title":"x"}]', 'payload', 'Use an object here.'],
  ])('with %s is refused over the wire with a clear message, and stores nothing', async (_, payload, field, message) => {
    const product = await approvedProduct(testApp)
    const before = await fingerprint(app)
    const body = `{"json":{"product_id":"${product.id}","version":1,"payload":${payload}}}`
    const headers = { 'content-type': 'application/json' }
    const response = await ask('/rpc/editRequests/create', { as: seller, method: 'POST', headers, body })
    expect([response.status, response.json?.json]).toMatchObject([400, { code: 'invalid-argument', message, data: field ? { field } : {} }])
    expect(await fingerprint(app)).toEqual(before)
  })
})
