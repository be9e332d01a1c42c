import { describe, expect, test } from 'vitest'
import type { StorefrontChange, StorefrontProduct } from '#contract/public/products.ts'
import { emptyFields } from '#domain/product.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, admin, seller, person, caller } = testApp
const server = await openTestServer(app)
const program = asProgram(server, await addKey(app, admin.id, ['products:read']))

type Page = { rows: StorefrontChange[]; next: string | null; as_of: string }
const list = async (query: string) => (await program('GET', `/products?${query}`)).json as unknown as Page
const all = async (query = '') => {
  const rows: StorefrontChange[] = []
  let page = await list(`${query}&limit=2`)
  const { as_of } = page
  rows.push(...page.rows)
  while (page.next) {
    page = await list(`${query}&limit=2&cursor=${page.next}`)
    rows.push(...page.rows)
  }
  return { rows, as_of }
}
const ids = (rows: readonly StorefrontChange[]) => rows.map(({ id }) => id)

describe('a storefront', () => {
  test('gets what is on sale and nothing else: no draft, nothing pending, nothing of a suspended seller or without an owner', async () => {
    const on = [await addProduct(app, seller.id, 'approved'), await addProduct(app, seller.id, 'approved')]
    for (const status of ['draft', 'pending', 'rejected', 'archived', 'unfinished', 'ownerless'] as const)
      await addProduct(app, seller.id, status)
    await addProduct(app, testApp.suspended.id, 'approved')
    const { rows } = await all()
    expect(ids(rows).toSorted()).toEqual(on.map(({ id }) => id).toSorted())
  })

  test('reads a product with the field names of the specification and complete addresses of pictures, without anything about its review', async () => {
    const { id, named } = await addProduct(app, seller.id, 'approved')
    const response = await program('GET', `/products/${id}`)
    expect(response.status).toBe(200)
    const { images, ...product } = response.json as unknown as StorefrontProduct
    expect(product).toEqual({
      ...emptyFields,
      id,
      title: 'Brass lamp',
      description: 'It shines.',
      price: 1_000,
      currency: 'EUR',
      category: 'Home',
      stock: 3,
      seller_id: seller.id,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(images[0]?.url).toMatch(new RegExp(`^http://.*/files/${named}$`))
    for (const inner of ['approvedPrice', 'rejection', 'status', 'sellerName', '"seller"', 'avatar', seller.email])
      expect(response.text).not.toContain(inner)
  })

  test('cannot tell a product that is not on sale from one that does not exist', async () => {
    const { id } = await addProduct(app, seller.id, 'pending')
    const hidden = await program('GET', `/products/${id}`)
    const nothing = await program('GET', '/products/01900000-0000-7000-8000-000000000000')
    expect(hidden.status).toBe(404)
    expect(hidden.text).toBe(nothing.text)
    expect(hidden.json).toEqual({ error: 'Product not found!', code: 'not-found', field: null })
  })

  test('reads all pages without missing or repeating a product, even if many were made at one moment', async () => {
    await app.sql`update products set created_at = '2026-01-01T00:00:00Z' where status = 'approved'`
    const { rows } = await all()
    expect(new Set(ids(rows)).size).toBe(rows.length)
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }[]>`
      select count(*)::int as count from products p join users u on u.id = p.seller_id where p.status = 'approved' and u.status = 'active'`
    expect(rows).toHaveLength(count)
  })

  test('gets a clear refusal of a wrong query', async () => {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['updated_since=yesterday', 'updated_since'],
      ['updated_since=0000-01-01T00:00:00Z', 'updated_since'],
      ['cursor=xyz', 'cursor'],
      ['updated_sinc=2026-01-01T00:00:00Z', ''],
    ]) {
      const response = await program('GET', `/products?${query}`)
      expect([query, response.status, response.json?.code]).toEqual([query, 400, 'invalid-argument'])
      if (field) expect(response.json?.field).toBe(field)
    }
  })
})

describe('with updated_since', () => {
  /** The changes since then, once the consumer has noted them. */
  const changed = async (since: string, expected: number) => {
    await expect.poll(async () => (await all(`updated_since=${since}`)).rows.length, { timeout: 50_000 }).toBe(expected)
    return await all(`updated_since=${since}`)
  }

  test('a storefront gets what came, changed and left, in this order, each in its present state and once', async () => {
    const sela = await person('Selina')
    const calls = caller(sela).products
    const { as_of: start } = await all()
    const one = await addProduct(app, sela.id, 'pending')
    const two = await addProduct(app, sela.id, 'pending')
    const never = await addProduct(app, sela.id, 'draft')
    await caller(admin).products.approve({ id: one.id, status: 'pending', version: 1 })
    await caller(admin).products.approve({ id: two.id, status: 'pending', version: 1 })
    const came = await changed(start, 2)
    expect(ids(came.rows).toSorted()).toEqual([one.id, two.id].toSorted())

    const fresh = await calls.get({ id: one.id })
    await calls.edit({ id: one.id, version: fresh.version, change: { stock: 1 } })
    await calls.edit({ id: never.id, version: 1, change: { stock: 9 } })
    const edited = await changed(came.as_of, 1)
    expect(edited.rows).toMatchObject([{ id: one.id, stock: 1 }])
    expect(edited.rows[0]).not.toHaveProperty('removed')

    await calls.archive({ id: two.id })
    const gone = await changed(edited.as_of, 1)
    expect(gone.rows).toEqual([{ id: two.id, removed: true }])
    // Changes of a product that left the sale are not listed.
    await calls.edit({ id: two.id, version: 1, change: { stock: 7 } })
    await calls.archive({ id: one.id })
    expect((await changed(gone.as_of, 1)).rows).toEqual([{ id: one.id, removed: true }])
    await calls.delete({ id: one.id })
    // A storefront that was away all the time gets only the last state.
    expect((await changed(start, 2)).rows).toEqual([
      { id: two.id, removed: true },
      { id: one.id, removed: true },
    ])
  })

  test('a product that a storefront listed leaves, even if it was on sale for less time than the consumer takes', async () => {
    const sela = await person('Sada')
    const { id } = await addProduct(app, sela.id, 'pending')
    const { as_of } = await app.sql.begin(async (tx) => {
      // Holds up the consumer.
      await tx`select from consumers where name = 'shop' for update`
      await caller(admin).products.approve({ id, status: 'pending', version: 1 })
      const listed = await all()
      expect(ids(listed.rows)).toContain(id)
      await caller(sela).products.archive({ id })
      return listed
    })
    expect((await changed(as_of, 1)).rows).toEqual([{ id, removed: true }])
  })

  test('all products of a suspended seller leave, and come back when the seller is reactivated', async () => {
    const sela = await person('Sybil')
    const mine = await Promise.all([1, 2, 3].map(() => addProduct(app, sela.id, 'pending')))
    const { as_of: start } = await all()
    for (const { id } of mine) await caller(admin).products.approve({ id, status: 'pending', version: 1 })
    const { as_of } = await changed(start, 3)
    await caller(admin).users.suspend({ id: sela.id, reason: 'Counterfeits.' })
    const left = await changed(as_of, 3)
    expect(left.rows.every((row) => 'removed' in row)).toBe(true)
    await caller(admin).users.reactivate({ id: sela.id })
    const back = await changed(left.as_of, 3)
    expect(ids(back.rows).toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
    expect(back.rows.some((row) => 'removed' in row)).toBe(false)
  })

  test('a copy that follows while many products change at once ends up the same as the storefront', async () => {
    const sela = await person('Serena')
    const mine = await Promise.all(Array.from({ length: 12 }, () => addProduct(app, sela.id, 'pending')))
    const copy = new Map<string, StorefrontChange>()
    const first = await all()
    for (const row of first.rows) copy.set(row.id, row)
    let since = first.as_of
    const follow = async () => {
      const { rows, as_of } = await all(`updated_since=${since}`)
      for (const row of rows) 'removed' in row ? copy.delete(row.id) : copy.set(row.id, row)
      since = as_of
    }
    let busy = true
    const work = Promise.all(
      mine.map(async ({ id }, at) => {
        await caller(admin).products.approve({ id, status: 'pending', version: 1 })
        if (at % 2) await caller(sela).products.edit({ id, version: 1, change: { stock: at } })
        if (at % 3 === 0) await caller(sela).products.archive({ id })
      }),
    ).finally(() => {
      busy = false
    })
    while (busy) await follow()
    await work
    await expect
      .poll(
        async () => {
          await follow()
          return [...copy.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
        },
        { timeout: 50_000 },
      )
      .toEqual((await all()).rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
  })
})
