import { expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { waitingEdit } from '#server/testing/edits.ts'
import { pendingProduct } from '#server/testing/listing.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const storefront = await openStorefront()
const { app, admin, caller, person, lamp, place } = storefront
const { products, editRequests, orders } = caller(admin)

const owner = await person('Ingrid of the fjord')
// More than a search finds items of, with shorter names and nothing to sell.
await app.sql`insert into users (id, name, email)
  select 'ingrid-' || n, 'Ingrid', 'ingrid-' || n || '@example.com' from generate_series(1, ${limits.sellerSearch.searchedMax + 50}) n`
const pending = await pendingProduct(storefront, { seller: owner })
const { product, request } = await waitingEdit(storefront, { seller: owner })
const sold = await lamp(owner.id)
const order = await place([sold])
const search = 'ingrid'

test.each([
  ['products to review', () => products.queue({ search }), [pending.id]],
  ['the catalogue', () => products.catalogue({ search }), [pending.id, product.id, sold]],
  ['edit requests', () => editRequests.queue({ search }), [request.id]],
  ['orders', () => orders.list({ search }), [order.id]],
] as const)('an admin searches %s by the name of a seller, also if many others are called so', async (_, list, expected) => {
  const { rows } = await list()
  expect(rows.map(({ id }) => id).sort()).toEqual([...expected].sort())
})

test('an admin counts the orders of a seller among many of that name', async () => {
  expect(await orders.count({ search })).toEqual({ total: 1 })
})

test('an admin is told of missing items if more sellers than a search takes have some, not if others are called so', async () => {
  const told = async () => {
    const kinds = ['products', 'editRequests', 'orders'] as const
    const answers = await Promise.all(kinds.map((owners) => caller(admin).users.areTooMany({ search, owners })))
    return kinds.filter((_, at) => answers[at]?.tooMany)
  }
  expect(await told()).toEqual([])
  await app.sql`insert into edit_requests (id, product_title, seller_id, base_version, payload)
    select 'of-' || id, 'Chair', id, 1, '{}' from users where id like 'ingrid-%' order by id limit ${limits.sellerSearch.searchedMax}`
  expect(await told()).toEqual(['editRequests'])
})
