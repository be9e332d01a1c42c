import { describe, expect, test } from 'vitest'
import type { ProductChange } from '#domain/product.ts'
import { expectedEdit, requestFor, waitingEdit, why } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin, kindsOf } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const statusOf = async (id: string) => (await requests(admin).get({ id })).status

describe('a form that shows the waiting request', () => {
  const save = (id: string, change: ProductChange, shown: { id: string; version: number }) =>
    products(seller).edit({ id, version: 1, change, seenRequest: { id: shown.id, version: shown.version } })

  test('takes a field back by sending its live value, and the whole request with the last of them', async () => {
    const { product, request } = await waitingEdit(testApp, { change: { title: 'Oiled chair', tags: ['oiled'] } })
    const saved = await save(product.id, { title: 'Oak chair', stock: 8 }, request)
    expect(saved).toMatchObject({ applied: ['stock'], waiting: [], editRequestId: request.id })
    const left = await requestFor(testApp, product)
    expect(left).toMatchObject({ version: 2, fields: ['tags'], proposed: { tags: ['oiled'] }, live: { tags: ['oak'] } })
    expect(await save(product.id, { tags: ['oak'] }, left)).toMatchObject({ editRequestId: null })
    expect(await statusOf(request.id)).toBe('withdrawn')
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.edit', 'editRequest.withdraw'])
  })

  test('that shows an older version of the request, or a decided one, is refused and takes nothing back', async () => {
    const { product, request } = await waitingEdit(testApp)
    await products(seller).edit({ id: product.id, version: 1, change: { tags: ['other', 'window'] } })
    const before = await fingerprint(app)
    await expect(save(product.id, { title: 'Oak chair' }, request)).rejects.toMatchObject({
      code: 'stale-version',
      data: { fresh: { id: product.id, editRequestId: request.id } },
    })
    expect(await fingerprint(app)).toEqual(before)
    await requests(admin).reject({ ...expectedEdit(await requestFor(testApp, product)), ...why })
    await expect(save(product.id, { title: 'Third' }, { ...request, version: 2 })).rejects.toMatchObject({ code: 'stale-version' })
  })

  test('that shows another request of the same version is refused', async () => {
    const { product, request } = await waitingEdit(testApp, { change: { title: 'First', tags: ['a'] } })
    await requests(admin).reject({ ...expectedEdit(request), ...why })
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Second', description: 'Other words.' } })
    const before = await fingerprint(app)
    const whole = { title: 'First', tags: ['a'], description: product.description }
    await expect(save(product.id, whole, request)).rejects.toMatchObject({ code: 'stale-version' })
    expect(await fingerprint(app)).toEqual(before)
  })

  test('that shows no request takes nothing back, whatever it sends', async () => {
    const { product, request } = await waitingEdit(testApp)
    const whole = { title: 'Oak chair', tags: ['oak'], description: product.description, images: product.images.map(({ path }) => path) }
    expect(await products(seller).edit({ id: product.id, version: 1, change: whole })).toMatchObject({ applied: [], waiting: [] })
    expect(await requestFor(testApp, product)).toEqual(request)
  })

  test('sends a note to admins with the change; the note can be changed and removed', async () => {
    const product = await approvedProduct(testApp)
    const say = (change: ProductChange, note: string) => products(seller).edit({ id: product.id, version: 1, change, note })
    await say({ title: 'Noted chair' }, 'As we spoke on the phone.')
    expect(await requestFor(testApp, product)).toMatchObject({ note: 'As we spoke on the phone.', version: 1 })
    await say({}, 'Never mind the phone.')
    expect(await requestFor(testApp, product)).toMatchObject({ note: 'Never mind the phone.', version: 2 })
    await say({ title: 'Noted chair' }, '')
    expect(await requestFor(testApp, product)).toMatchObject({ note: null, proposed: { title: 'Noted chair' } })
  })

  test('is refused as a whole if its note has no request to go to', async () => {
    const product = await approvedProduct(testApp)
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

  test('sent again is no change: no event, no version', async () => {
    const { product, request } = await waitingEdit(testApp)
    expect(await products(seller).edit({ id: product.id, version: 1, change: { title: 'Oiled oak chair' } })).toMatchObject({
      waiting: ['title'],
    })
    expect(await requestFor(testApp, product)).toEqual(request)
    expect(await kindsOf(request.id)).toEqual(['editRequest.create'])
  })

  test('sent ten times at once creates one request with all changes', async () => {
    const product = await approvedProduct(testApp)
    const change = (at: number) => products(seller).edit({ id: product.id, version: 1, change: { title: `Chair number ${at}` } })
    await Promise.all(Array.from({ length: 10 }, (_, at) => change(at)))
    expect((await requests(seller).list({ product_id: product.id })).rows).toMatchObject([{ status: 'pending', version: 10 }])
  })
})

describe('what the settings exempt from review', () => {
  test('applies at once from then on, except for fields that wait already', async () => {
    const { product } = await waitingEdit(testApp, { change: { title: 'Waiting chair' } })
    await caller(admin).settings.edit({ change: { reviewedFields: ['images'], priceReviewPercent: 0 } })
    try {
      const change = { title: 'Still waiting', description: 'At once.', price: 12_001 }
      expect(await products(seller).edit({ id: product.id, version: 1, change })).toMatchObject({
        applied: ['description'],
        waiting: ['title', 'price'],
        title: 'Oak chair',
        description: 'At once.',
        version: 1,
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

describe('a price of a product that went on sale without an approved one', () => {
  test('waits if it is far from the live one, and small steps never add up to a large one', async () => {
    const product = await approvedProduct(testApp)
    await app.sql`update products set approved_price = null where id = ${product.id}`
    const price = (value: number) => products(seller).edit({ id: product.id, version: 1, change: { price: value } })
    expect(await price(6_000)).toMatchObject({ applied: ['price'], price: 6_000, approvedPrice: 12_000 })
    expect(await price(3_000)).toMatchObject({ applied: [], waiting: ['price'], price: 6_000 })
    const other = await approvedProduct(testApp)
    await app.sql`update products set approved_price = null where id = ${other.id}`
    const drop = products(seller).edit({ id: other.id, version: 1, change: { price: 1_200 } })
    expect(await drop).toMatchObject({ waiting: ['price'], price: 12_000 })
  })
})

describe('withdrawing', () => {
  test('leaves the product unchanged, empties the queue and clears the admins’ notifications, and works only once', async () => {
    const { product, request } = await waitingEdit(testApp)
    expect(await requests(seller).withdraw({ id: request.id })).toMatchObject({ status: 'withdrawn', decidedBy: null })
    expect(await products(seller).get({ id: product.id })).toEqual({ ...product, editRequestId: null })
    await expect(requests(seller).withdraw({ id: request.id })).rejects.toMatchObject({
      code: 'wrong-status',
      data: { fresh: { status: 'withdrawn' } },
    })
    await expect(requests(admin).approve(expectedEdit(request))).rejects.toMatchObject({
      code: 'wrong-status',
      message: 'The seller has since withdrawn this.',
    })
    const bell = async () =>
      (await caller(admin).notifications.list({})).rows.find(
        ({ productId, link }) => productId === product.id && link?.includes(request.id),
      )
    await expect.poll(bell).toMatchObject({ isRead: true })
  })

  test('is refused after the decision, and for a seller suspended a moment ago', async () => {
    const { request } = await waitingEdit(testApp)
    await requests(admin).approve(expectedEdit(request))
    await expect(requests(seller).withdraw({ id: request.id })).rejects.toMatchObject({
      code: 'already-decided',
      data: { decidedBy: null },
    })
    const who = await testApp.person('Sudden')
    const { product, request: waiting } = await waitingEdit(testApp, { seller: who })
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const late = { id: product.id, version: 1, change: { title: 'Too late' } }
    await expect(requests(who).withdraw({ id: waiting.id })).rejects.toMatchObject({ code: 'account-suspended' })
    await expect(products(who).edit(late)).rejects.toMatchObject({ code: 'account-suspended' })
    await expect(requests(who).create({ product_id: product.id, version: 1, payload: { title: 'Too late' } })).rejects.toMatchObject({
      code: 'account-suspended',
    })
    expect(await requests(admin).get({ id: waiting.id })).toEqual({ ...waiting, sellerSuspended: true })
  })
})
