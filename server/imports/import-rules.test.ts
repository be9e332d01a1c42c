import { describe, expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { openImports } from '#server/testing/imports.ts'
import { approvedProduct, chair, pendingProduct } from '#server/testing/listing.ts'

const { testApp, app, caller, checked, imported, someone } = await openImports()

describe('the rules of the form', () => {
  test('are those of the import: the stock of an approved product changes at once, reviewed fields and large price changes wait', async () => {
    const who = await someone()
    const { id, version } = await approvedProduct(testApp, { seller: who, fields: { sku: 'SALE' } })
    const get = () => caller(who).products.get({ id })
    expect(await checked(who, 'sku,title\nSALE,Other chair\n')).toMatchObject({ updated: 1, failed: 0, waiting: 1 })
    expect(await get()).toMatchObject({ editRequestId: null })
    expect(await imported(who, 'sku,title,stock,price\nSALE,Other chair,41,500\n')).toMatchObject({ updated: 1, failed: 0 })
    const product = await get()
    expect(product).toMatchObject({ status: 'approved', title: 'Oak chair', stock: 41, price: 12_000, version })
    const request = await caller(who).editRequests.get({ id: product.editRequestId ?? '' })
    expect(request).toMatchObject({ status: 'pending', fields: ['title', 'price'], proposed: { title: 'Other chair', price: 50_000 } })
    expect(await imported(who, 'sku,title,stock,price\nSALE,Other chair,41,500\n')).toMatchObject({ unchanged: 1 })
    // An old value in a file does not take back a waiting change. A price does: the last one given counts, even the live one.
    expect(await imported(who, 'sku,title,stock\nSALE,Oak chair,41\n')).toMatchObject({ unchanged: 1 })
    expect(await imported(who, 'sku,description\nSALE,Oiled twice.\n')).toMatchObject({ updated: 1 })
    const joined = await caller(who).editRequests.get({ id: request.id })
    expect(joined).toMatchObject({ version: 2, fields: ['title', 'description', 'price'], proposed: { description: 'Oiled twice.' } })
    expect(await imported(who, 'sku,title,price\nSALE,Oak chair,120.00\n')).toMatchObject({ updated: 1, waiting: 0 })
    expect(await caller(who).editRequests.get({ id: request.id })).toMatchObject({ version: 3, fields: ['title', 'description'] })
    expect(await get()).toMatchObject({ price: 12_000 })
    expect(await imported(who, 'sku,title,price\nSALE,Oak chair,120.00\n')).toMatchObject({ unchanged: 1 })
  })

  test('show in the dry run what already waits as it was proposed, and a price that is taken back', async () => {
    const who = await someone()
    await approvedProduct(testApp, { seller: who, fields: { sku: 'SALE' } })
    await imported(who, 'sku,title,price\nSALE,Ash chair,500\n')
    const [again] = (await checked(who, 'sku,title,stock\nSALE,Ash chair,41\n')).changes
    expect(again).toMatchObject({ fields: ['title', 'stock'], waiting: ['title'] })
    expect([again?.before, again?.after]).toEqual([
      { title: 'Oak chair', stock: 3 },
      { title: 'Ash chair', stock: 41 },
    ])
    const [back] = (await checked(who, 'sku,price\nSALE,120.00\n')).changes
    expect(back).toMatchObject({ fields: ['price'], waiting: [], before: { price: 50_000 }, after: { price: 12_000 } })
  })

  test('without an approved price, a new price is compared with the live one, which counts as approved from then on', async () => {
    const who = await someone()
    const { id } = await approvedProduct(testApp, { seller: who, fields: { sku: 'OLD' } })
    await app.sql`update products set approved_price = null where id = ${id}`
    expect(await imported(who, 'sku,price\nOLD,12\n')).toMatchObject({ updated: 1, waiting: 1 })
    expect(await imported(who, 'sku,price,stock\nOLD,120.00,9\n')).toMatchObject({ updated: 1, waiting: 0 })
    expect(await caller(who).products.get({ id })).toMatchObject({ price: 12_000, approvedPrice: 12_000, editRequestId: null })
  })

  test('a product that waits for review stays complete', async () => {
    const who = await someone()
    const product = await pendingProduct(testApp, { seller: who, fields: { sku: 'WAITS' } })
    const done = await imported(who, 'sku,description\nWAITS,\n')
    expect(done).toMatchObject({
      failed: 1,
      problems: [{ row: 2, field: 'description', message: expect.stringContaining('cannot be empty') }],
    })
    expect(await caller(who).products.get({ id: product.id })).toEqual(product)
  })

  test.each([
    ['price', '-5', 'The price must be above zero.'],
    ['price', '1e3', 'Write the price as a number, such as 12.50.'],
    ['price', '1.234', 'Is this thousands or decimals?'],
    ['price', '12.3456', 'This price has more decimals than the currency.'],
    ['price', '0', 'The price must be above zero.'],
    ['price', '9999999999', 'This price is too high.'],
    ['stock', '-1', 'The stock cannot be below zero.'],
    ['stock', '1.5', 'Write the stock as a whole number, such as 5.'],
    ['stock', '3000000000', 'This stock is too high.'],
    ['title', 'ab', 'Use at least 3 characters.'],
    ['title', 'x'.repeat(141), 'Use at most 140 characters.'],
    ['title', 'two\u0000', 'Control characters are not allowed here.'],
    ['description', 'x'.repeat(5_001), 'Use at most 5000 characters.'],
    ['description', 'x'.repeat(limits.import.cellMax + 1), 'A cell can have at most 20000 characters.'],
    ['category', 'x'.repeat(81), 'Use at most 80 characters.'],
    ['tags', Array.from({ length: 21 }, (_, at) => `t${at}`).join('|'), 'Use at most 20 tags.'],
    ['attributes', 'Size', 'Write attributes as name=value'],
    ['attributes', 'Size=1|size=2', 'Another attribute is already named “size”.'],
    ['sku', 'x'.repeat(65), 'Use at most 64 characters.'],
    ['id', 'no id at all', 'You have no product with this id.'],
    ['id', '01900000-0000-7000-8000-000000000000', 'You have no product with this id.'],
  ])('%s that is invalid is refused with a sentence (%#)', async (column, value, sentence) => {
    const who = await someone()
    const columns = column === 'title' ? ['title'] : ['title', column]
    const row = column === 'title' ? [value] : ['Chair', value]
    const dry = await checked(who, `${columns.join(',')}\n${row.join(',')}\nGood chair${columns.length > 1 ? ',' : ''}\n`)
    expect(dry).toMatchObject({ created: 1, failed: 1 })
    expect(dry.problems).toMatchObject([{ row: 2, field: column, message: expect.stringContaining(sentence) }])
  })

  test('a row without a title makes no new product', async () => {
    const dry = await checked(await someone(), 'sku,price\nUNKNOWN,5\n')
    expect(dry.problems).toMatchObject([{ row: 2, field: 'title', message: 'A new product needs a title.' }])
  })

  test('a rival’s product with the same SKU stays unchanged, and the rival’s product id is answered like an unknown one', async () => {
    const who = await someone()
    const other = await someone()
    const theirs = await caller(other).products.create({ ...chair({ sku: 'SAME' }), draft: true })
    const done = await imported(who, 'sku,title\nSAME,Mine now\n')
    expect(done).toMatchObject({ created: 1, updated: 0 })
    const stolen = await imported(who, `id,title\n${theirs.id},Stolen\n01900000-0000-7000-8000-000000000000,Stolen\n`)
    expect(stolen).toMatchObject({ failed: 2, created: 0, updated: 0 })
    expect(new Set(stolen.problems.map(({ message }) => message)).size).toBe(1)
    expect(await caller(other).products.get({ id: theirs.id })).toEqual(theirs)
  })
})
