import { expect, test } from 'vitest'
import { publicOrder } from '#domain/order.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { waitingEdit } from '#server/testing/edits.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const storefront = await openStorefront()
const { app, admin, secondAdmin, seller, rival, person, caller, lamp, place } = storefront
const ines = await person('Inés Keller')
const image = `avatars/${ines.id}/face.jpg`
await app.sql`update users set shop_name = 'Grüne Gasse', image = ${image} where id = ${ines.id}`

const identity = { id: ines.id, name: 'Inés Keller', shopName: 'Grüne Gasse', avatar: `/files/thumbnails/160/${image}.webp` }
const { request } = await waitingEdit(storefront, { change: { title: 'Green door' }, seller: ines })
const order = await place([await lamp(ines.id), await lamp(rival.id)])
await caller(admin).orders.pay({ id: order.id })
const chat = await caller(ines).chats.open({})
await caller(ines).chats.send({ id: chat.id, clientId: 'first-words', text: 'Good morning' })

const { products, editRequests, orders, sales, chats, users, history } = caller(admin)
const day = order.placedAt.slice(0, 10)
const range = { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }

/** Every list of administrators with sellers in it: what shows them, and the search by name. */
const lists: Record<string, { seller: () => Promise<unknown>; found?: (search: string) => Promise<unknown[]> }> = {
  'the product queue': {
    seller: async () => (await products.queue({ status: 'approved', seller_id: ines.id })).rows[0]?.seller,
    found: async (search) => (await products.queue({ status: 'approved', search })).rows.filter((row) => row.seller_id === ines.id),
  },
  'a product': { seller: async () => (await products.get({ id: request.product_id ?? '' })).seller },
  'the edit requests': {
    seller: async () => (await editRequests.queue({ seller_id: ines.id })).rows[0]?.seller,
    found: async (search) => (await editRequests.queue({ search })).rows.filter((row) => row.seller_id === ines.id),
  },
  'an order': {
    seller: async () => (await orders.get({ id: order.id })).lines.find((line) => line.seller_id === ines.id)?.seller,
    found: async (search) => (await orders.list({ search })).rows,
  },
  'the rows of a sales figure': {
    seller: async () => (await sales.rows({ ...range, figure: 'gross', seller_id: ines.id })).rows[0]?.seller,
  },
  'the best sellers': { seller: async () => (await sales.top({ ...range, of: 'sellers' })).rows.find(({ id }) => id === ines.id)?.seller },
  'the support inbox': {
    seller: async () => {
      const { buyerName: name, person } = await chats.get({ id: chat.id })
      return { id: person?.id, name, shopName: person?.shopName, avatar: person?.avatar }
    },
    found: async (search) => (await chats.list({ search })).rows,
  },
  'the user management': {
    seller: async () => {
      const { id, name, shopName, avatar } = await users.get({ id: ines.id })
      return { id, name, shopName, avatar }
    },
    found: async (search) => (await users.list({ search })).rows,
  },
  'the history': {
    seller: async () => (await history.list({ by: ines.id })).rows[0]?.person,
    found: async (search) => (await history.list({ search })).rows,
  },
}

test.each(Object.entries(lists))('%s shows shop, name and picture of a seller together', async (_, list) => {
  expect(await list.seller()).toEqual(identity)
})

const searched = Object.entries(lists).flatMap(([name, { found }]) => (found ? [{ name, found }] : []))

test.each(searched)('$name is found by a part of the shop, the name or the email', async ({ found }) => {
  for (const search of ['üne gass', 'KELLER', ines.email]) expect(await found(search)).not.toEqual([])
  expect(await found('Blaue Gasse')).toEqual([])
})

test('an order of two sellers is listed once, whichever of them is searched for, in every order of the list', async () => {
  await app.sql`update users set shop_name = 'Rote Gasse' where id = ${rival.id}`
  for (const sort of ['newest', 'oldest'] as const)
    expect((await orders.list({ search: 'gasse', sort })).rows.map(({ id }) => id)).toEqual([order.id])
  expect((await orders.list({ search: 'gasse', paymentStatus: 'unpaid' })).rows).toEqual([])
})

test('the seller called exactly so is found, however many others have longer names', async () => {
  const exact = await person('Quill')
  const { id } = await addProduct(app, exact.id, 'approved')
  await app.sql`insert into users (id, name, email, role, shop_name)
    select 'quill-' || n, 'Quill Maker ' || n, 'quill-' || n || '@example.com', 'seller', '' from generate_series(1, 150) n`
  const { rows } = await products.queue({ status: 'approved', search: 'Quill' })
  expect(rows.map((row) => row.id)).toContain(id)
})

test('an API key finds no order by a seller, and gets only the name of one', async () => {
  expect((await listOrders(app, { search: 'Grüne Gasse', limit: 5 })).rows).toEqual([])
  expect((await listOrders(app, { search: ines.email, limit: 5 })).rows).toEqual([])
  const { lines } = publicOrder(await orders.get({ id: order.id }))
  expect(lines.map(({ sellerName }) => sellerName)).toContain('Inés Keller')
  expect(JSON.stringify(lines)).not.toMatch(/avatar|Gasse/)
})

test('a seller finds nothing by the shop of another', async () => {
  expect((await caller(seller).products.list({ search: 'Gasse' })).rows).toEqual([])
  expect((await caller(rival).orders.listOwn({ search: 'Grüne' })).rows).toEqual([])
})

test('an administrator reads what a seller was told, page by page, without notices of messages', async () => {
  await caller(secondAdmin).notifications.send({ to: 'one', userId: ines.id, text: 'We close on Monday.' })
  const told = (wanted = {}) => caller(admin).notifications.sentTo({ userId: ines.id, ...wanted })
  await expect.poll(async () => (await told()).rows.map(({ message }) => message)).toContain('We close on Monday.')
  const { rows } = await told()
  expect(rows.every(({ type, userId }) => type !== 'chat' && userId === ines.id)).toBe(true)
  const first = await told({ limit: 1 })
  const second = await told({ limit: 1, cursor: first.next ?? '' })
  expect([...first.rows, ...second.rows]).toEqual(rows.slice(0, 2))
})
