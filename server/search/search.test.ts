import { expect, test } from 'vitest'
import type { HitKind } from '#contract/search.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import type { Person } from '#server/testing/people.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, admin, secondAdmin, seller, rival, person, caller, place } = await openStorefront()
const ines = await person('Inés Keller')
await app.sql`update users set shop_name = 'Grüne Gasse', email = 'ines.k@gasse.example' where id = ${ines.id}`

const listed = async (of: Person, title: string, sku: string | null, status: Parameters<typeof addProduct>[2] = 'approved') => {
  const { id } = await addProduct(app, of.id, status)
  await app.sql`update products set title = ${title}, sku = ${sku} where id = ${id}`
  return id
}
const kettle = await listed(ines, 'Copper 100% kettle 🫖', 'KTL-204-b')
const draft = await listed(ines, 'Jug_with a lid', null, 'draft')
const unfinished = await listed(ines, 'Unfinished samovar', null, 'unfinished')
const lamp = await listed(rival, 'مصباح نحاسي', 'LMP-1')
const order = await place([kettle], { buyerName: 'Bianca Moretti', buyerEmail: 'b.moretti@post.example', externalId: 'Bazaar-7' })
const both = await place([kettle, lamp], { buyerName: 'Otto Zander', buyerEmail: 'otto@post.example' })
const hash = await place([kettle], { buyerName: 'Nora Vik', buyerEmail: 'vik@post.example', externalId: '#90210' })
const hashed = await listed(rival, 'Ladle', '#77-L')
const chat = await caller(ines).chats.open({})
await caller(ines).chats.send({ id: chat.id, clientId: 'first-words', text: 'Good morning' })

const kinds: HitKind[] = ['products', 'people', 'orders', 'chats']
const found = async (who: Person, search: string) => {
  const hits = await caller(who).search.find({ search })
  return kinds.flatMap((kind) => hits[kind].map(({ id }) => id)).sort()
}
const all = (...ids: string[]) => [...ids].sort()

const ofInes = [ines.id, chat.id, kettle, draft]
/** What is typed, and what an admin, the seller Inés and her rival find. */
const searches: { name: string; text: string; admin: string[]; owner: string[]; rival: string[] }[] = [
  { name: 'half a title', text: 'opper 100', admin: [kettle], owner: [kettle], rival: [] },
  { name: 'a draft', text: 'with a l', admin: [draft], owner: [draft], rival: [] },
  { name: 'pictures still on their way', text: 'samovar', admin: [], owner: [unfinished], rival: [] },
  { name: 'half a SKU in other case', text: 'ktl-2', admin: [kettle], owner: [kettle], rival: [] },
  { name: 'half a shop name', text: 'üne gas', admin: ofInes, owner: [], rival: [] },
  { name: 'half a person’s name', text: 'nés kel', admin: ofInes, owner: [], rival: [] },
  { name: 'half an e-mail address', text: 'ines.k@', admin: ofInes, owner: [], rival: [] },
  { name: 'an order number', text: order.number, admin: [order.id], owner: [order.id], rival: [] },
  { name: 'an order’s id on the storefront', text: 'bazaar-7', admin: [order.id], owner: [], rival: [] },
  { name: 'an order as screens name it', text: `Order ${order.number}`, admin: [order.id], owner: [order.id], rival: [] },
  { name: 'an order as people name it', text: `order #${order.number}`, admin: [order.id], owner: [order.id], rival: [] },
  { name: 'an id on the storefront that begins with #', text: '#90210', admin: [hash.id], owner: [], rival: [] },
  { name: 'a SKU that begins with #', text: '#77', admin: [hashed], owner: [], rival: [hashed] },
  { name: 'half a buyer’s name', text: 'anca mor', admin: [order.id], owner: [order.id], rival: [] },
  { name: 'a buyer’s address', text: 'b.moretti@post', admin: [order.id], owner: [], rival: [] },
  { name: 'the buyer of both', text: 'otto za', admin: [both.id], owner: [both.id], rival: [both.id] },
  { name: 'a percent sign', text: '100%', admin: [kettle], owner: [kettle], rival: [] },
  { name: 'an underscore', text: 'jug_w', admin: [draft], owner: [draft], rival: [] },
  { name: 'a pattern', text: 'jug%lid', admin: [], owner: [], rival: [] },
  { name: 'an emoji alone', text: '🦊🦊🦊', admin: [], owner: [], rival: [] },
  { name: 'an emoji in a title', text: 'kettle 🫖', admin: [kettle], owner: [kettle], rival: [] },
  { name: 'right to left', text: 'نحاس', admin: [lamp], owner: [], rival: [lamp] },
  { name: 'two letters that begin a word', text: 'ke', admin: ofInes, owner: [kettle], rival: [] },
  { name: 'two letters inside a word', text: 'op', admin: [], owner: [], rival: [] },
  { name: 'as long as allowed', text: 'x'.repeat(limits.text.searchMax), admin: [], owner: [], rival: [] },
]

test.each(searches)('$name: each person finds what they may see, and nothing foreign', async ({ text, ...expected }) => {
  expect(await found(admin, text)).toEqual(all(...expected.admin))
  expect(await found(ines, text)).toEqual(all(...expected.owner))
  expect(await found(rival, text)).toEqual(all(...expected.rival))
  expect(await found(seller, text)).toEqual([])
})

test('hits hold what is shown of them', async () => {
  const hits = await caller(admin).search.find({ search: 'Grüne' })
  expect(hits.products[0]).toMatchObject({ status: 'draft', seller: { name: 'Inés Keller', shopName: 'Grüne Gasse' } })
  expect(hits.products[1]).toMatchObject({ status: 'approved', cover: { name: 'lamp.png' } })
  expect(hits.people).toMatchObject([{ email: 'ines.k@gasse.example', status: 'active', isSupport: false }])
  expect(hits.chats).toMatchObject([{ name: 'Inés Keller', shopName: 'Grüne Gasse', status: 'open' }])
  const [own] = (await caller(rival).search.find({ search: both.number })).orders
  expect(own).toMatchObject({ number: both.number, buyerName: 'Otto Zander', counts: { open: 1 } })
})

test('an exact SKU and number, then what begins with the text, stand first; the kinds with further hits are named', async () => {
  for (let at = 0; at < 8; at += 1) await listed(seller, `A brass bell ${at}`, null)
  const called = await listed(seller, 'Brass bell', null)
  const sku = await listed(seller, 'Doorbell', 'brass bell')
  const hits = await caller(seller).search.find({ search: 'brass bell' })
  expect(hits.products.map(({ id }) => id).slice(0, 2)).toEqual([sku, called])
  expect(hits.products).toHaveLength(limits.palette.shown.products)
  expect(hits.more).toEqual(['products'])
})

test('a title that is exactly the text is found among more products than are compared', async () => {
  const exact = await listed(seller, 'Tin whistle', null)
  await app.sql`insert into products (id, seller_id, title, status)
    select 'whistle-' || n, ${seller.id}, 'A tin whistle ' || n, 'approved' from generate_series(1, ${limits.palette.candidatesMax * 2}::int) n`
  await app.sql`update products set title = 'Tin Whistle' where id = ${exact}`
  for (const who of [seller, admin]) {
    const hits = await caller(who).search.find({ search: 'tin whistle' })
    expect(hits.products[0]).toMatchObject({ id: exact, title: 'Tin Whistle' })
  }
})

test('only spaces, nothing and too much are refused', async () => {
  for (const search of ['', '   ', 'x'.repeat(limits.text.searchMax + 1)])
    await expect(caller(admin).search.find({ search })).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('an admin does not find the chat in which they are the participant', async () => {
  const own = await caller(secondAdmin).chats.open({})
  await caller(secondAdmin).chats.send({ id: own.id, clientId: 'own-words', text: 'Hello' })
  expect(await found(admin, 'bert')).toContain(own.id)
  expect(await found(secondAdmin, 'bert')).not.toContain(own.id)
})

test('things named by their ids come as they are now, but not to others', async () => {
  const ids = [kettle, ines.id, both.id, chat.id, unfinished, 'gone']
  const named = async (who: Person) => {
    const hits = await caller(who).search.named({ ids })
    return kinds.flatMap((kind) => hits[kind].map(({ id }) => id))
  }
  expect(await named(admin)).toEqual([kettle, ines.id, both.id, chat.id])
  expect((await named(ines)).sort()).toEqual(all(kettle, unfinished, both.id))
  expect(await named(rival)).toEqual([both.id])
  expect(await named(seller)).toEqual([])
})
