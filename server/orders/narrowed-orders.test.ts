import { expect, test } from 'vitest'
import { cancelLines } from '#server/orders/cancel-lines.ts'
import { shipLines } from '#server/orders/ship-lines.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, rival, admin, person, caller, lamp, place } = await openStorefront()

test('an order cancelled in full before it was paid owes nothing and is not among the unpaid ones', async () => {
  const paul = await person('Paul')
  const owing = await place([await lamp(paul.id)])
  const gone = await place([await lamp(paul.id)])
  const partlyCancelled = await place([await lamp(paul.id), await lamp(rival.id)])
  await cancelLines(app, admin, { id: gone.id, lines: gone.lines.map(({ id }) => id), reason: '' })
  const pauls = partlyCancelled.lines.find(({ seller_id }) => seller_id === paul.id)
  await cancelLines(app, admin, { id: partlyCancelled.id, lines: [pauls?.id ?? ''], reason: '' })
  const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id).toSorted()
  const asked = { seller_id: paul.id, paymentStatus: 'unpaid' } as const
  // The rest of it is still to be paid, but nothing of Paul’s.
  expect(idsOf(await caller(admin).orders.list(asked))).toEqual([owing.id, partlyCancelled.id].toSorted())
  expect(idsOf(await caller(paul).orders.listOwn({ paymentStatus: 'unpaid' }))).toEqual([owing.id])
  const unpaid = idsOf(await caller(admin).orders.list({ paymentStatus: 'unpaid', limit: 100 }))
  expect(unpaid).toEqual(expect.arrayContaining([owing.id, partlyCancelled.id]))
  expect(unpaid).not.toContain(gone.id)
  expect(idsOf(await caller(paul).orders.listOwn({ lineStatus: 'cancelled' }))).toEqual([gone.id, partlyCancelled.id].toSorted())
})

test('the orders of a product are found, by sellers only through their own lines', async () => {
  const sold = await lamp()
  const other = await lamp()
  const foreign = await lamp(rival.id)
  const day = (day: number) => ({ placedAt: `2026-01-0${day}T12:00:00.000Z` })
  const first = await place([sold], day(1))
  const second = await place([sold, foreign], day(2))
  await place([other])
  const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)
  expect(idsOf(await caller(admin).orders.list({ product_id: sold }))).toEqual([second.id, first.id])
  expect(idsOf(await caller(seller).orders.listOwn({ product_id: sold }))).toEqual([second.id, first.id])
  expect(idsOf(await caller(admin).orders.list({ product_id: sold, seller_id: rival.id }))).toEqual([])
  // Sellers do not learn that an order of theirs has a product of another seller.
  expect(idsOf(await caller(seller).orders.listOwn({ product_id: foreign }))).toEqual([])
  const page = await caller(admin).orders.list({ product_id: sold, limit: 1 })
  expect(idsOf(await caller(admin).orders.list({ product_id: sold, limit: 1, cursor: page.next ?? '' }))).toEqual([first.id])
})

test("in the list of one seller's orders, an order with lines of two sellers has the counts of that seller's lines as well", async () => {
  const order = await place([await lamp(), await lamp(rival.id)])
  const mine = order.lines.find(({ seller_id }) => seller_id === seller.id)
  await shipLines(app, seller, { id: order.id, lines: [mine?.id ?? ''], carrier: 'Post', tracking: '' })
  const of = async (seller_id?: string) => {
    const { rows } = await caller(admin).orders.list({ search: order.number, ...(seller_id && { seller_id }) })
    return rows.map(({ counts, sellerCounts }) => [counts.open, counts.shipped, sellerCounts?.open, sellerCounts?.shipped])
  }
  expect(await of(seller.id)).toEqual([[1, 1, 0, 1]])
  expect(await of(rival.id)).toEqual([[1, 1, 1, 0]])
  expect(await of()).toEqual([[1, 1, undefined, undefined]])
})
