import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ProductFields } from '#domain/product.ts'
import { importColumns } from '#domain/product-import.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { exportProducts } from '#server/products/list/export-products.ts'
import { openImports } from '#server/testing/imports.ts'
import { approvedProduct, chair, pendingProduct, rejectedProduct } from '#server/testing/listing.ts'
import type { Person } from '#server/testing/people.ts'
import { cookieOf } from '#server/testing/test-server.ts'

const { testApp, app, caller, seller, rival, person, ask, url, imported } = await openImports()

const exportOf = async (who: Person, query = '') => (await ask(`/api/products/export.csv${query}`, { as: who })).text
const lines = (text: string) => text.trimEnd().split('\r\n').slice(1)
const draft = (who: Person, fields: Partial<ProductFields>) => caller(who).products.create({ ...chair(fields), draft: true })

describe('a seller exports their products', () => {
  test('twice at once and 120 times an hour; then they are told when to try again', async () => {
    const who = await person('Downloader')
    await draft(who, { title: 'Chair' })
    const open = () => fetch(`${url}/api/products/export.csv`, { headers: { cookie: cookieOf(app, who) } })
    const refused = async (code: string) => {
      const response = await open()
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([429, code])
      return Number(response.headers.get('retry-after'))
    }
    const lock = Promise.withResolvers<void>()
    onTestFinished(() => lock.resolve())
    const held = Promise.withResolvers<void>()
    const locking = app.sql.begin(async (tx) => {
      await tx`lock table products in access exclusive mode`
      held.resolve()
      await lock.promise
    })
    await held.promise
    const both = await Promise.all([open(), open()])
    expect(await refused('too-many-exports')).toBe(limits.export.retryAfter)
    expect((await ask('/api/account/export.json', { as: who })).json?.code).toBe('too-many-exports')
    await both[0]?.body?.cancel()
    await expect.poll(async () => (await open()).status).toBe(200)
    lock.resolve()
    await locking
    await both[1]?.text()
    await expect.poll(async () => (await exportOf(who)).includes('Chair')).toBe(true)
    await app.sql`update counters set count = ${limits.export.perHour} where count between 3 and 20`
    expect(await refused('too-many-requests')).toBeGreaterThan(3_000)
  })

  test('as a CSV file in the columns of the import and a few more', async () => {
    const who = await person('Taker')
    const { id, created_at } = await draft(who, { sku: 'A-1', title: 'Chair, "oak"', price: 1_999, stock: 0 })
    const response = await ask('/api/products/export.csv', { as: who })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="products.csv"; filename*=UTF-8''products.csv`)
    // Fields that a chair does not have.
    const newer = ','.repeat(importColumns.length - 8)
    expect(response.text).toBe(
      `${importColumns.join(',')},id,status,rejectionReason,created_at\r\nA-1,"Chair, ""oak""","Solid oak, oiled.",19.99,0,Home,oak,Height=90 cm${newer},${id},draft,,${created_at}\r\n`,
    )
  })

  test('so that Excel reads umlauts', async () => {
    const who = await person('Ümit')
    await draft(who, { title: 'Küchenstuhl' })
    const raw = await fetch(`${url}/api/products/export.csv`, { headers: { cookie: cookieOf(app, who) } })
    const bytes = Buffer.from(await raw.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.lastIndexOf('\ufeff')).toBe(0)
    expect(bytes.toString()).toContain('Küchenstuhl')
  })

  test('narrowed by status and search like the list, and never those of another seller', async () => {
    const who = await person('Narrow')
    await draft(who, { title: 'Plain 100% oak' })
    await draft(who, { title: 'Plain ash' })
    await rejectedProduct(testApp, { seller: who, fields: { title: 'Rejected oak' } })
    await draft(rival, { title: 'Rival oak' })
    expect(lines(await exportOf(who))).toHaveLength(3)
    expect(lines(await exportOf(who, '?search=oak&status='))).toHaveLength(2)
    expect(lines(await exportOf(who, '?search=100%25'))).toHaveLength(1)
    const rejected = lines(await exportOf(who, '?status=rejected'))
    expect(rejected).toEqual([expect.stringContaining(',rejected,The photographs are blurred.,')])
    expect(await exportOf(who)).not.toContain('Rival')
    const wrong = await ask('/api/products/export.csv?status=sold', { as: who })
    expect([wrong.status, wrong.json?.code, wrong.json?.field]).toEqual([400, 'invalid-argument', 'status'])
  })

  test('with nothing in it that a spreadsheet would calculate', async () => {
    const who = await person('Formula')
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|calc', '＝1+1']
    for (const text of hostile)
      await draft(who, {
        title: `${text} chair`,
        description: text,
        category: text,
        sku: text,
        tags: [text],
        attributes: [{ key: text, value: text }],
      })
    const text = await exportOf(who)
    const cells = text.split(/[,\r\n"]+/)
    expect(cells.filter((cell) => /^[=+\-@\t＝]/.test(cell))).toEqual([])
    expect(cells.filter((cell) => /^'[=+\-@＝]/.test(cell)).length).toBeGreaterThan(hostile.length * 5)
  })

  test('completely, page by page, in the order of the list, however many there are', async () => {
    const who = await person('Many')
    await app.sql`insert into products (id, seller_id, title, status, created_at)
      select 'many-' || lpad(n::text, 5, '0'), ${who.id}, 'Chair ' || n, 'draft', now() - (n / 3) * interval '1 second' from generate_series(1, 1234) n`
    const ids = lines(await exportOf(who)).map((line) => line.split(',').at(-4))
    const { rows } = await caller(who).products.list({ limit: 100 })
    expect(ids.slice(0, 100)).toEqual(rows.map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([1234, 1234])
  })

  test('until they are suspended', async () => {
    const who = await person('Leaver')
    await app.sql`insert into products (id, seller_id, title, status) select 'left-' || n, ${who.id}, 'Chair ' || n, 'draft' from generate_series(1, 900) n`
    const pages = exportProducts(app, who, {})
    await pages.next()
    await pages.next()
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    await expect(pages.next()).rejects.toMatchObject({ code: 'account-suspended' })
  })
})

describe('importing an export changes nothing', () => {
  const signs = fc.string({
    unit: fc.constantFrom('a', 'é', '🪑', '|', '=', '\\', "'", '"', ',', ';', '-', '+', '@', ' ', '1', '.'),
    maxLength: 12,
  })
  const line = signs.map((text) => text.trim())
  const prose = fc
    .string({ unit: fc.constantFrom('a', '\n', '\r\n', '\t', '"', ',', '=', "'", 'ü'), maxLength: 20 })
    .map((text) => text.trim())
  const named = line.filter((text) => text !== '')
  const fields = fc.record({
    title: line.map((text) => `${text}Oak${text}`),
    description: prose,
    price: fc.option(fc.integer({ min: 1, max: 99_999_999_999 })),
    category: fc.option(named),
    stock: fc.option(fc.integer({ min: 0, max: 2_147_483_647 })),
    tags: fc.array(named, { maxLength: 4 }),
    attributes: fc.uniqueArray(fc.record({ key: named, value: named }), { maxLength: 3, selector: ({ key }) => key.toLowerCase() }),
    sku: fc.option(named),
  })

  test('whatever the products contain', { timeout: 60_000 }, async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fields, { maxLength: 8, selector: ({ sku }) => sku ?? {} }), async (all) => {
        const who = await person(`Round ${runs++}`)
        for (const each of all) await caller(who).products.create({ ...each, draft: true })
        const before = await app.sql`select * from products where seller_id = ${who.id} order by id`
        const text = await exportOf(who)
        expect(await imported(who, text)).toMatchObject({
          rows: all.length,
          unchanged: all.length,
          created: 0,
          updated: 0,
          failed: 0,
          ignored: [],
        })
        expect(await app.sql`select * from products where seller_id = ${who.id} order by id`).toEqual(before)
        expect(await exportOf(who)).toBe(text)
      }),
      { numRuns: 25 },
    )
  })

  test('whatever their status', async () => {
    await approvedProduct(testApp, { seller, fields: { sku: 'ON-SALE' } })
    await pendingProduct(testApp, { seller })
    await rejectedProduct(testApp, { seller })
    await draft(seller, { sku: 'DRAFT' })
    expect(await imported(seller, await exportOf(seller))).toMatchObject({ rows: 4, unchanged: 4, failed: 0 })
  })

  test('and makes drafts of all rows, without their ids, if another seller imports it', async () => {
    const one = await person('Giver')
    const other = await person('Taker of them')
    await draft(one, { sku: 'GIVEN' })
    const text = await exportOf(one)
    expect(await imported(other, text)).toMatchObject({ failed: 1, created: 0 })
    const { rows } = await caller(other).products.list({})
    expect(rows).toEqual([])
    expect(await imported(other, text.replace(',id,', ',old id,'))).toMatchObject({ failed: 0, created: 1, ignored: ['old id'] })
  })
})
