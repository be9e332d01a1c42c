import { describe, expect, test } from 'vitest'
import { sweep } from '#server/files/sweep.ts'
import { expectedEdit, requestFor, waitingEdit, why } from '#server/testing/edits.ts'
import { neverRun } from '#server/testing/fixtures.ts'
import { approvedProduct, blurred, isStored } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin, secondAdmin, kindsOf } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const filesOf = async (productId: string) =>
  (await app.sql<{ path: string }[]>`select path from files where product_id = ${productId} and released_at is null`).map(
    ({ path }) => path,
  )

describe('the waiting request of a product is superseded, and its pictures are released, when the product', () => {
  const leave: Record<string, (id: string) => Promise<unknown>> = {
    'is archived by its seller': (id) => products(seller).archive({ id }),
    'is archived by an admin': (id) => products(admin).archive({ id }),
    'is taken down': (id) => products(admin).reject({ id, status: 'approved', version: 1, ...blurred }),
    'is deleted by its seller': (id) => products(seller).delete({ id }),
    'is deleted by an admin': (id) => products(admin).delete({ id }),
  }

  test.each(Object.entries(leave))('%s', async (_, go) => {
    const { product, request, proposed } = await waitingEdit(testApp, { picture: true })
    await go(product.id)
    expect(await requests(seller).get({ id: request.id })).toMatchObject({
      status: 'superseded',
      live: { title: 'Oak chair' },
      proposed: { title: 'Oiled oak chair' },
    })
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.supersede'])
    expect(await filesOf(product.id)).not.toContain(proposed)
    // An undo could return them until then.
    await app.sql`update files set released_at = now() where path = ${proposed} and released_at > now()`
    await sweep(app, new Date(0))
    await expect.poll(() => isStored(testApp, proposed)).toBe(false)
    await expect(requests(admin).approve(expectedEdit(request))).rejects.toMatchObject({
      code: 'wrong-status',
      message: expect.stringContaining('taken off sale'),
    })
    expect((await requests(admin).queue({})).rows.map(({ id }) => id)).not.toContain(request.id)
    const [event] = await app.sql`select actor_id, owner_id from events where item_id = ${request.id} order by id desc limit 1`
    expect(event).toEqual({ actor_id: null, owner_id: seller.id })
  })
})

test('requests outlive their product: only its seller and admins still list them', async () => {
  const { product, request } = await waitingEdit(testApp)
  await products(seller).delete({ id: product.id })
  for (const who of [seller, admin])
    expect((await requests(who).list({ product_id: product.id })).rows).toMatchObject([{ id: request.id, status: 'superseded' }])
  const refusal = { code: 'not-found', message: 'Product not found!' }
  await expect(requests(testApp.rival).list({ product_id: product.id })).rejects.toMatchObject(refusal)
  const without = await approvedProduct(testApp)
  await products(seller).delete({ id: without.id })
  await expect(requests(seller).list({ product_id: without.id })).rejects.toMatchObject(refusal)
})

test('a decided request shows which of its pictures left the store', async () => {
  const { product, request, proposed } = await waitingEdit(testApp, { picture: true })
  const live = product.images[0]?.path ?? ''
  expect(request.gone).toEqual([])
  await requests(admin).approve(expectedEdit(request))
  expect(await requests(seller).get({ id: request.id })).toMatchObject({ gone: [live], proposed: { images: [{ path: proposed }] } })
  await products(seller).delete({ id: product.id })
  const { gone } = await requests(seller).get({ id: request.id })
  expect([...gone].sort()).toEqual([live, proposed].sort())
})

test('a restored product waits for no request, and is reviewed as a whole if it was changed in the archive', async () => {
  const { product } = await waitingEdit(testApp)
  await products(seller).archive({ id: product.id })
  const edited = await products(seller).edit({ id: product.id, version: 1, change: { price: 1_200 } })
  expect(edited).toMatchObject({ status: 'archived', applied: ['price'], waiting: [], editRequestId: null, version: 2 })
  expect(await products(seller).restore({ id: product.id })).toMatchObject({ status: 'pending', editRequestId: null })
})

test('archiving, taking down and changing at the same moment never leave a request on a product that is not on sale', async () => {
  for (let round = 0; round < 12; round++) {
    const product = await approvedProduct(testApp)
    const change = (title: string) => products(seller).edit({ id: product.id, version: 1, change: { title } })
    if (round % 2 === 0) await change('First change')
    const leaves = [
      () => products(seller).archive({ id: product.id }),
      () => products(admin).reject({ id: product.id, status: 'approved', version: 1, ...blurred }),
    ]
    const outcomes = await Promise.allSettled([
      change('One chair'),
      leaves[round % 2]?.(),
      change('Other chair'),
      leaves[(round >> 1) % 2]?.(),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason.code).not.toBe('internal')
    const fresh = await products(admin).get({ id: product.id })
    const { rows } = await requests(admin).list({ product_id: product.id })
    expect(['archived', 'rejected']).toContain(fresh.status)
    expect(rows.filter(({ status }) => status === 'pending')).toEqual([])
    expect(fresh.editRequestId).toBe(null)
  }
})

test('a decision and an archiving at the same moment take effect one after the other, and answer accordingly', async () => {
  for (let round = 0; round < 6; round++) {
    const { product, request } = await waitingEdit(testApp)
    const [decided] = await Promise.allSettled([
      requests(admin).approve(expectedEdit(request)),
      products(seller).archive({ id: product.id }),
    ])
    const { status } = await requests(admin).get({ id: request.id })
    expect(status).toBe(decided.status === 'fulfilled' ? 'approved' : 'superseded')
    const { title } = await products(admin).get({ id: product.id })
    expect(title).toBe(status === 'approved' ? 'Oiled oak chair' : 'Oak chair')
  }
})

describe('a bulk decision on edit requests', () => {
  const due = (id: string) => app.sql`update bulk_decisions set runs_at = now() where id = ${id}`
  const done = async (id: string) => {
    await due(id)
    await expect
      .poll(async () => (await caller(admin).bulkDecisions.list()).find((bulk) => bulk.id === id)?.status, { timeout: 50_000 })
      .toBe('done')
    return (await caller(admin).bulkDecisions.list()).find((bulk) => bulk.id === id)
  }
  const item = (request: Parameters<typeof expectedEdit>[0]) => ({ status: 'pending' as const, ...expectedEdit(request) })

  test('approves them under the rule of single decisions, with a result each', async () => {
    const one = await waitingEdit(testApp, { picture: true })
    const changed = await waitingEdit(testApp)
    const decided = await waitingEdit(testApp)
    const items = [one, changed, decided].map(({ request }) => item(request))
    const bulk = await caller(admin).bulkDecisions.start({ decision: 'approve', noun: 'editRequests', items })
    expect(bulk).toMatchObject({ noun: 'editRequests', status: 'held', items })
    // Until the two others have changed.
    await neverRun(app)
    await products(seller).edit({ id: changed.product.id, version: 1, change: { title: 'Changed since' } })
    await requests(secondAdmin).reject({ ...expectedEdit(decided.request), ...why })
    const finished = await done(bulk.id)
    expect(finished?.results).toMatchObject([
      { id: one.request.id, title: 'Oiled oak chair', code: null },
      { id: changed.request.id, title: 'Oak chair', code: 'stale-version' },
      { id: decided.request.id, code: 'already-decided', message: 'Bert has since rejected this.' },
    ])
    expect(await products(seller).get({ id: one.product.id })).toMatchObject({ title: 'Oiled oak chair', images: [{ path: one.proposed }] })
    expect(await requestFor(testApp, changed.product)).toMatchObject({ status: 'pending', version: 2 })
    await expect.poll(() => filesOf(one.product.id)).toEqual([one.proposed])
  })

  test('rejects them with one reason', async () => {
    const some = await Promise.all([waitingEdit(testApp), waitingEdit(testApp)])
    const items = some.map(({ request }) => item(request))
    const bulk = await caller(admin).bulkDecisions.start({ decision: 'reject', noun: 'editRequests', items, ...why })
    expect((await done(bulk.id))?.results.map(({ code }) => code)).toEqual([null, null])
    for (const { request } of some)
      expect(await requests(seller).get({ id: request.id })).toMatchObject({ status: 'rejected', rejectionReason: why.rejectionReason })
  })

  test('must name the expected versions of the products, too', async () => {
    const { request } = await waitingEdit(testApp)
    const { id, version } = expectedEdit(request)
    const items = [{ id, version, status: 'pending' as const }]
    await expect(caller(admin).bulkDecisions.start({ decision: 'approve', noun: 'editRequests', items })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'items' },
    })
  })
})
