import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProductChange } from '#domain/product.ts'
import { expectedEdit, requestFor, waitingEdit, why } from '#server/testing/edits.ts'
import { approvedProduct } from '#server/testing/listing.ts'
import { allRows } from '#server/testing/pages.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin, secondAdmin } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const queue = (wanted: Parameters<ReturnType<typeof requests>['queue']>[0] = {}) => requests(admin).queue(wanted)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('the queue is paged by its cursor, filtered and searched, longest waiting first', async () => {
  const changes: ProductChange[] = [
    { title: 'Walnut table' },
    { tags: ['walnut'] },
    { title: 'Pine bench', category: 'Garden' },
    { price: 900 },
  ]
  const waiting = []
  for (const [at, change] of changes.entries())
    waiting.push((await waitingEdit(testApp, { change, seller: at % 2 ? rival : seller })).request)
  const [first, second, third, fourth] = ids(waiting)
  expect(ids((await queue()).rows)).toEqual([first, second, third, fourth])
  expect(ids((await queue({ sort: 'newest' })).rows)).toEqual([fourth, third, second, first])
  expect(ids((await queue({ field: 'title' })).rows)).toEqual([first, third])
  expect(ids((await queue({ seller_id: rival.id })).rows)).toEqual([second, fourth])
  expect(ids((await queue({ category: 'Home' })).rows)).toHaveLength(4)
  expect(ids((await queue({ search: 'oak CH' })).rows)).toHaveLength(4)
  expect(ids((await queue({ search: '%' })).rows)).toEqual([])
  expect(ids(await allRows((cursor) => queue({ limit: 1, cursor })))).toEqual([first, second, third, fourth])
  await expect(queue({ cursor: 'none of ours' })).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'cursor' } })
  const [row] = (await queue({ limit: 1 })).rows
  expect(row).not.toHaveProperty('payload')
  expect(row).toMatchObject({
    productTitle: 'Oak chair',
    cover: { path: expect.any(String) },
    fields: ['title'],
    version: 1,
    productVersion: 1,
  })
})

test('requests of a suspended seller leave queue and count, and return when the seller is reactivated', async () => {
  const who = await testApp.person('Sometimes')
  const { request } = await waitingEdit(testApp, { seller: who })
  const { pending } = await requests(admin).waiting()
  await app.sql`update users set status = 'suspended' where id = ${who.id}`
  expect(await requests(admin).waiting()).toEqual({ pending: pending - 1 })
  expect(ids((await queue()).rows)).not.toContain(request.id)
  expect(ids((await queue({ seller_id: who.id })).rows)).toEqual([])
  await app.sql`update users set status = 'active' where id = ${who.id}`
  expect(await requests(admin).waiting()).toEqual({ pending })
  expect(ids((await queue()).rows)).toContain(request.id)
})

test('an admin sees what was decided and by whom; the seller sees the same without the name', async () => {
  const { product, request } = await waitingEdit(testApp)
  await requests(secondAdmin).reject({ ...expectedEdit(request), ...why })
  const decided = (await queue({ status: 'rejected' })).rows.find(({ id }) => id === request.id)
  expect(decided).toMatchObject({ decidedBy: 'Bert', rejectionReason: why.rejectionReason })
  const { rows } = await requests(seller).list({ product_id: product.id })
  expect(rows).toEqual([{ ...decided, decidedBy: null }])
})

test('whatever seller and admins do, live values were approved or need no review, and at most one request waits', async () => {
  const step = fc.record({
    who: fc.constantFrom('edit', 'edit', 'edit', 'approve', 'partly', 'reject', 'withdraw', 'restock'),
    title: fc.constantFrom('Oak chair', 'Ash chair', 'Elm chair'),
    price: fc.constantFrom(12_000, 13_000, 4_000, 2_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (walk) => {
      const { id } = await approvedProduct(testApp)
      const live = { title: 'Oak chair', price: 12_000, approvedPrice: 12_000, version: 1 }
      let proposed: { title?: string; price?: number } = {}
      for (const { who, title, price } of walk) {
        if (who === 'restock') await products(seller).edit({ id, version: live.version, change: { stock: price } })
        else if (who === 'edit') {
          const before = await products(seller).get({ id })
          await products(seller).edit({ id, version: live.version, change: { title, price } })
          if (title !== live.title) proposed.title = title
          const waits = proposed.price !== undefined || Math.abs(price - live.approvedPrice) * 2 > live.approvedPrice
          if (price !== live.price && waits) proposed.price = price
          else if (price !== live.price) live.price = price
          expect(before.editRequestId === null || Object.keys(proposed).length > 0).toBe(true)
        } else if (Object.keys(proposed).length > 0) {
          const request = await requestFor(testApp, { id })
          if (who === 'withdraw') await requests(seller).withdraw({ id: request.id })
          else if (who === 'reject') await requests(admin).reject({ ...expectedEdit(request), ...why })
          else {
            const refused = who === 'partly' && proposed.title ? [{ field: 'title' as const, ...why }] : []
            await requests(admin).approve({ ...expectedEdit(request), refused })
            if (proposed.title && refused.length === 0) live.title = proposed.title
            if (proposed.price) Object.assign(live, { price: proposed.price, approvedPrice: proposed.price })
            if (proposed.price || (proposed.title && refused.length === 0)) live.version += 1
          }
          proposed = {}
        }
        const fresh = await products(seller).get({ id })
        expect(fresh).toMatchObject({ ...live, status: 'approved' })
        const { rows } = await requests(seller).list({ product_id: id })
        const waiting = rows.filter(({ status }) => status === 'pending')
        expect(waiting.map((request) => request.id)).toEqual(fresh.editRequestId ? [fresh.editRequestId] : [])
        if (fresh.editRequestId) expect((await requests(seller).get({ id: fresh.editRequestId })).proposed).toEqual(proposed)
        else expect(proposed).toEqual({})
      }
    }),
    { numRuns: 25 },
  )
})

test('a request is found by the title in its row, and by the title of the product when it was written', async () => {
  const { request } = await waitingEdit(testApp, { change: { title: 'Zebrawood chair' } })
  await caller(testApp.admin).editRequests.approve(expectedEdit(request))
  const found = async (search: string) =>
    (await caller(testApp.admin).editRequests.queue({ status: 'approved', search })).rows.filter(({ id }) => id === request.id)
  expect(await found('Zebrawood')).toMatchObject([{ productTitle: 'Zebrawood chair' }])
  expect(await found('Oak chair')).toHaveLength(1)
  expect(await found('Mahogany')).toEqual([])
})
