import { beforeAll, describe, expect, test } from 'vitest'
import type { EventKind } from '#domain/event-kinds.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { expectedEdit, requestFor, waitingEdit } from '#server/testing/edits.ts'
import { approvedProduct, pendingProduct } from '#server/testing/listing.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin, secondAdmin } = testApp
const kinds = async (search: string) => (await caller(admin).history.list({ search })).rows.map(({ kind }) => kind)
const { products, account } = caller(seller)
const known = { request: '', product: '', order: '', number: '' }

beforeAll(async () => {
  await account.edit({ change: { shopName: 'Riverbank Joinery' } })
  // Renamed by an approved request; another one was withdrawn.
  const { product, request } = await waitingEdit(testApp, { change: { title: 'Walnut bench' } })
  await caller(secondAdmin).editRequests.approve({ ...expectedEdit(request), refused: [] })
  const { version } = await products.get({ id: product.id })
  await products.edit({ id: product.id, version, change: { tags: ['bench'] } })
  const again = await requestFor(testApp, product)
  await caller(seller).editRequests.withdraw({ id: again.id })
  // Renamed at once, because it is not on sale, and then deleted.
  const stool = await pendingProduct(testApp, { seller: rival, fields: { title: 'Beech stool' } })
  await caller(rival).products.edit({ id: stool.id, version: stool.version, change: { title: 'Pine stool' } })
  await caller(rival).products.delete({ id: stool.id })
  const rejected = await pendingProduct(testApp, { seller: rival, fields: { title: 'Rug' } })
  const reason = { code: 'other' as const, rejectionReason: 'The fringe is missing entirely.', fields: [] }
  await caller(admin).products.reject({ ...rejected, ...reason })
  const vase = await approvedProduct(testApp, { seller: rival, fields: { title: 'Vase' } })
  const order = await placeOrder(app, admin, orderOf([vase.id]))
  Object.assign(known, { request: again.id, product: product.id, order: order.id, number: order.number })
})

const renamed: EventKind[] = [
  'editRequest.withdraw',
  'editRequest.create',
  'editRequest.approve',
  'editRequest.create',
  'product.approve',
  'product.submit',
  'product.create',
]
const deleted: EventKind[] = ['product.delete', 'product.edit', 'product.submit', 'product.create']

describe('an admin finds what happened', () => {
  test.each<[what: string, typed: () => string, found: EventKind[]]>([
    ['to a product and its edit requests, by its title', () => 'walnut BENCH', renamed],
    ['by the title it had before an approved request renamed it', () => 'Oak chair', renamed],
    ['by the title it was deleted under', () => 'Pine stool', deleted],
    ['by a former title of a deleted product', () => 'Beech stool', deleted],
    ['by a reason', () => 'fringe is missing', ['product.reject']],
    ['by the number of an order', () => known.number, ['order.placed']],
    ['by the number of an order as screens write it', () => `Order ${known.number}`, ['order.placed']],
    ['by the number of an order as people write it', () => `#${known.number}`, ['order.placed']],
    ['by an id in capitals', () => known.order.toUpperCase(), ['order.placed']],
    ['by the id of an order', () => known.order, ['order.placed']],
    ['by the id of a request', () => known.request, ['editRequest.withdraw', 'editRequest.create']],
    [
      'to a shop and its products, by the name of the shop, whichever person acted',
      () => 'riverbank',
      ['user.profile', ...renamed].toSorted() as EventKind[],
    ],
    ['by the person who acted', () => secondAdmin.name, ['editRequest.approve']],
    ['not by a text that matches nothing', () => 'Walnut stool', []],
    ['not by pattern characters', () => 'W_lnut', []],
  ])('%s', async (what, typed, found) => {
    const rows = await kinds(typed())
    expect(what.startsWith('to a shop') ? rows.toSorted() : rows).toEqual(found)
  })

  test('and learns that entries may be missing if a text matches more than 500 people, from the first page only', async () => {
    const add = (first: number, last: number) => app.sql`
      insert into users (id, name, email) select 'lind' || n, 'Lind ' || n, 'lind' || n || '@example.com' from generate_series(${first}::int, ${last}::int) n`
    await add(1, 500)
    expect(await caller(admin).history.list({ search: 'lind' })).toEqual({ rows: [], next: null, isPartial: false })
    await add(501, 501)
    expect(await caller(admin).history.list({ search: 'lind' })).toMatchObject({ isPartial: true })
    expect(await caller(admin).history.list({ search: 'Lind 501' })).toMatchObject({ isPartial: false })
    const { next, isPartial } = await caller(admin).history.list({ search: 'e', limit: 1 })
    expect([await caller(admin).history.list({ search: 'e', limit: 1, cursor: next ?? '' }), isPartial]).toMatchObject([
      { isPartial: false },
      true,
    ])
  })

  test('by the id of a product, only events of the product itself', async () => {
    const { rows } = await caller(admin).history.list({ search: known.product })
    expect(new Set(rows.map(({ itemId }) => itemId))).toEqual(new Set([known.product]))
  })

  test('and finds people by the name of their shop', async () => {
    const { rows } = await caller(admin).users.list({ search: 'riverbank' })
    expect(rows.map(({ id }) => id)).toEqual([seller.id])
  })
})
