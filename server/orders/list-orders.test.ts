import { expect, test } from 'vitest'
import { listOrders } from '#server/orders/list-orders.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, admin, person, caller, lamp, place } = await openStorefront()

test('lists are filtered by payment, lines, seller, day and search, and sorted newest or oldest first, page by page', async () => {
  const paul = await person('Paul')
  const id = await lamp(paul.id, 100)
  const day = (at: string) => place([id], { placedAt: at, buyerName: 'Paged Paula', buyerEmail: 'paula@example.com' })
  // Vienna is an hour ahead in winter: the first order is of 2 January there.
  const placed = [await day('2026-01-01T23:30:00.000Z'), await day('2026-01-02T12:00:00.000Z'), await day('2026-01-03T22:59:00.000Z')]
  const ids = placed.map((order) => order.id)
  const [first, second, third] = ids
  const found = async (filters: object) => (await caller(admin).orders.list({ search: 'paula', ...filters })).rows.map((row) => row.id)
  expect(await found({ search: 'PAULA' })).toEqual(await found({}))
  expect(await found({})).toEqual([third, second, first])
  expect(await found({ from: '2026-01-02', to: '2026-01-02' })).toEqual([second, first])
  for (const field of ['from', 'to'])
    await expect(found({ [field]: '0000-01-01' })).rejects.toMatchObject({ code: 'invalid-argument', data: { field } })
  await caller(admin).orders.pay({ id: second ?? '' })
  await caller(paul).orders.ship({ id: first ?? '', lines: placed[0]?.lines.map((line) => line.id) ?? [] })
  expect(await found({ paymentStatus: 'paid' })).toEqual([second])
  expect(await found({ lineStatus: 'shipped' })).toEqual([first])
  expect(await found({ seller_id: paul.id, lineStatus: 'open', paymentStatus: 'unpaid' })).toEqual([third])
  expect(await found({ seller_id: seller.id })).toEqual([])
  const page = await caller(admin).orders.list({ search: 'paula', limit: 2 })
  const rest = await caller(admin).orders.list({ search: 'paula', limit: 2, cursor: page.next ?? '' })
  expect([...page.rows, ...rest.rows].map((row) => row.id)).toEqual([third, second, first])
  expect(rest.next).toBe(null)
  // A search that fills a page has no total; it is asked for by itself, and a seller counts no orders of others.
  expect(page.total).toBeUndefined()
  expect(await caller(admin).orders.count({ search: 'paula' })).toEqual({ total: 3 })
  // Found by the seller alone, and once by both.
  expect(await caller(admin).orders.count({ search: paul.email })).toEqual({ total: 3 })
  expect(await caller(admin).orders.count({ search: 'pau' })).toEqual({ total: 3 })
  expect(await found({ search: paul.email, from: '2026-01-02', to: '2026-01-02' })).toEqual([second, first])
  expect(await caller(paul).orders.count({ lineStatus: 'open' })).toEqual({ total: 2 })
  expect(await caller(seller).orders.count({ search: 'paula', seller_id: paul.id })).toEqual({ total: 0 })
  const oldest = await caller(admin).orders.list({ search: 'paula', sort: 'oldest', limit: 2 })
  const younger = await caller(admin).orders.list({ search: 'paula', sort: 'oldest', limit: 2, cursor: oldest.next ?? '' })
  expect([...oldest.rows, ...younger.rows].map((row) => row.id)).toEqual(ids)
  expect(younger.next).toBe(null)
  expect((await caller(paul).orders.listOwn({ sort: 'oldest' })).rows.map((row) => row.id)).toEqual(ids)
  const own = await caller(paul).orders.listOwn({ lineStatus: 'shipped', from: '2026-01-02', to: '2026-01-02' })
  expect(own.rows.map((row) => row.id)).toEqual([first])
  const numbered = { number: placed[0]?.number ?? '' }
  expect((await caller(admin).orders.list(numbered)).rows.map((row) => row.id)).toEqual([first])
  expect((await caller(paul).orders.listOwn(numbered)).rows.map((row) => row.id)).toEqual([first])
  expect((await caller(seller).orders.listOwn(numbered)).rows).toEqual([])
  await expect(caller(admin).orders.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('admins find an order by its id on the storefront in any case, also among those of one seller; sellers do not see that id', async () => {
  const paul = await person('Paul')
  const { id } = await place([await lamp(paul.id, 5)], { externalId: 'Bazaar-105570' })
  const found = async (filters: object) =>
    (await caller(admin).orders.list({ search: 'BAZAAR-105570', ...filters })).rows.map((row) => row.id)
  expect(await found({})).toEqual([id])
  expect(await found({ seller_id: paul.id })).toEqual([id])
  expect(await found({ paymentStatus: 'paid' })).toEqual([])
  expect(await found({ seller_id: seller.id })).toEqual([])
  expect(await caller(admin).orders.count({ search: 'bazaar-105570' })).toEqual({ total: 1 })
  expect((await listOrders(app, { search: 'bazaar-105570', limit: 5 })).rows.map((row) => row.id)).toEqual([id])
  expect((await caller(paul).orders.listOwn({ search: 'Bazaar-105570' })).rows).toEqual([])
})

test('an order is found as screens and people name it, and by an id on the storefront that begins with #', async () => {
  const paul = await person('Paul')
  const { id, number } = await place([await lamp(paul.id, 5)], { externalId: '#B-2044' })
  for (const search of [number, `#${number}`, `Order ${number}`, `order #${number}`]) {
    expect((await caller(admin).orders.list({ search })).rows.map((row) => row.id)).toEqual([id])
    expect((await caller(paul).orders.listOwn({ search })).rows.map((row) => row.id)).toEqual([id])
    expect((await caller(seller).orders.listOwn({ search })).rows).toEqual([])
  }
  expect((await caller(admin).orders.list({ search: '#b-2044' })).rows.map((row) => row.id)).toEqual([id])
  expect((await caller(paul).orders.listOwn({ search: `#${number.slice(0, -1)}` })).rows.map((row) => row.id)).toEqual([id])
  expect((await caller(paul).orders.listOwn({ search: '#' })).rows).toEqual([])
})

test('sellers find their orders by half the name of the buyer, not by the address, and no order of another seller', async () => {
  const paul = await person('Paul')
  const sofia = { buyerName: 'Sofia Li', buyerEmail: 'hidden@example.com' }
  const shared = await place([await lamp(paul.id, 5), await lamp(seller.id, 5)], sofia)
  const foreign = await place([await lamp(seller.id, 5)], sofia)
  const found = async (who: typeof seller, search: string) => (await caller(who).orders.listOwn({ search })).rows.map(({ id }) => id)
  for (const search of ['OFIA l', 'sofia li', 'li']) {
    expect(await found(paul, search)).toEqual([shared.id])
    expect(await found(seller, search)).toEqual([foreign.id, shared.id])
    expect(await caller(paul).orders.count({ search })).toEqual({ total: 1 })
  }
  expect(await found(paul, 'hidden')).toEqual([])
  expect(await found(paul, 'hidden@example.com')).toEqual([])
  const number = String(shared.number)
  expect([await found(paul, number.slice(0, 2)), await found(paul, number.slice(1, 3))]).toEqual([[shared.id], []])
  expect((await caller(paul).orders.listOwn({ search: 'sofia', lineStatus: 'shipped' })).rows).toEqual([])
})

test('admins see the sellers of each order in its row, storefronts and other sellers do not', async () => {
  const paul = await person('Paul')
  await caller(paul).account.edit({ change: { shopName: 'Atelier Paul' } })
  const { id, number } = await place([await lamp(paul.id, 5), await lamp(seller.id, 5)])
  const [row] = (await caller(admin).orders.list({ number })).rows
  expect(row?.sellers.map(({ shopName, name }) => [shopName, name])).toEqual([
    ['Atelier Paul', 'Paul'],
    ['', seller.name],
  ])
  const [ofPaul] = (await caller(admin).orders.list({ number, seller_id: paul.id })).rows
  expect(ofPaul?.sellers).toHaveLength(2)
  const own = (await caller(seller).orders.listOwn({ number })).rows
  const ofApi = (await listOrders(app, { limit: 5 })).rows.filter((one) => one.id === id)
  for (const rows of [own, ofApi]) {
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Paul')
  }
})

test('sellers see in each row what the first of their own lines sold, and a cancelled line only where nothing else is left', async () => {
  const paul = await person('Paul')
  const foreign = await lamp(seller.id, 5)
  const rug = await lamp(paul.id, 5)
  const vase = await lamp(paul.id, 5)
  const { id, number, lines } = await place([foreign, rug, vase])
  await app.sql`update order_lines set title = ${"Paul's"} || at where order_id = ${id} and seller_id = ${paul.id}`
  const titles = async (who: typeof seller) => (await caller(who).orders.listOwn({ number })).rows.map(({ title }) => title)
  expect(await titles(seller)).toEqual([lines[0]?.title])
  expect(await titles(paul)).toEqual(["Paul's1"])
  await caller(admin).orders.cancel({ id, lines: [lines[1]?.id ?? ''] })
  expect(await titles(paul)).toEqual(["Paul's2"])
  expect((await caller(paul).orders.getOwn({ id })).title).toBe("Paul's2")
  await caller(admin).orders.cancel({ id, lines: [lines[2]?.id ?? ''] })
  expect(await titles(paul)).toEqual(["Paul's1"])
  expect(JSON.stringify(await caller(seller).orders.listOwn({ number }))).not.toContain("Paul's")
})
