import { describe, expect, test } from 'vitest'
import type { Product } from '#domain/product.ts'
import { expectedEdit, importedEdit, requestFor, why } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin } = testApp
const { ask } = await openTestServer(app)
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const create = ({ id, version }: Pick<Product, 'id' | 'version'>, payload: Record<string, unknown>, note?: string) =>
  requests(seller).create({ product_id: id, version, payload, ...(note !== undefined && { note }) })
const unknownKeys = { colour: 'red', '🪑': ['a', { deep: 'er' }], لون: 'أحمر', toString: 'mine' }

describe('a payload with unknown keys', () => {
  test('is stored and shown to its seller and to admins, and its approval applies only the known keys', async () => {
    const product = await approvedProduct(testApp)
    const made = await create(product, { title: 'Ash chair', ...unknownKeys })
    expect(made).toMatchObject({ fields: ['title'], proposed: { title: 'Ash chair' }, payload: { title: 'Ash chair', ...unknownKeys } })
    expect(Object.keys(made.proposed ?? {})).toEqual(['title'])
    for (const who of [seller, admin])
      expect((await requests(who).get({ id: made.id })).payload).toEqual({ title: 'Ash chair', ...unknownKeys })
    await expect(requests(rival).get({ id: made.id })).rejects.toMatchObject({ code: 'not-found' })

    const before = await products(seller).get({ id: product.id })
    expect(await requests(admin).approve(expectedEdit(made))).toMatchObject({ status: 'approved', payload: unknownKeys })
    const { title, ...after } = await products(seller).get({ id: product.id })
    expect(title).toBe('Ash chair')
    const moved = { version: expect.any(Number), updated_at: expect.any(String), editRequestId: null, approvedPrice: expect.any(Number) }
    const { title: _, ...rest } = before
    expect(after).toEqual({ ...rest, ...moved })
    const [row] = await app.sql`select to_jsonb(p)::text as all from products p where id = ${product.id}`
    expect(row?.all).not.toContain('deep')
  })

  test('and no known ones can only be closed: rejected by an admin or withdrawn by its seller', async () => {
    for (const close of ['reject', 'withdraw'] as const) {
      const product = await approvedProduct(testApp)
      const made = await create(product, unknownKeys, 'Please.')
      expect(made).toMatchObject({ fields: [], proposed: null, payload: unknownKeys, note: 'Please.', status: 'pending' })
      const before = await fingerprint(app)
      await expect(requests(admin).approve(expectedEdit(made))).rejects.toMatchObject({ code: 'payload-unknown' })
      expect(await fingerprint(app)).toEqual(before)
      expect((await requests(admin).queue({})).rows.map(({ id }) => id)).toContain(made.id)
      const closed =
        close === 'reject' ? requests(admin).reject({ ...expectedEdit(made), ...why }) : requests(seller).withdraw({ id: made.id })
      expect(await closed).toMatchObject({ status: close === 'reject' ? 'rejected' : 'withdrawn', payload: unknownKeys })
      expect(await products(seller).get({ id: product.id })).toMatchObject({ title: product.title, version: 1, editRequestId: null })
    }
  })

  test('joins the waiting request, and the next change on the form keeps it', async () => {
    const product = await approvedProduct(testApp)
    const { id } = await create(product, { title: 'Ash chair', ...unknownKeys })
    expect((await create(product, { colour: 'blue', size: 5 })).payload).toEqual({
      title: 'Ash chair',
      ...unknownKeys,
      colour: 'blue',
      size: 5,
    })
    await products(seller).edit({ id: product.id, version: 1, change: { category: 'Chairs' }, note: 'And this.' })
    const request = await requestFor(testApp, product)
    expect(request).toMatchObject({
      id,
      version: 3,
      fields: ['title', 'category'],
      note: 'And this.',
      payload: { colour: 'blue', size: 5 },
    })
    const { title, category } = product
    await products(seller).edit({ id: product.id, version: 1, change: { title, category }, seenRequest: request })
    expect(await requestFor(testApp, product)).toMatchObject({ id, fields: [], proposed: null, status: 'pending', payload: { size: 5 } })
  })

  test('that can only be closed is superseded by a change, which takes over its keys and its note', async () => {
    const product = await approvedProduct(testApp)
    const { id } = await create(product, unknownKeys, 'Please.')
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Ash chair' } })
    const request = await requestFor(testApp, product)
    expect(request).toMatchObject({ fields: ['title'], note: 'Please.', version: 1 })
    expect(request.payload).toEqual({ ...unknownKeys, title: 'Ash chair' })
    expect(await requests(seller).get({ id })).toMatchObject({ status: 'superseded', payload: unknownKeys })
  })

  test('sent again changes nothing, whatever the order of its keys', async () => {
    const product = await approvedProduct(testApp)
    const { id } = await create(product, { a: 1, b: { c: 2, d: 3 } })
    const before = await fingerprint(app)
    expect(await create(product, { b: { d: 3, c: 2 }, a: 1 })).toMatchObject({ id, version: 1 })
    expect(await fingerprint(app)).toEqual(before)
  })

  test('cannot grow past 64 kB by joining', async () => {
    const product = await approvedProduct(testApp)
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

  test('takes over nothing from an imported request with keys that only the server sets', async () => {
    const product = await approvedProduct(testApp)
    const imported = await importedEdit(testApp, product, { status: 'approved', a: 1 })
    expect(await create(product, { b: 2 })).toMatchObject({ payload: { b: 2 }, version: 1 })
    expect(await requests(admin).get({ id: imported })).toMatchObject({ status: 'superseded' })
  })

  test('appears in the history with the proposed values before and after', async () => {
    const product = await approvedProduct(testApp)
    const { id } = await create(product, { title: 'Ash chair', colour: 'red', size: 5 })
    await create(product, { colour: 'blue' })
    const response = async () => (await caller(admin).history.list({ search: id })).rows
    await expect.poll(async () => (await response()).length).toBe(2)
    const [edited, created] = await response()
    expect(created).toMatchObject({
      description: 'A change to “Oak chair” was requested: title, additional fields.',
      after: { title: 'Ash chair', extra: { colour: 'red', size: 5 } },
    })
    expect(edited).toMatchObject({ fields: ['extra'], before: { extra: { colour: 'red' } }, after: { extra: { colour: 'blue' } } })
  })

  test('applies its stock at once, like every change of the stock, and leaves it out of the request', async () => {
    const product = await approvedProduct(testApp)
    const made = await create(product, { title: 'Ash chair', stock: 41, colour: 'red' })
    expect(made).toMatchObject({ fields: ['title'], payload: { title: 'Ash chair', colour: 'red' } })
    expect(made.payload).not.toHaveProperty('stock')
    const sold = () => products(seller).get({ id: product.id })
    expect(await sold()).toMatchObject({ stock: 41, title: product.title, version: 1 })
    await products(seller).edit({ id: product.id, version: 1, change: { stock: 7 } })
    await requests(admin).approve(expectedEdit(made))
    expect(await sold()).toMatchObject({ stock: 7, title: 'Ash chair' })
    const { rows } = await caller(admin).products.timeline({ id: product.id })
    expect(rows.map(({ kind, after }) => [kind, after?.stock])).toContainEqual(['product.edit', 41])
  })

  test('with only a stock proposes nothing to review, and changes nothing', async () => {
    const product = await approvedProduct(testApp)
    const before = await fingerprint(app)
    const alone = { code: 'nothing-proposed', data: { field: 'payload.stock' } }
    await expect(create(product, { stock: 41 })).rejects.toMatchObject(alone)
    await expect(create(product, { stock: null, title: 'Ash chair' })).rejects.toMatchObject({ code: 'incomplete-product' })
    expect(await fingerprint(app)).toEqual(before)
  })

  const headers = { 'content-type': 'application/json' }
  const post = async (product: Pick<Product, 'id'>, payload: string | Buffer) => {
    const start = `{"json":{"product_id":"${product.id}","version":1,"payload":`
    const end = '}}'
    const body = Buffer.concat([Buffer.from(start), Buffer.from(payload), Buffer.from(end)])
    return ask('/rpc/editRequests/create', { as: seller, method: 'POST', headers, body })
  }

  test.each([
    ['32 levels', `{"a":${'['.repeat(31)}${']'.repeat(31)}}`],
    [
      'keys that objects have by themselves',
      '{"constructor":{"prototype":{"status":"x"}},"prototype":1,"toString":null,"hasOwnProperty":[]}',
    ],
    ['emoji and writing from the right', '{"🪑":"👩‍👩‍👧","مقاس":{"כחול":"ازرق"}}'],
    ['numbers at the edge', '{"n":[9007199254740991,-9007199254740991,0.1,0.000001,1e3,0.30000000000000004,-1.50000000000000000000]}'],
  ])('is accepted over the wire with %s, and is read back as it was sent', async (_, payload) => {
    const product = await approvedProduct(testApp)
    const response = await post(product, payload)
    expect(response.status).toBe(200)
    const [request] = (await requests(seller).list({ product_id: product.id })).rows
    const id = request?.id ?? ''
    for (const who of [seller, admin]) expect((await requests(who).get({ id })).payload).toEqual(JSON.parse(payload))
  })

  test.each(['0.1234567890123456789', '1.00000000000000001', '9007199254740991.4', '12345678901234567890', '-1e400', '1e-400'])(
    'is refused over the wire with %s, which would be rounded',
    async (number) => {
      const product = await approvedProduct(testApp)
      const response = await post(product, `{"a":[{"b":${number}}]}`)
      const data = { field: 'payload.a.0.b' }
      const message = 'Send this number as text; it cannot be stored exactly.'
      expect([response.status, response.json?.json]).toMatchObject([400, { code: 'invalid-argument', message, data }])
    },
  )

  test('is refused over the wire with bytes that are not UTF-8, which would be lost', async () => {
    const product = await approvedProduct(testApp)
    const before = await fingerprint(app)
    const response = await post(product, Buffer.from('{"colour":"red\xed\xa0\x80"}', 'latin1'))
    expect([response.status, response.json?.json]).toMatchObject([400, { code: 'invalid-argument', message: 'This is not valid UTF-8.' }])
    expect(await fingerprint(app)).toEqual(before)
  })

  test('is accepted over the wire with the last of two equal keys', async () => {
    const response = await post(await approvedProduct(testApp), '{"title":"First","colour":"red","title":"Second","colour":"blue"}')
    expect([response.status, response.json?.json]).toMatchObject([200, { payload: { title: 'Second', colour: 'blue' } }])
  })
})
