import { beforeAll, describe, expect, test } from 'vitest'
import { type ProductRow, productSorts, queueSorts } from '#contract/products.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { chair } from '#server/testing/listing.ts'
import { allRows } from '#server/testing/pages.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin } = testApp
const products = (who: Parameters<typeof caller>[0]) => caller(who).products

type Row = {
  title: string
  price?: number | null
  stock?: number | null
  status?: string
  sku?: string | null
  unfinished?: boolean
  category?: string
}
let minute = 0
async function has(sellerId: string | null, row: Row): Promise<string> {
  const id = newId()
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString()
  const { title, price = 500, stock = 1, status = 'draft', sku = null, unfinished = false, category = 'Home' } = row
  await app.sql`insert into products (id, seller_id, title, price, stock, status, sku, unfinished, category, created_at, updated_at, submitted_at)
    values (${id}, ${sellerId}, ${title}, ${price}, ${stock}, ${status}, ${sku}, ${unfinished}, ${category}, ${at}, ${at}, ${status === 'pending' ? at : null})`
  return id
}
const titles = ({ rows }: { rows: ProductRow[] }) => rows.map(({ title }) => title)

beforeAll(async () => {
  await has(seller.id, { title: 'äpfel', price: null, stock: null })
  await has(seller.id, { title: 'Zebra', price: 300, stock: 9, status: 'pending' })
  await has(seller.id, { title: 'apple', price: 100, stock: 2, status: 'approved' })
  await has(seller.id, { title: '100 % wool_sock', price: 100, stock: 2, status: 'rejected', sku: 'WOOL-1' })
  await has(seller.id, { title: 'Half made', status: 'pending', unfinished: true })
  await has(rival.id, { title: 'Rival wool', status: 'pending', sku: 'WOOL-1', category: 'Clothing', price: 50 })
  await has(null, { title: 'Ownerless', status: 'approved' })
})

describe('a seller’s list', () => {
  test('has their own products, newest first, and never those of another seller', async () => {
    expect(titles(await products(seller).list({}))).toEqual(['Half made', '100 % wool_sock', 'apple', 'Zebra', 'äpfel'])
    expect(titles(await products(rival).list({ userId: seller.id }))).toEqual(['Rival wool'])
  })

  test('has what a table shows, without the long text', async () => {
    const [row] = (await products(seller).list({ status: 'approved' })).rows
    expect(row).toMatchObject({
      title: 'apple',
      price: 100,
      stock: 2,
      status: 'approved',
      seller_id: seller.id,
      seller: expect.objectContaining({ name: 'Sela' }),
      images: [],
    })
    expect(row?.created_at).toBe('2026-01-01T00:02:00.000Z')
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['description']))
  })

  test('can be filtered by status', async () => {
    expect(titles(await products(seller).list({ status: 'pending' }))).toEqual(['Half made', 'Zebra'])
    expect(titles(await products(seller).list({ status: 'archived' }))).toEqual([])
  })

  test('is searched by any part of the title or the whole SKU, in any case, with % and _ as they are', async () => {
    expect(titles(await products(seller).list({ search: 'PPL' }))).toEqual(['apple'])
    for (const search of ['WOOL-1', 'Wool-1']) expect(titles(await products(seller).list({ search }))).toEqual(['100 % wool_sock'])
    expect(titles(await products(seller).list({ search: 'WOOL-' }))).toEqual([])
    expect(titles(await products(seller).list({ search: '%' }))).toEqual(['100 % wool_sock'])
    expect(titles(await products(seller).list({ search: 'l_s' }))).toEqual(['100 % wool_sock'])
    expect(titles(await products(seller).list({ search: '\\' }))).toEqual([])
    expect(titles(await products(seller).list({ search: 'Rival' }))).toEqual([])
  })

  test('sorts titles alphabetically, and products without a price as the cheapest', async () => {
    expect(titles(await products(seller).list({ sort: 'title' }))).toEqual(['100 % wool_sock', 'äpfel', 'apple', 'Half made', 'Zebra'])
    expect(titles(await products(seller).list({ sort: 'price' }))).toEqual(['äpfel', 'apple', '100 % wool_sock', 'Zebra', 'Half made'])
    expect(titles(await products(seller).list({ sort: '-price' })).at(-1)).toBe('äpfel')
  })
})

test('needs the user from an admin, and shows them drafts but no creation that is still being uploaded', async () => {
  expect(titles(await products(admin).list({ userId: seller.id }))).toEqual(['100 % wool_sock', 'apple', 'Zebra', 'äpfel'])
  await expect(products(admin).list({})).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'userId' } })
  expect(await products(admin).list({ userId: newId() })).toEqual({ rows: [], next: null, total: 0 })
})

describe('the queue', () => {
  test('has the waiting products of all sellers', async () => {
    expect(titles(await products(admin).queue({}))).toEqual(['Zebra', 'Rival wool'])
    expect(titles(await products(admin).queue({ status: 'approved' }))).toEqual(['apple', 'Ownerless'])
    expect(titles(await products(admin).queue({ sort: '-price' }))).toEqual(['Zebra', 'Rival wool'])
    expect(titles(await products(admin).queue({ sort: 'newest' }))).toEqual(['Rival wool', 'Zebra'])
  })

  test('is filtered by seller, category and search', async () => {
    expect(titles(await products(admin).queue({ seller_id: rival.id }))).toEqual(['Rival wool'])
    expect(titles(await products(admin).queue({ category: 'Home' }))).toEqual(['Zebra'])
    expect(titles(await products(admin).queue({ search: 'WOOL-1' }))).toEqual(['Rival wool'])
    expect(titles(await products(admin).queue({ search: 'made' }))).toEqual([])
  })

  test('is counted exactly, without creations that are still being uploaded', async () => {
    expect(await products(admin).waiting()).toEqual({ pending: 2 })
  })
})

test('more than 999 waiting products count as 1000', async () => {
  const other = await openTestApp()
  await other.app
    .sql`insert into products (id, seller_id, title, status) select 'p' || n, ${other.seller.id}, 'P', 'pending' from generate_series(1, 1200) n`
  expect(await other.caller(other.admin).products.waiting()).toEqual({ pending: 1000 })
})

describe('paging', () => {
  const many = testApp.person('Many')
  beforeAll(async () => {
    const { id } = await many
    // Prices and moments repeat, and some are missing, so that only the id makes rows distinct.
    await app.sql`
      insert into products (id, seller_id, title, price, stock, status, created_at, updated_at, submitted_at)
      select gen_random_uuid()::text, ${id}, 'Thing ' || n % 7, nullif(n % 5, 0) * 100, nullif(n % 3, 0), 'archived',
        timestamptz '2026-02-01' + n % 11 * interval '1 ms', timestamptz '2026-02-02' + n % 13 * interval '1 ms',
        case when n % 2 = 0 then timestamptz '2026-02-03' + n % 4 * interval '1 ms' end
      from generate_series(1, 60) n`
  })

  test.each(productSorts)('a list by %s returns every row once, in its order', async (sort) => {
    const me = await many
    const paged = await allRows((cursor) => products(me).list({ sort, limit: 7, cursor }))
    expect((await products(me).list({ sort, limit: 7 })).rows).toHaveLength(7)
    const atOnce = (await products(me).list({ sort, limit: 100 })).rows
    expect(paged.map(({ id }) => id)).toEqual(atOnce.map(({ id }) => id))
    expect(new Set(paged.map(({ id }) => id)).size).toBe(60)
  })

  test.each(queueSorts)('so does the queue by %s', async (sort) => {
    const paged = await allRows((cursor) => products(admin).queue({ status: 'archived', sort, limit: 7, cursor }))
    expect((await products(admin).queue({ status: 'archived', sort, limit: 7 })).rows).toHaveLength(7)
    const atOnce = (await products(admin).queue({ status: 'archived', sort, limit: 100 })).rows
    expect(paged.map(({ id }) => id)).toEqual(atOnce.map(({ id }) => id))
    expect(paged).toHaveLength(60)
  })

  test('the rows really are in the requested order', async () => {
    const me = await many
    const prices = (await products(me).list({ sort: '-price', limit: 100 })).rows.map(({ price }) => price ?? -1)
    expect(prices).toEqual([...prices].sort((a, b) => b - a))
    const moments = (await products(me).list({ sort: 'updated', limit: 100 })).rows.map(({ updated_at }) => updated_at)
    expect(moments).toEqual([...moments].sort().reverse())
  })

  test.each([
    ['nonsense', 'nonsense'],
    ['an empty one', ''],
    ['other JSON', Buffer.from('{"a":1}').toString('base64url')],
    ['a wrong moment', Buffer.from('["newest","yesterday","x"]').toString('base64url')],
    ['a wrong id', Buffer.from('["newest","2026-01-01T00:00:00.000Z","a b"]').toString('base64url')],
    ['one of another order', Buffer.from('["price",1,"x"]').toString('base64url')],
    ['an injection', Buffer.from(`["newest","2026-01-01T00:00:00.000Z","x') or 1=1 --"]`).toString('base64url')],
    ['a character no database holds', Buffer.from('["title","\\u0000","x"]').toString('base64url')],
  ])('a broken cursor (%s) is refused', async (_, cursor) => {
    const sort = cursor.startsWith('WyJ0aXRsZSI') ? 'title' : 'newest'
    await expect(products(seller).list({ cursor, sort })).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'cursor' } })
    await expect(products(admin).queue({ cursor, sort })).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'cursor' } })
  })

  test('a cursor of another seller gives no access to their rows: a rival with it still pages through their own', async () => {
    const { next } = await products(await many).list({ limit: 1 })
    expect(titles(await products(rival).list({ cursor: next ?? '' }))).toEqual(['Rival wool'])
  })
})

test('every order of both lists is read from an index, at 20,000 rows', async () => {
  const [busy] = await app.sql<{ id: string }[]>`
    insert into users (id, name, email) values ('busy', 'Busy', 'busy@example.com') returning id`
  await app.sql`
    insert into products (id, seller_id, title, price, stock, status, created_at, updated_at, submitted_at)
    select 'busy-' || n, ${busy?.id ?? ''}, 'Thing ' || n, n, n, (enum_range(null::product_status))[1 + n % 5],
      now() - n * interval '1 s', now() - n * interval '1 s', now() - n * interval '1 s' from generate_series(1, 20000) n`
  await app.sql`analyze products`
  const plans = [
    ...[
      `created_at desc`,
      `created_at`,
      `updated_at desc`,
      `title collate "und-x-icu"`,
      `coalesce(price, -1)`,
      `coalesce(price, -1) desc`,
      `coalesce(stock, -1)`,
    ].map((by) => `select * from products where seller_id = 'busy' order by ${by}, id ${by.endsWith('desc') ? 'desc' : ''} limit 26`),
    ...[
      `created_at desc`,
      `coalesce(submitted_at, created_at)`,
      `title collate "und-x-icu"`,
      `coalesce(price, -1)`,
      `coalesce(price, -1) desc`,
    ].map(
      (by) =>
        `select * from products where not unfinished and status = 'pending' order by ${by}, id ${by.endsWith('desc') ? 'desc' : ''} limit 26`,
    ),
  ]
  for (const query of plans) {
    const lines = await app.sql.unsafe(`explain ${query}`)
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    expect(plan, query).toMatch(/Index Scan/)
    expect(plan, query).not.toMatch(/Sort|Seq Scan/)
  }
})

test('a product is in the seller’s list as soon as it is created', async () => {
  const { id } = await products(rival).create({ ...chair({ title: 'Fresh' }), draft: true })
  expect((await products(rival).list({ search: 'fresh' })).rows.map((row) => row.id)).toEqual([id])
})
