import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '#domain/user.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { approvedProduct, blurred, chair, expectedBy, pendingProduct, rejectedProduct } from '#server/testing/listing.ts'
import { pagesOf } from '#server/testing/pages.ts'
import { addSession } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin, secondAdmin } = testApp
const products = (who: Actor | null) => caller(who).products

describe('the timeline of a product', () => {
  test('lists newest first what happened, who did it, why and what changed; the seller learns that an admin acted, but not which', async () => {
    const rejected = await rejectedProduct(testApp)
    const { version } = await products(seller).edit({ id: rejected.id, version: rejected.version, change: { price: 9_000 } })
    const { rows, next } = await products(admin).timeline({ id: rejected.id })
    expect(next).toBeNull()
    expect(rows.map(({ kind, by, byAdmin, reason }) => [kind, by, byAdmin, reason])).toEqual([
      ['product.edit', 'Sela', false, null],
      ['product.reject', 'Ada', true, blurred.rejectionReason],
      ['product.submit', 'Sela', false, null],
      ['product.create', 'Sela', false, null],
    ])
    expect(rows[0]).toMatchObject({ fields: ['price'], before: { price: 12_000 }, after: { price: 9_000 } })
    const mine = await products(seller).timeline({ id: rejected.id })
    expect(mine.rows.map(({ by, byAdmin }) => [by, byAdmin])).toEqual([
      ['Sela', false],
      [null, true],
      ['Sela', false],
      ['Sela', false],
    ])
    expect(JSON.stringify(mine)).not.toContain('Ada')
    expect(version).toBe(rejected.version + 1)
  })

  test('is not found for an admin if it is a creation', async () => {
    const unfinished = await products(seller).create({ ...chair(), draft: false, imagesFollow: true })
    await expect(products(admin).timeline({ id: unfinished.id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('names no actor if the system acted', async () => {
    const { id } = await pendingProduct(testApp)
    await app.sql`insert into events (kind, item_id, owner_id) values ('product.withdraw', ${id}, ${seller.id})`
    expect((await products(seller).timeline({ id })).rows[0]).toMatchObject({ kind: 'product.withdraw', by: null, byAdmin: false })
  })

  test('has every row once page by page, also while more happens, and takes only its own cursors', async () => {
    const { id } = await pendingProduct(testApp)
    await app.sql`insert into events (kind, item_id, owner_id, actor_id) select 'product.edit', ${id}, ${seller.id}, ${seller.id} from generate_series(1, 60)`
    const listed: string[] = []
    for await (const { rows } of pagesOf((cursor) => products(seller).timeline({ id, cursor }))) {
      await app.sql`insert into events (kind, item_id, owner_id, actor_id) values ('product.edit', ${id}, ${seller.id}, ${seller.id})`
      listed.push(...rows.map((row) => row.id))
    }
    expect(new Set(listed).size).toBe(62)
    expect(listed).toHaveLength(62)
    for (const strange of ['x', Buffer.from('2020-01-01T00:00:00.000Z x').toString('base64url')])
      await expect(products(seller).timeline({ id, cursor: strange })).rejects.toMatchObject({
        code: 'invalid-argument',
        data: { field: 'cursor' },
      })
  })
})

describe('warnings', () => {
  const addApproved = (category: string, prices: number[]) => app.sql`
    insert into products (id, title, seller_id, status, category, price)
    select 'of ' || ${category}::text || n, md5(${category}::text || n), ${rival.id}, 'approved', ${category}, price
    from unnest(${prices}::bigint[]) with ordinality p (price, n)`

  test('are none for a complete product at an ordinary price', async () => {
    await addApproved('Lamps', [10_000, 11_000, 90_000])
    const { id } = await pendingProduct(testApp, { fields: { title: 'Paper lantern', category: 'Lamps' } })
    expect(await products(admin).warnings({ id })).toEqual([])
  })

  test('include a missing description, also one of spaces', async () => {
    const { id } = await pendingProduct(testApp, { fields: { title: 'Wordless thing', category: 'Rare' } })
    await app.sql`update products set description = ' ' where id = ${id}`
    expect(await products(admin).warnings({ id })).toEqual([{ code: 'no_description' }])
  })

  test.each([
    [50_000, false],
    [50_001, true],
    [2_000, false],
    [1_999, true],
  ])('flag a price of %i as far from a median of 10,000: %s', async (price, far) => {
    const category = newId()
    await addApproved(category, [9_000, 10_000, 2_000_000])
    const { id } = await pendingProduct(testApp, { fields: { title: `Thing ${category}`, category, price } })
    const warnings = await products(admin).warnings({ id })
    expect(warnings.filter(({ code }) => code === 'price_far')).toEqual(far ? [{ code: 'price_far', median: 10_000 }] : [])
    await app.sql`update products set status = 'draft' where category = ${category}`
  })

  test('do not compare a product with itself, nor with another category', async () => {
    await addApproved('Toys', [1, 1, 1])
    const product = await approvedProduct(testApp, { fields: { title: 'Lonely yacht', category: 'Yachts', price: 99_999_999 } })
    expect(await products(admin).warnings({ id: product.id })).toEqual([])
  })

  test('include the products with nearly the same title, most similar first, but no drafts and no unfinished ones', async () => {
    const title = 'Handmade walnut bookshelf'
    const add = (about: { title: string; status?: string; unfinished?: boolean }) => {
      const id = newId()
      const { status = 'approved', unfinished = false } = about
      return app.sql`insert into products (id, title, seller_id, status, unfinished) values (${id}, ${about.title}, ${rival.id}, ${status}, ${unfinished})`.then(
        () => id,
      )
    }
    const nearly = await add({ title: 'Handmade walnut bookshelves' })
    const same = await add({ title: 'HANDMADE walnut bookshelf', status: 'archived' })
    await add({ title, status: 'draft' })
    await add({ title, status: 'pending', unfinished: true })
    await add({ title: 'Handmade birch desk' })
    const { id } = await pendingProduct(testApp, { fields: { title, category: 'Shelves' } })
    expect(await products(admin).warnings({ id })).toEqual([
      {
        code: 'duplicate_title',
        products: [
          { id: same, title: 'HANDMADE walnut bookshelf', seller: expect.objectContaining({ name: 'Rivka' }) },
          { id: nearly, title: 'Handmade walnut bookshelves', seller: expect.objectContaining({ name: 'Rivka' }) },
        ],
      },
    ])
  })
})

describe('the seller’s record', () => {
  test('counts products by status and the decisions of all time, including those on deleted products', async () => {
    const other = await testApp.person('Olga')
    const approved = await approvedProduct(testApp, { seller: other })
    await products(admin).reject({ ...expectedBy(approved), ...blurred })
    const gone = await rejectedProduct(testApp, { seller: other })
    await products(other).delete({ id: gone.id })
    await products(other).create({ ...chair(), draft: true })
    await products(other).create({ ...chair(), draft: false, imagesFollow: true })
    expect(await products(admin).sellerRecord({ seller_id: other.id })).toEqual({
      id: other.id,
      name: 'Olga',
      shopName: '',
      avatar: null,
      memberSince: expect.stringMatching(/^20\d\d-.*Z$/),
      products: { draft: 1, pending: 0, approved: 0, rejected: 1, archived: 0 },
      approvals: 1,
      rejections: 2,
    })
  })
})

describe('presence', () => {
  const hintsOf = (id: string) => {
    const hints: FeedHint[] = []
    app.feed.onHint((hint) => hint.itemId === id && hint.kind === 'product.look' && hints.push(hint))
    return hints
  }
  const until = (holds: () => void) => vi.waitFor(holds, { timeout: 50_000, interval: 10 })
  const names = ({ others }: { others: { name: string }[] }) => others.map(({ name }) => name)

  test('shows admins each other, not themselves, until one leaves', async () => {
    const { id } = await pendingProduct(testApp)
    expect(names(await products(admin).look({ id }))).toEqual([])
    expect(names(await products(secondAdmin).look({ id }))).toEqual(['Ada'])
    expect(names(await products(admin).look({ id }))).toEqual(['Bert'])
    expect(names(await products(secondAdmin).look({ id, leave: true }))).toEqual(['Ada'])
    expect(names(await products(admin).look({ id }))).toEqual([])
  })

  test('publishes a hint only if the set of viewers changes, to admins alone, and adds nothing to the history', async () => {
    const { id } = await pendingProduct(testApp)
    const hints = hintsOf(id)
    await products(admin).look({ id })
    await until(() => expect(hints).toHaveLength(1))
    for (let turn = 0; turn < 3; turn++) await products(admin).look({ id })
    await products(secondAdmin).look({ id, leave: true })
    await products(secondAdmin).look({ id })
    await products(admin).look({ id, leave: true })
    await until(() => expect(hints).toHaveLength(3))
    expect(hints.map(({ ownerId }) => ownerId)).toEqual([null, null, null])
    expect(await app.sql`select from events where item_id = ${id} and kind not in ('product.create', 'product.submit')`).toHaveLength(0)
  })

  test('of an admin whose browser disappeared ends after a while, and the others get a hint', async () => {
    const { id } = await pendingProduct(testApp)
    const hints = hintsOf(id)
    await products(secondAdmin).look({ id })
    // Its own hint is published later.
    await until(() => expect(hints).toHaveLength(1))
    const [row] = await app.sql<
      { left: number }[]
    >`select extract(epoch from until - now()) * 1000 as left from lookers where product_id = ${id}`
    expect(Number(row?.left)).toBeGreaterThan(limits.look.renewMs)
    expect(Number(row?.left)).toBeLessThanOrEqual(limits.look.lastsMs)
    await app.sql`update lookers set until = now() - interval '1 second' where product_id = ${id}`
    const elsewhere = await pendingProduct(testApp)
    expect(names(await products(admin).look({ id: elsewhere.id }))).toEqual([])
    await until(() => expect(hints).toHaveLength(2))
    expect(await app.sql`select from lookers where product_id = ${id}`).toHaveLength(0)
  })

  test('does not show an admin who was suspended meanwhile', async () => {
    const third = await testApp.person('Cleo', { role: 'admin' })
    const { id } = await pendingProduct(testApp)
    await products(third).look({ id })
    await app.sql`update users set status = 'suspended' where id = ${third.id}`
    expect(names(await products(admin).look({ id }))).toEqual([])
    await expect(products({ ...third }).look({ id })).rejects.toMatchObject({ code: 'account-suspended' })
  })

  test('of a deleted product can end, but not begin', async () => {
    const { id } = await pendingProduct(testApp)
    await products(admin).look({ id })
    await products(seller).delete({ id })
    await expect(products(admin).look({ id })).rejects.toMatchObject({ code: 'not-found', message: 'Product not found!' })
    expect(await products(admin).look({ id, leave: true })).toEqual({ others: [] })
    expect(await app.sql`select from lookers where product_id = ${id}`).toHaveLength(0)
  })

  test('is refused to a signed-out admin', async () => {
    const { id } = await pendingProduct(testApp)
    const gone = { ...admin, ...(await addSession(app.db, admin.id)) }
    await app.sql`delete from sessions where id = ${gone.sessionId}`
    for (const leave of [false, true]) await expect(products(gone).look({ id, leave })).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await app.sql`select from lookers where product_id = ${id}`).toHaveLength(0)
  })
})
