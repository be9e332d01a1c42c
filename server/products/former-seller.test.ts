import { expect, test } from 'vitest'
import { expectedEdit, requestFor } from '#server/testing/edits.ts'
import { blurred, pendingProduct } from '#server/testing/listing.ts'
import { openStorefront } from '#server/testing/storefront.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openStorefront()
const { app, caller, seller, rival, admin, place } = testApp
const { ask } = await openTestServer(app)
const reason = (rejectionReason: string) => ({ code: 'other' as const, rejectionReason })

const { day } = await caller(admin).sales.today()
const today = { from: day, to: day }
const paid = () => ({ paidAt: new Date().toISOString() })

/** A product with rejections, requests, notes and a sale, assigned from the seller to the rival. */
async function givenAway() {
  const { id, version, status } = await pendingProduct(testApp, { fields: { title: 'Former chair' } })
  await caller(admin).products.reject({ id, version, status, ...blurred, ...reason('Former rejection.') })
  await caller(seller).products.submit({ id })
  const product = await caller(admin).products.approve({ id, version, status: 'pending' })
  await argue(seller, 'Former', product)
  const request = await propose(seller, 'Former', product)
  await place([id], paid())
  await caller(admin).products.assign({
    id,
    seller_id: rival.id,
    reason: 'The shop changed hands.',
    seen: { status: 'approved', seller_id: seller.id },
  })
  return { product, request: request.id }
}

async function propose(who: typeof seller, word: string, { id, version }: { id: string; version: number }) {
  await caller(who).products.edit({ id, version, change: { title: `${word} wish`, description: `${word} words` }, note: `${word} note` })
  return requestFor(testApp, { id })
}

/** A rejected edit request. */
async function argue(who: typeof seller, word: string, product: { id: string; version: number }) {
  const request = await propose(who, word, product)
  await caller(admin).editRequests.reject({ ...expectedEdit(request), ...reason(`${word} refusal.`) })
}

/** Everything that a seller can read about the product. */
async function allReadBy(who: typeof seller, { id }: { id: string }): Promise<string> {
  const { products, editRequests, notifications, sales, orders } = caller(who)
  const requests = (await editRequests.list({ product_id: id })).rows
  return JSON.stringify([
    ...(await Promise.allSettled([
      ...[products.get({ id }), products.timeline({ id }), products.attempts({ id }), products.list({}), notifications.list({})],
      ...[orders.list({}), sales.ownTop(today), sales.ownRows({ ...today, figure: 'gross' })],
      ...requests.map((request) => editRequests.get({ id: request.id })),
    ])),
    requests,
    (await ask('/api/account/export.json', { as: who })).text,
  ])
}

test('a new seller reads nothing that the former one proposed, sold or was notified of, and admins read all of it', async () => {
  const { product, request } = await givenAway()
  const response = await allReadBy(rival, product)
  // The title is not among them: it stays with the product.
  for (const former of [
    'Former wish',
    'Former words',
    'Former note',
    'Former refusal',
    'Former rejection',
    seller.id,
    seller.name,
    request,
  ])
    expect(response).not.toContain(former)
  const { products } = caller(rival)
  expect((await products.timeline({ id: product.id })).rows).toMatchObject([{ kind: 'product.assign', reason: 'The shop changed hands.' }])
  expect(await products.attempts({ id: product.id })).toEqual([])
  await expect(caller(rival).editRequests.get({ id: request })).rejects.toMatchObject({ code: 'not-found' })
  const all = JSON.stringify([
    await caller(admin).products.timeline({ id: product.id }),
    await caller(admin).products.attempts({ id: product.id }),
    await caller(admin).editRequests.list({ product_id: product.id }),
  ])
  for (const former of ['Former wish', 'Former note', 'Former refusal', 'Former rejection']) expect(all).toContain(former)
})

test('a former seller reads what they did and were notified of, and nothing that happened to the product later', async () => {
  const { product, request } = await givenAway()
  const { id } = product
  await argue(rival, 'Later', product)
  await caller(admin).editRequests.approve({ ...expectedEdit(await propose(rival, 'Later', product)), refused: [] })
  await caller(rival).products.edit({ id, version: 2, change: { price: 13_579 } })
  await place([id], paid())
  const response = await allReadBy(seller, product)
  for (const later of ['Later', '13579', rival.id, rival.name]) expect(response).not.toContain(later)
  for (const read of ['get', 'timeline', 'attempts'] as const)
    await expect(caller(seller).products[read]({ id })).rejects.toMatchObject({ code: 'not-found' })
  const own = caller(seller).editRequests
  expect(await own.get({ id: request })).toMatchObject({
    productTitle: 'Former chair',
    status: 'superseded',
    note: 'Former note',
    proposed: { title: 'Former wish' },
    cover: null,
    productVersion: null,
    product: null,
  })
  expect((await own.list({ product_id: id })).rows).toHaveLength(2)
  expect((await caller(seller).sales.ownTop(today)).rows).toContainEqual(
    expect.objectContaining({ id, name: 'Former chair', seller: expect.objectContaining({ name: seller.name }) }),
  )
})
