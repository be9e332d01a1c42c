import { describe, expect, test } from 'vitest'
import type { ProductImport } from '#domain/product-import.ts'
import { type StoredProblem, sentenceOf } from '#server/platform/problem-texts.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { openStorefront } from '#server/testing/storefront.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const storefront = await openStorefront()
const { app, seller, rival, suspended, admin, person, caller, stockOf, ordersCount } = storefront
const { ask } = await openTestServer(app)
const { orders, imports } = caller(admin)

const lamp = (sellerId = seller.id, stock: number | null = 10) => storefront.lamp(sellerId, stock)

const header = 'externalId,buyerName,buyerEmail,line1,city,shipping,total,product_id,quantity,unitPrice'
const upload = async (lines: readonly string[], as = admin, head = header): Promise<ProductImport> => {
  const response = await ask('/api/imports?name=orders.csv', { method: 'POST', as, body: [head, ...lines].join('\n') })
  expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()])
  return response.json as unknown as ProductImport
}
const reaches = async (id: string, status: ProductImport['status']): Promise<ProductImport> => {
  await expect.poll(async () => (await imports.get({ id })).status, { timeout: 60_000 }).toBe(status)
  return imports.get({ id })
}
/** Uploads a file, returns the result of its dry run, and runs it. */
const uploadAndRun = async (lines: readonly string[], head?: string) => {
  const { id } = await upload(lines, admin, head)
  const checked = await reaches(id, 'checked')
  await imports.run({ id })
  return { id, checked, done: await reaches(id, 'done') }
}
/** Row and field of each problem, and what each says. */
const placesIn = ({ problems }: ProductImport) => problems.map(({ row, field }) => `${row} ${field}`)
const saidIn = ({ problems }: ProductImport) => problems.map(({ row, field, message }) => `${row} ${field}: ${message}`)

test('the recipient of a parcel is imported beside the buyer', async () => {
  const { id } = await upload(
    [`G-1,Berta,berta@example.com,Gerda,Ringstraße 1,20,${await lamp()},1,20`],
    admin,
    header.replace('line1,city,shipping', 'recipient,line1'),
  )
  await reaches(id, 'checked')
  await imports.run({ id })
  expect(await reaches(id, 'done')).toMatchObject({ created: 1, failed: 0 })
  const { rows } = await orders.list({ search: 'G-1' })
  expect(await orders.get({ id: rows[0]?.id ?? '' })).toMatchObject({
    buyerName: 'Berta',
    shippingAddress: { recipient: 'Gerda', line1: 'Ringstraße 1', city: '' },
  })
})

test('an admin imports orders: the dry run writes nothing and takes no stock and no number, the run makes the orders, and the same file again changes nothing', async () => {
  const one = await lamp()
  const other = await lamp(rival.id)
  const file = [
    `A-1,Bianca,bianca@example.com,Ringstraße 1,Wien,4.90,34.90,${one},2,10.00`,
    `A-1,,,,,,,${other},1,10.00`,
    `A-2,Carl,carl@example.com,,,,10,${one},1,10`,
  ]
  const numbers = () => app.sql`select last_value from order_numbers`
  const before = [await numbers(), await ordersCount()]
  const { id } = await upload(file)
  expect(await reaches(id, 'checked')).toMatchObject({ noun: 'orders', rows: 3, created: 3, unchanged: 0, failed: 0 })
  expect([await numbers(), await ordersCount()]).toEqual(before)
  expect([await stockOf(one), await stockOf(other)]).toEqual([10, 10])
  await imports.run({ id })
  expect(await reaches(id, 'done')).toMatchObject({ created: 3, failed: 0 })
  expect([await stockOf(one), await stockOf(other)]).toEqual([7, 9])
  const { rows } = await orders.list({ search: 'bianca' })
  const [row] = rows
  expect(row).toMatchObject({ source: 'csv', externalId: 'A-1', total: 3_490, shipping: 490, units: 3, counts: { open: 2 } })
  expect(await orders.get({ id: row?.id ?? '' })).toMatchObject({ shippingAddress: { line1: 'Ringstraße 1', city: 'Wien' } })
  const log = await caller(admin).history.list({ search: row?.number ?? '' })
  expect(log.rows).toMatchObject([{ kind: 'order.placed', user: 'Ada' }])

  const again = await uploadAndRun(file)
  expect(again.done).toMatchObject({ created: 0, unchanged: 3, failed: 0 })
  expect([await stockOf(one), await ordersCount()]).toEqual([7, (before[1] as number) + 2])
})

test('an export can be imported again and changes nothing', async () => {
  const response = await ask('/api/orders/export.csv?search=bianca', { as: admin })
  const [head = '', ...lines] = response.text.trimEnd().split('\r\n')
  const { checked } = await uploadAndRun(lines, head)
  expect(checked).toMatchObject({ rows: 2, unchanged: 2, created: 0, failed: 0, ignored: [] })
})

describe('an earlier order', () => {
  const head = 'externalId,buyerName,buyerEmail,placedAt,paidAt,total,product_id,sku,lineStatus,carrier,tracking,quantity,unitPrice'
  const bought = (name: string, total: number) => `${name},Hanna,hanna@example.com,2026-05-04T10:00:00Z,2026-05-04T10:01:00Z,${total}`
  const more = (name: string) => `${name},,,,,`
  const noticesOf = async (person: typeof seller) => {
    const { rows } = await caller(person).notifications.list({ type: 'info' })
    return rows.map(({ link }) => link).filter((link) => link?.startsWith('/seller/orders/'))
  }

  test('arrives as it was shipped and delivered: it takes no stock, its product may be archived, and only sellers with lines to ship are notified', async () => {
    const gone = await lamp(seller.id, 0)
    const mine = await lamp()
    const theirs = await lamp(rival.id, 1)
    await app.sql`update products set status = 'archived' where id = ${gone}`
    const file = [
      `${bought('P-1', 40)},${gone},,delivered,Post,AT1,2,10`,
      `${more('P-1')},${mine},,Shipped,,,2,10`,
      `${bought('P-2', 20)},${mine},,delivered,,,1,10`,
      `${more('P-2')},${theirs},,open,,,1,10`,
    ]
    const { checked, done } = await uploadAndRun(file, head)
    expect([checked, done]).toMatchObject(Array(2).fill({ created: 4, failed: 0, ignored: [] }))
    expect([await stockOf(gone), await stockOf(mine), await stockOf(theirs)]).toEqual([0, 10, 0])
    const { rows } = await orders.list({ search: 'hanna', sort: 'oldest' })
    const [past, mixed] = rows.toSorted((one, other) => Number(one.number) - Number(other.number))
    expect(past).toMatchObject({
      paymentStatus: 'paid',
      counts: { open: 0, shipped: 1, delivered: 1, cancelled: 0 },
      placedAt: '2026-05-04T10:00:00.000Z',
    })
    expect(mixed).toMatchObject({ counts: { open: 1, shipped: 0, delivered: 1, cancelled: 0 } })
    expect((await orders.get({ id: past?.id ?? '' })).lines).toMatchObject([
      { status: 'delivered', carrier: 'Post', tracking: 'AT1', shippedAt: null, deliveredAt: null },
      { status: 'shipped', carrier: '', tracking: '' },
    ])
    // The notification of the open line is written after those of the orders before it.
    await expect.poll(() => noticesOf(rival)).toContain(`/seller/orders/${mixed?.id}`)
    const own = await noticesOf(seller)
    for (const order of [past, mixed]) expect(own).not.toContain(`/seller/orders/${order?.id}`)
    await caller(seller).orders.deliver({ id: past?.id ?? '', lines: [(await orders.get({ id: past?.id ?? '' })).lines[1]?.id ?? ''] })
    // Its export, in which a line was cancelled since, is the same order.
    await orders.cancel({ id: mixed?.id ?? '', lines: [(await orders.get({ id: mixed?.id ?? '' })).lines[1]?.id ?? ''], reason: '' })
    const [exported = '', ...lines] = (await ask('/api/orders/export.csv?search=hanna', { as: admin })).text.trimEnd().split('\r\n')
    expect((await uploadAndRun(lines, exported)).checked).toMatchObject({ rows: 4, unchanged: 4, failed: 0, ignored: [] })
  })

  test('names its products by a SKU in any case, unless several sellers use it', async () => {
    const one = await lamp()
    const two = await lamp()
    const other = await lamp(rival.id)
    await app.sql`update products set sku = 'VAS-01' where id = ${one}`
    await app.sql`update products set sku = 'MUG-1' where id in (${two}, ${other})`
    const file = [
      `${bought('S-1', 10)},,vas-01,delivered,,,1,10`,
      `${bought('S-2', 10)},,MUG-1,delivered,,,1,10`,
      `${bought('S-3', 10)},,NONE-1,delivered,,,1,10`,
      `${bought('S-4', 10)},${other},MUG-1,open,,,1,10`,
      `${bought('S-5', 110)},,VAS-01,open,,,11,10`,
    ]
    const { checked, done } = await uploadAndRun(file, head)
    expect(checked.problems).toEqual(done.problems)
    expect(saidIn(done)).toEqual([
      '3 sku: Several products have this SKU. Name the product by its ID.',
      '4 sku: No product on sale or archived has this SKU.',
      '6 quantity: Only 10 left in stock.',
    ])
    const { rows } = await orders.list({ search: 'hanna' })
    const sold = await Promise.all(rows.filter(({ externalId }) => externalId?.startsWith('S-')).map(({ id }) => orders.get({ id })))
    expect(sold.map(({ externalId, lines: [line] }) => [externalId, line?.product_id]).sort()).toEqual([
      ['S-1', one],
      ['S-4', other],
    ])
    const named = await uploadAndRun(
      [`S-6,Hanna,hanna@example.com,10,VAS-01,1,10`],
      'externalId,buyerName,buyerEmail,total,sku,quantity,unitPrice',
    )
    expect(named.done).toMatchObject({ created: 1, failed: 0 })
  })

  test('that names its products by SKU and is imported again stays as it is, whatever has become of them since', async () => {
    const refused = await lamp()
    const shared = await lamp()
    const renamed = await lamp()
    for (const [id, sku] of [
      [refused, 'REP-1'],
      [shared, 'REP-2'],
      [renamed, 'REP-3'],
    ] as const)
      await app.sql`update products set sku = ${sku} where id = ${id}`
    const file = ['REP-1', 'rep-2', 'REP-3'].map((sku, at) => `${bought(`T-${at}`, 10)},,${sku},open,,,1,10`)
    expect((await uploadAndRun(file, head)).done).toMatchObject({ created: 3, failed: 0 })
    const other = await lamp(rival.id)
    const newer = await lamp()
    await app.sql`update products set status = 'rejected' where id = ${refused}`
    await app.sql`update products set sku = 'REP-2' where id = ${other}`
    await app.sql`update products set sku = 'REP-3-OLD' where id = ${renamed}`
    await app.sql`update products set sku = 'REP-3' where id = ${newer}`
    const changed = `${bought('T-0', 20)},,REP-1,open,,,2,10`
    const again = await uploadAndRun([...file, `${bought('T-9', 10)},,REP-1,open,,,1,10`], head)
    expect(again.done).toMatchObject({ created: 0, unchanged: 3, failed: 1 })
    expect(again.done.problems).toMatchObject([{ row: 5, field: 'sku', message: 'No product on sale or archived has this SKU.' }])
    expect((await uploadAndRun([changed], head)).done.problems).toMatchObject([
      { field: 'externalId', message: 'Another order already has this external ID.' },
    ])
  })

  test('with a control character in a cell is refused, and the orders around it are imported', async () => {
    const good = await lamp()
    const file = [
      `${bought('U-1', 10)},,A\u0000B,open,,,1,10`,
      `${bought('U-2', 10)},A\u0000B,,open,,,1,10`,
      `${bought('U\u00003', 10)},,A,open,,,1,10`,
      `${bought('U-4', 10)},${good},,open,,,1,10`,
    ]
    const { done } = await uploadAndRun(file, head)
    expect(done).toMatchObject({ created: 1, failed: 3 })
    expect(placesIn(done)).toEqual(['2 sku', '3 product_id', '4 sku', '4 externalId'])
  })

  test('is refused with a line of another status, or an open one with a tracking number, and an open line needs a product on sale', async () => {
    const good = await lamp()
    const gone = await lamp()
    await app.sql`update products set status = 'archived' where id = ${gone}`
    const draft = await addProduct(app, seller.id)
    const out = await lamp(seller.id, 0)
    const file = [
      `${bought('R-1', 10)},${good},,sent,,,1,10`,
      `${bought('R-2', 10)},${good},,cancelled,,,1,10`,
      `${bought('R-3', 10)},${good},,,,AT1,1,10`,
      `${bought('R-4', 10)},${gone},,open,,,1,10`,
      `${bought('R-5', 10)},${draft.id},,delivered,,,1,10`,
      // Whether these take stock is not known.
      `${bought('R-6', 10)},${out},,sent,,,1,10`,
      `${bought('R-7', 10)},${out},,,Post,,1,10`,
    ]
    const { checked, done } = await uploadAndRun(file, head)
    expect(checked.problems).toEqual(done.problems)
    expect(saidIn(done)).toEqual([
      '2 lineStatus: Write the status of the line as open, shipped or delivered.',
      '3 lineStatus: A cancelled line is not imported. Leave it out, and take its amount off the total.',
      '4 lineStatus: A line with a carrier or tracking number is shipped or delivered: write which.',
      '5 product_id: This product is not on sale.',
      '6 product_id: This product is not on sale.',
      '7 lineStatus: Write the status of the line as open, shipped or delivered.',
      '8 lineStatus: A line with a carrier or tracking number is shipped or delivered: write which.',
    ])
    expect(await stockOf(good)).toBe(10)
  })
})

test('each bad order is refused as a whole with its row and field, the good ones between them are imported, and the report has the refused rows', async () => {
  const good = await lamp()
  const few = await lamp(seller.id, 1)
  const sold = await lamp(suspended.id)
  const to = (id: string) => `${id},Dora,dora@example.com,,,`
  const file = [
    `${to('B-1')},10.00,${good},1,10.00`,
    `${to('B-2')},11.00,${good},1,10.00`,
    `${to('B-3')},20.00,${good},1,10.00`,
    `B-3,,,,,,,nothing,1,10.00`,
    `${to('B-4')},20.00,${few},2,10.00`,
    `${to('B-5')},10.00,${sold},1,10.00`,
    `${to('B-6')},-10.00,${good},1,-10.00`,
    `${to('B-7')},10.00,${good},1.5,10.00`,
    `${to('B-8')},10.00,${good},1,10.001`,
    `${to('B-1')},10.00,${good},1,10.00`,
    `,Dora,dora@example.com,,,,10.00,${good},1,10.00`,
    `A-1,Dora,dora@example.com,,,,10.00,${good},1,10.00`,
    `${to('B-9')},10.00,${good},1,10.00`,
  ]
  const { id, checked, done } = await uploadAndRun(file)
  expect(checked.problems).toEqual(done.problems)
  expect(done).toMatchObject({ rows: 13, created: 2, failed: 11 })
  expect(placesIn(done)).toEqual([
    ...['3 total', '4 null', '5 product_id', '6 quantity', '7 product_id', '8 total', '8 unitPrice', '9 quantity'],
    ...['10 unitPrice', '11 externalId', '12 externalId', '13 externalId'],
  ])
  expect(done.problems[1]?.message).toBe('The order was refused because of row 5.')
  expect((await orders.list({ search: 'dora' })).rows.map(({ externalId }) => externalId).sort()).toEqual(['B-1', 'B-9'])
  expect([await stockOf(good), await stockOf(few)]).toEqual([8, 1])
  const report = await ask(`/api/imports/${id}/report.csv`, { as: admin })
  expect(report.text.trimEnd().split('\r\n')).toHaveLength(12)
  expect(report.text).toContain('B-3')
})

test('a negative amount of an order is refused, and zero is taken', async () => {
  const good = await lamp()
  const { id } = await upload([
    `N-1,Nina,nina@example.com,,,-4.90,5.10,${good},1,10.00`,
    `N-2,Nina,nina@example.com,,,0,10.00,${good},1,10.00`,
  ])
  const { problems, created } = await reaches(id, 'checked')
  expect({ problems, created }).toMatchObject({
    problems: [
      { row: 2, field: 'shipping', message: 'An amount cannot be below zero.' },
      { row: 2, field: 'total' },
    ],
    created: 1,
  })
})

test('rows that disagree about their order, and amounts in another currency, are refused', async () => {
  const good = await lamp()
  const { checked } = await uploadAndRun(
    [`C-1,Dora,dora@example.com,USD,10,${good},1,10`, `C-2,Dora,dora@example.com,,20,${good},1,10`, `C-2,Emil,,,,${good},1,10`],
    'externalId,buyerName,buyerEmail,currency,total,product_id,quantity,unitPrice',
  )
  expect(placesIn(checked)).toEqual(['2 currency', '3 null', '4 buyerName'])
})

test('every row of a refused order has all its problems', async () => {
  const good = await lamp()
  const few = await lamp(seller.id, 1)
  const file = [
    `E-1,,not an address,Ringstraße 1,Wien,4.9.0,x,${good},0,10.00`,
    `E-1,,eve@example.com,,,,,nothing,many,-1`,
    `E-1,,,,,,,${few},5,10.00`,
    `E-1,,,,,,,${good},1,10.00`,
    `E-2,Eve,eve,,,,99.00,${good},1,10.00`,
  ]
  const { id, checked, done } = await uploadAndRun(file)
  expect(checked.problems).toEqual(done.problems)
  expect(done).toMatchObject({ failed: 5, created: 0 })
  expect(placesIn(done)).toEqual([
    ...['2 shipping', '2 total', '2 buyerName', '2 buyerEmail', '2 quantity'],
    ...['3 buyerEmail', '3 quantity', '3 unitPrice', '3 product_id', '4 quantity', '5 null', '6 buyerEmail', '6 total'],
  ])
  expect(done.problems.find(({ row }) => row === 4)?.message).toBe('Only 1 left in stock.')
  expect(done.problems.find(({ row }) => row === 5)?.message).toBe('The order was refused because of row 2.')
  const report = (await ask(`/api/imports/${id}/report.csv`, { as: admin })).text.trimEnd().split('\r\n')
  expect(report[2]).toMatch(
    /^3,"buyerEmail, quantity, unitPrice, product_id","buyerEmail: This differs from .* quantity: Write .* unitPrice: .* product_id: /,
  )
})

test('a refused order also says that its external ID is taken, which cells are empty, and what the total has to be', async () => {
  const good = await lamp()
  await uploadAndRun([`F-1,Finn,finn@example.com,,,,10.00,${good},1,10.00`])
  const file = [`F-1,Finn,finn,,,,99.00,${good},1,10.00`, `F-2,Finn,finn@example.com,,,,,,,`, `F-1,Finn,finn,,,,10.00,${good},1,10.00`]
  const { checked, done } = await uploadAndRun(file)
  expect(checked.problems).toEqual(done.problems)
  expect(saidIn(done)).toEqual([
    '2 buyerEmail: This is not an email address.',
    '2 total: The total has to be €10.00: items €10.00 + shipping €0.00 + tax €0.00 − discount €0.00.',
    '2 externalId: Another order already has this external ID.',
    ...['product_id', 'quantity', 'unitPrice', 'total'].map((field) => `3 ${field}: This is required.`),
    '4 externalId: An earlier row of this file has the same external ID. Keep the rows of one order together.',
    '4 buyerEmail: This is not an email address.',
  ])
  expect(done.problems[0]?.about).toEqual(['F-1'])
})

test('an order with more rows than a batch is one order, and more lines than an order may have are refused', async () => {
  const good = await lamp(seller.id, null)
  const rows = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${name},${at === 0 ? `Fay,fay@example.com,${count * 10}` : ',,'},${good},1,10`)
  const head = 'externalId,buyerName,buyerEmail,total,product_id,quantity,unitPrice'
  const { done } = await uploadAndRun([...rows('D-1', 450), ...rows('D-2', 501), ...rows('D-3', 150)], head)
  expect(done).toMatchObject({ rows: 1_101, created: 600, failed: 501 })
  expect((await orders.list({ search: 'fay' })).rows.map(({ units }) => units).sort()).toEqual([150, 450])
})

test('every stored problem of these files has a name, which gives its sentence again', async () => {
  const all = await app.sql<{ p: StoredProblem }[]>`select p from import_problems, jsonb_array_elements(problems) p`
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter(({ p }) => sentenceOf({ ...p, message: '' }) !== p.message)).toEqual([])
})

test('the file of imported orders is deleted when a buyer in it is erased', async () => {
  const id = await lamp()
  const { done } = await uploadAndRun([`E-1,Gus,gus@example.com,,,,10.00,${id},1,10.00`])
  const [order] = (await orders.list({ search: 'gus@' })).rows
  const { lines } = await orders.get({ id: order?.id ?? '' })
  await orders.ship({ id: order?.id ?? '', lines: lines.map((line) => line.id) })
  await orders.eraseBuyer({ email: 'gus@example.com' })
  await expect(imports.get({ id: done.id })).rejects.toMatchObject({ code: 'not-found' })
  await expect(app.storage.get(`imports/${done.id}.csv`)).rejects.toMatchObject({ reason: 'object-not-found' })
})

test("sellers import products and admins orders, and neither sees the other's files", async () => {
  const response = await ask('/api/imports?name=x.csv', { method: 'POST', as: admin, body: 'sku,title\nL-1,Lamp\n' })
  expect([response.status, response.json?.code]).toEqual([422, 'csv-broken'])
  expect(response.text).toContain('externalId')
  const { id } = await upload([], admin)
  await expect(caller(seller).imports.get({ id })).rejects.toMatchObject({ code: 'not-found' })
  const other = await person('Olaf', { role: 'admin' })
  await expect(caller(other).imports.get({ id })).rejects.toMatchObject({ code: 'not-found' })
})
