import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { pagesOf } from '#server/testing/pages.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin } = testApp
const { ask } = await openTestServer(app)
const { catalogue } = caller(admin).products

type Listed = Awaited<ReturnType<typeof catalogue>>
const titles = ({ rows }: Pick<Listed, 'rows'>) => rows.map(({ title }) => title)

let minute = 0
type Row = { title: string; status: string; price?: number; stock?: number; sku?: string; category?: string; unfinished?: boolean }
async function has(sellerId: string | null, row: Row) {
  const { title, status, price = 500, stock = 9, sku = null, category = 'Home', unfinished = false } = row
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString()
  await app.sql`insert into products (id, seller_id, title, status, price, stock, sku, category, unfinished, created_at)
    values (${newId()}, ${sellerId}, ${title}, ${status}, ${price}, ${stock}, ${sku}, ${category}, ${unfinished}, ${at})`
}

beforeAll(async () => {
  await app.sql`update users set shop_name = 'Fjord & Fir' where id = ${rival.id}`
  await has(seller.id, { title: 'Lamp', status: 'approved', price: 1_000, stock: 0 })
  await has(seller.id, { title: 'Chair', status: 'draft', price: 4_000, stock: 3, sku: 'C-1' })
  await has(rival.id, { title: 'Kettle', status: 'pending', price: 2_000, stock: 5, category: 'Kitchen' })
  await has(rival.id, { title: 'Bowl', status: 'archived', price: 3_000, stock: 6, category: 'Kitchen' })
  await has(null, { title: 'Ownerless', status: 'rejected', price: 5_000 })
  await has(rival.id, { title: 'Uploading', status: 'pending', unfinished: true })
})

describe('an admin sees the catalogue', () => {
  test('with products of every status and seller, newest first, counted, and without creations that are under way', async () => {
    const page = await catalogue({})
    expect(titles(page)).toEqual(['Ownerless', 'Bowl', 'Kettle', 'Chair', 'Lamp'])
    expect(page).toMatchObject({ total: 5, next: null })
  })

  test.each([
    ['title', ['Bowl', 'Chair', 'Kettle', 'Lamp', 'Ownerless']],
    ['price', ['Lamp', 'Kettle', 'Bowl', 'Chair', 'Ownerless']],
    ['-price', ['Ownerless', 'Chair', 'Bowl', 'Kettle', 'Lamp']],
    ['stock', ['Lamp', 'Chair', 'Kettle', 'Bowl', 'Ownerless']],
    ['-stock', ['Ownerless', 'Bowl', 'Kettle', 'Chair', 'Lamp']],
  ] as const)('by %s, page by page without gaps or repeats', async (sort, expected) => {
    const shown: string[] = []
    for await (const page of pagesOf((cursor) => catalogue({ sort, cursor, limit: 2 }))) {
      // The count comes with the first page alone.
      expect(page.total).toBe(shown.length === 0 ? 5 : undefined)
      shown.push(...titles(page))
    }
    expect(shown).toEqual(expected)
  })

  test.each([
    [{ status: 'pending' }, ['Kettle']],
    [{ category: 'Kitchen' }, ['Bowl', 'Kettle']],
    [{ stock: 'out' }, ['Lamp']],
    [{ stock: 'low' }, ['Kettle', 'Chair']],
    [{ stock: 'in', category: 'Kitchen' }, ['Bowl', 'Kettle']],
    [{ priceFrom: 2_000, priceTo: 3_000 }, ['Bowl', 'Kettle']],
    [{ search: 'ttl' }, ['Kettle']],
    [{ search: 'C-1' }, ['Chair']],
    [{ search: 'fjord' }, ['Bowl', 'Kettle']],
    [{ search: 'fjord', status: 'archived' }, ['Bowl']],
    [{ search: 'nothing like it' }, []],
  ] as const)('filtered by %o', async (filters, expected) => {
    const page = await catalogue(filters)
    expect(titles(page)).toEqual(expected)
    expect(page.total).toBe(expected.length)
  })

  test('in a range of prices, sorted by price, without products that have none', async () => {
    await app.sql`update products set price = null where title = 'Chair'`
    onTestFinished(() => app.sql`update products set price = 4000 where title = 'Chair'`.then(() => undefined))
    const cheap = await catalogue({ sort: 'price', priceTo: 2_000, limit: 1 })
    expect([titles(cheap), cheap.total]).toEqual([['Lamp'], 2])
    const dear = await catalogue({ sort: '-price', priceFrom: 2_000, limit: 2 })
    expect([titles(dear), dear.total]).toEqual([['Ownerless', 'Bowl'], 3])
    expect(titles(await catalogue({ sort: '-price', priceFrom: 2_000, limit: 2, cursor: dear.next ?? undefined }))).toEqual(['Kettle'])
  })

  test('filtered by seller', async () => {
    expect(titles(await catalogue({ seller_id: rival.id }))).toEqual(['Bowl', 'Kettle'])
  })

  test('as a CSV file with the same filters, and whose each product is', async () => {
    const { text } = await ask('/api/products/export.csv?category=Kitchen&stock=&priceFrom=2500', { as: admin })
    const [head = '', ...rows] = text.trimEnd().split('\r\n')
    expect(head).toMatch(/,id,status,rejectionReason,created_at,seller_id,seller,shop$/)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('Bowl')
    expect(rows[0]).toMatch(new RegExp(`${rival.id},[^,]+,Fjord & Fir$`))
  })
})

test('a seller’s own file has only what is theirs', async () => {
  const { text } = await ask(`/api/products/export.csv?seller_id=${seller.id}`, { as: rival })
  expect(text).not.toContain('Lamp')
  expect(text).toContain('Kettle')
})
