import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { ProductImport } from '#domain/product-import.ts'
import { arrivals } from '#server/images/upload-image.ts'
import { pathOf } from '#server/imports/import-row.ts'
import { receiveImport } from '#server/imports/receive-import.ts'
import { sweepImports } from '#server/imports/sweep-imports.ts'
import { cookieOf, openDoor } from '#server/testing/door.ts'
import { approvedProduct, chair, isStored, pendingProduct } from '#server/testing/listing.ts'
import type { Person } from '#server/testing/people.ts'
import { addImport } from '#server/testing/things.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, seller, rival, admin, person } = world
const { ask, url } = await openDoor(app)

const header = 'sku,title,description,price,stock,category,tags,attributes'
const bring = (who: Person, text: string | Buffer, name = 'goods.csv') =>
  receiveImport(app, who, { name, content: Readable.from([Buffer.from(text)]) })
const reaches = async (who: Person, id: string, ...statuses: ProductImport['status'][]) => {
  await expect.poll(async () => (await caller(who).imports.get({ id })).status, { timeout: 60_000, interval: 20 }).toBeOneOf(statuses)
  return caller(who).imports.get({ id })
}
/** Brought, checked. */
const checked = async (who: Person, text: string | Buffer) => reaches(who, (await bring(who, text)).id, 'checked', 'failed')
/** Brought, checked, run. */
async function imported(who: Person, text: string | Buffer) {
  const { id } = await checked(who, text)
  await caller(who).imports.run({ id })
  return reaches(who, id, 'done', 'cancelled', 'failed')
}
const productsOf = async (who: Person) => (await caller(who).products.list({ limit: 100, sort: 'oldest' })).rows
const bySku = async (who: Person, sku: string) => {
  const row = (await caller(who).products.list({ search: sku })).rows.find((each) => each.sku === sku)
  return row ? caller(who).products.get({ id: row.id }) : null
}
const report = async (who: Person, id: string) => (await ask(`/api/imports/${id}/report.csv`, { as: who })).text
const events = (itemId: string) => app.sql`
  select e.kind, e.actor_id as "actorId", e.owner_id as "ownerId", e.fields, d.title, d.before, d.after
  from events e left join event_details d on d.event_id = e.id where e.item_id = ${itemId} order by e.id`
let count = 0
const someone = () => person(`Importer ${++count}`)

describe('a seller brings a CSV file', () => {
  test('the dry run says what would happen and writes nothing; the run does it', async () => {
    const who = await someone()
    await caller(who).products.create({ ...chair({ sku: 'OLD' }), draft: true })
    const file = `${header}\nOLD,Oak chair,Solid oak.,"99,50",7,Home,oak|old,Height=90 cm\nNEW,New chair,,,,,,\n,Nameless chair,,,,,,\nBAD,x,,,,,,\n`
    const dry = await checked(who, file)
    expect(dry).toMatchObject({ status: 'checked', rows: 4, done: 4, created: 2, updated: 1, unchanged: 0, failed: 1, finishedAt: null })
    expect(dry.problems).toEqual([{ row: 5, field: 'title', message: `Use at least ${limits.product.titleMin} characters.` }])
    expect((await productsOf(who)).map(({ title }) => title)).toEqual(['Oak chair'])
    await caller(who).imports.run({ id: dry.id })
    const done = await reaches(who, dry.id, 'done')
    expect(done).toMatchObject({ rows: 4, done: 4, created: 2, updated: 1, unchanged: 0, failed: 1, finishedAt: expect.any(String) })
    expect(await bySku(who, 'OLD')).toMatchObject({
      description: 'Solid oak.',
      price: 9950,
      stock: 7,
      tags: ['oak', 'old'],
      attributes: [{ key: 'Height', value: '90 cm' }],
      version: 2,
    })
    const created = await bySku(who, 'NEW')
    expect(created).toMatchObject({ title: 'New chair', status: 'draft', unfinished: false, images: [], price: null, tags: [], version: 1 })
    expect((await productsOf(who)).map(({ title }) => title).sort()).toEqual(['Nameless chair', 'New chair', 'Oak chair'])
  })

  test('each product has its events, as by hand', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'OLD' }), draft: true })
    await imported(who, 'sku,title,stock\nOLD,Ash chair,9\nNEW,New chair,\n')
    const about = { actorId: who.id, ownerId: who.id }
    expect((await events(id)).at(-1)).toEqual({
      ...about,
      kind: 'product.edit',
      title: 'Ash chair',
      fields: ['title', 'stock'],
      before: { title: 'Oak chair', stock: 3 },
      after: { title: 'Ash chair', stock: 9 },
    })
    const made = await bySku(who, 'NEW')
    expect(await events(made?.id ?? '')).toEqual([
      { ...about, kind: 'product.create', title: 'New chair', fields: [], before: null, after: null },
    ])
  })

  test('the same file once more changes nothing, rows without a SKU included', async () => {
    const who = await someone()
    const file = `${header}\nA,Chair A,Text,1,1,Home,x|y,k=v\n,Chair without,,,,,,\n,Chair without,,,,,,\n`
    expect(await imported(who, file)).toMatchObject({ created: 3 })
    const before = await productsOf(who)
    expect(await imported(who, file)).toMatchObject({ created: 0, updated: 0, unchanged: 3, failed: 0 })
    expect(await productsOf(who)).toEqual(before)
  })

  test('a row without a SKU whose draft was deleted makes a new product, with nothing of the old one’s past; then nothing changes again', async () => {
    const who = await someone()
    const file = 'title\nNameless lamp\nNameless lamp\n'
    await imported(who, file)
    const [first, second] = await productsOf(who)
    await caller(who).products.delete({ id: first?.id ?? '' })
    expect(await imported(who, file)).toMatchObject({ created: 1, unchanged: 1, failed: 0 })
    const [kept, fresh] = (await productsOf(who)).sort((one, other) => Number(other.id === second?.id) - Number(one.id === second?.id))
    expect(kept?.id).toBe(second?.id)
    expect((await caller(who).products.timeline({ id: fresh?.id ?? '' })).rows.map(({ kind }) => kind)).toEqual(['product.create'])
    expect(await imported(who, file)).toMatchObject({ created: 0, unchanged: 2 })
    await caller(who).products.delete({ id: fresh?.id ?? '' })
    expect(await checked(who, file)).toMatchObject({ created: 1, unchanged: 1 })
    expect(await imported(who, file)).toMatchObject({ created: 1, unchanged: 1 })
    expect(new Set((await productsOf(who)).map(({ id }) => id)).has(first?.id ?? '')).toBe(false)
  })

  test('a missing column leaves its field, an empty cell clears it', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'A' }), draft: true })
    await imported(who, 'sku,description,tags\nA,,\n')
    expect(await caller(who).products.get({ id })).toMatchObject({ description: '', tags: [], title: 'Oak chair', price: 12_000, stock: 3 })
    await imported(who, 'SKU;Price;Stock;Category\nA;;;\n')
    expect(await caller(who).products.get({ id })).toMatchObject({ price: null, stock: null, category: null, title: 'Oak chair' })
    // Columns without a name ask for no cells.
    expect(await imported(who, 'sku,price,,\nA,7\n')).toMatchObject({ updated: 1, failed: 0 })
    expect(await caller(who).products.get({ id })).toMatchObject({ price: 700, title: 'Oak chair' })
  })

  test('a text torn apart by a line break without quotes overwrites nothing and makes nothing', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'A' }), draft: true })
    const before = await caller(who).products.get({ id })
    const done = await imported(
      who,
      'sku,title,description,price,stock\nA,Oak chair,First half of\na text,10.00,5\nB,Chair B,Whole,1.00,1\n',
    )
    expect(done).toMatchObject({ created: 1, updated: 0, failed: 2 })
    expect(done.problems).toEqual([
      { row: 2, field: null, message: expect.stringMatching(/^This row has 3 cells, the header 5\..*line break/) },
      { row: 3, field: null, message: expect.stringMatching(/^This row has 3 cells, the header 5\./) },
    ])
    expect(await caller(who).products.get({ id })).toEqual(before)
    expect((await productsOf(who)).map(({ sku }) => sku)).toEqual(['A', 'B'])
  })

  test('columns that mean nothing here are told and left alone', async () => {
    const who = await someone()
    const { ignored, created } = await imported(who, 'sku,Title,seller_id,Colour\u0007,status,\nA,Chair,someone-else,red,approved,\n')
    expect([ignored, created]).toEqual([['seller_id', 'Colour'], 1])
    expect(await bySku(who, 'A')).toMatchObject({ seller_id: who.id, status: 'draft' })
  })

  test('the same SKU or id twice in a file: the later row is refused', async () => {
    const who = await someone()
    const done = await imported(who, 'sku,title\nA,First\nA,Second\n')
    expect(done).toMatchObject({ created: 1, failed: 1, problems: [{ row: 3, field: 'sku' }] })
    const product = await bySku(who, 'A')
    expect(product?.title).toBe('First')
    const twice = await imported(who, `id,sku,title\n${product?.id},,Third\n,A,Fourth\n`)
    expect(twice).toMatchObject({ updated: 1, created: 1, failed: 0 })
  })

  test('by the id of an export a product gets another SKU, as the form allows it', async () => {
    const who = await someone()
    await imported(who, 'sku,title\nA,Chair A\nB,Chair B\nC,Chair C\n')
    const [a, b, c] = [await bySku(who, 'A'), await bySku(who, 'B'), await bySku(who, 'C')]
    const done = await imported(who, `id,sku,title\n${a?.id},B,Chair A\n${c?.id},D,Chair C\n${b?.id},C,Chair B\n,E,Chair E\n`)
    expect(done).toMatchObject({ updated: 2, created: 1, failed: 1 })
    expect(done.problems).toEqual([{ row: 2, field: 'sku', message: 'Another of your products already has this SKU.' }])
    expect((await productsOf(who)).map(({ sku, title }) => `${sku} ${title}`).sort()).toEqual([
      'A Chair A',
      'C Chair B',
      'D Chair C',
      'E Chair E',
    ])
  })

  test('a SKU that an earlier row frees can be taken further down, and the dry run knows that, however far', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'X' }), draft: true })
    const between = Array.from({ length: limits.import.batch }, (_, at) => `,,Filler ${at}`).join('\n')
    const dry = await checked(who, `id,sku,title\n${id},Y,Oak chair\n${between}\n,X,Beech chair\n`)
    expect(dry).toMatchObject({ created: limits.import.batch + 1, updated: 1, failed: 0, problems: [] })
    await caller(who).imports.run({ id: dry.id })
    expect(await reaches(who, dry.id, 'done')).toMatchObject({ created: limits.import.batch + 1, updated: 1, failed: 0 })
    expect([await bySku(who, 'Y'), await bySku(who, 'X')]).toMatchObject([{ id }, { title: 'Beech chair' }])
  })

  test('what a spreadsheet guarded by an apostrophe is what it was', async () => {
    const who = await someone()
    await imported(who, `sku,title,description\n'-5A,'=1+1 chairs,'@home\n`)
    expect(await bySku(who, '-5A')).toMatchObject({ title: '=1+1 chairs', description: '@home' })
  })
})

describe('the rules of the form', () => {
  test('are those of the import: of an approved product the stock changes at once, what is reviewed waits, and far prices with it', async () => {
    const who = await someone()
    const { id, version } = await approvedProduct(world, { seller: who, fields: { sku: 'SALE' } })
    const get = () => caller(who).products.get({ id })
    expect(await checked(who, 'sku,title\nSALE,Other chair\n')).toMatchObject({ updated: 1, failed: 0, waiting: 1 })
    expect(await get()).toMatchObject({ editRequestId: null })
    expect(await imported(who, 'sku,title,stock,price\nSALE,Other chair,41,500\n')).toMatchObject({ updated: 1, failed: 0 })
    const product = await get()
    expect(product).toMatchObject({ status: 'approved', title: 'Oak chair', stock: 41, price: 12_000, version })
    const request = await caller(who).editRequests.get({ id: product.editRequestId ?? '' })
    expect(request).toMatchObject({ status: 'pending', fields: ['title', 'price'], proposed: { title: 'Other chair', price: 50_000 } })
    expect(await imported(who, 'sku,title,stock,price\nSALE,Other chair,41,500\n')).toMatchObject({ unchanged: 1 })
    // What a file of before still says is no wish to take a change back, but for a price: the newest one counts, also the one that is live.
    expect(await imported(who, 'sku,title,stock\nSALE,Oak chair,41\n')).toMatchObject({ unchanged: 1 })
    expect(await imported(who, 'sku,description\nSALE,Oiled twice.\n')).toMatchObject({ updated: 1 })
    const joined = await caller(who).editRequests.get({ id: request.id })
    expect(joined).toMatchObject({ version: 2, fields: ['title', 'description', 'price'], proposed: { description: 'Oiled twice.' } })
    expect(await imported(who, 'sku,title,price\nSALE,Oak chair,120.00\n')).toMatchObject({ updated: 1, waiting: 0 })
    expect(await caller(who).editRequests.get({ id: request.id })).toMatchObject({ version: 3, fields: ['title', 'description'] })
    expect(await get()).toMatchObject({ price: 12_000 })
    expect(await imported(who, 'sku,title,price\nSALE,Oak chair,120.00\n')).toMatchObject({ unchanged: 1 })
  })

  test('a price without a judged one is measured by the live one, which counts as judged from then on', async () => {
    const who = await someone()
    const { id } = await approvedProduct(world, { seller: who, fields: { sku: 'OLD' } })
    await app.sql`update products set approved_price = null where id = ${id}`
    expect(await imported(who, 'sku,price\nOLD,12\n')).toMatchObject({ updated: 1, waiting: 1 })
    expect(await imported(who, 'sku,price,stock\nOLD,120.00,9\n')).toMatchObject({ updated: 1, waiting: 0 })
    expect(await caller(who).products.get({ id })).toMatchObject({ price: 12_000, approvedPrice: 12_000, editRequestId: null })
  })

  test('what waits for review stays complete', async () => {
    const who = await someone()
    const product = await pendingProduct(world, { seller: who, fields: { sku: 'WAITS' } })
    const done = await imported(who, 'sku,description\nWAITS,\n')
    expect(done).toMatchObject({ failed: 1, problems: [{ row: 2, field: 'description' }] })
    expect(await caller(who).products.get({ id: product.id })).toEqual(product)
  })

  test.each([
    ['price', '-5', 'Write the price as a number, such as 12.50.'],
    ['price', '1e3', 'Write the price as a number, such as 12.50.'],
    ['price', '1.234', 'Is this thousands or decimals?'],
    ['price', '12.3456', 'This currency does not have so many decimals.'],
    ['price', '0', 'The price must be above zero.'],
    ['price', '9999999999', 'This price is too high.'],
    ['stock', '-1', 'The stock cannot be below zero.'],
    ['stock', '1.5', 'Write the stock as a whole number, such as 5.'],
    ['stock', '3000000000', 'This stock is too high.'],
    ['title', 'ab', 'Use at least 3 characters.'],
    ['title', 'x'.repeat(141), 'Use at most 140 characters.'],
    ['title', 'two\u0000', 'Control characters are not allowed here.'],
    ['description', 'x'.repeat(5_001), 'Use at most 5000 characters.'],
    ['description', 'x'.repeat(limits.import.cellMax + 1), 'A cell holds at most 20000 characters.'],
    ['category', 'x'.repeat(81), 'Use at most 80 characters.'],
    ['tags', Array.from({ length: 21 }, (_, at) => `t${at}`).join('|'), 'Use at most 20 tags.'],
    ['attributes', 'Size', 'Write attributes as name=value'],
    ['attributes', 'Size=1|size=2', '“size” is the name of another attribute already.'],
    ['sku', 'x'.repeat(65), 'Use at most 64 characters.'],
    ['id', 'no id at all', 'This is not an id.'],
    ['id', '01900000-0000-7000-8000-000000000000', 'You have no product with this id.'],
  ])('%s that cannot be is refused in words (%#)', async (column, value, sentence) => {
    const who = await someone()
    const columns = column === 'title' ? ['title'] : ['title', column]
    const row = column === 'title' ? [value] : ['Chair', value]
    const dry = await checked(who, `${columns.join(',')}\n${row.join(',')}\nGood chair${columns.length > 1 ? ',' : ''}\n`)
    expect(dry).toMatchObject({ created: 1, failed: 1 })
    expect(dry.problems).toEqual([{ row: 2, field: column, message: expect.stringContaining(sentence) }])
  })

  test('a row without a title makes nothing new', async () => {
    const dry = await checked(await someone(), 'sku,price\nUNKNOWN,5\n')
    expect(dry.problems).toEqual([{ row: 2, field: 'title', message: 'A new product needs a title.' }])
  })

  test('a rival’s product with the same SKU stays as it is, and his id is as unknown as none', async () => {
    const [who, other] = [await someone(), await someone()]
    const theirs = await caller(other).products.create({ ...chair({ sku: 'SAME' }), draft: true })
    const done = await imported(who, 'sku,title\nSAME,Mine now\n')
    expect(done).toMatchObject({ created: 1, updated: 0 })
    const stolen = await imported(who, `id,title\n${theirs.id},Stolen\n01900000-0000-7000-8000-000000000000,Stolen\n`)
    expect(stolen).toMatchObject({ failed: 2, created: 0, updated: 0 })
    expect(new Set(stolen.problems.map(({ message }) => message)).size).toBe(1)
    expect(await caller(other).products.get({ id: theirs.id })).toEqual(theirs)
  })
})

describe('one bad row', () => {
  test('is reported with its number, field, sentence and cells; the good ones are kept', async () => {
    const who = await someone()
    const rows = Array.from({ length: 1_000 }, (_, at) => Buffer.from(`SKU-${at};"Chair; number ${at}";${at + 1},50\r\n`))
    rows[500] = Buffer.concat([Buffer.from('SKU-500;caf'), Buffer.from([0xe9]), Buffer.from(';1\r\n')])
    rows[600] = Buffer.from('SKU-600;"Broken;5\r\n')
    rows[700] = Buffer.from('SKU-700;=SUM(A1);twelve\r\n')
    const done = await imported(who, Buffer.concat([Buffer.from('\ufeffsku;title;price\r\n'), ...rows]))
    expect(done).toMatchObject({ status: 'done', rows: 1_000, created: 997, failed: 3 })
    expect(done.problems.map(({ row, field }) => [row, field])).toEqual([
      [502, null],
      [602, null],
      [702, 'price'],
    ])
    const told = await report(who, done.id)
    const raw = await fetch(`${url}/api/imports/${done.id}/report.csv`, { headers: { cookie: cookieOf(app, who) } })
    expect(
      Buffer.from(await raw.arrayBuffer())
        .toString()
        .slice(0, 5),
    ).toBe('\ufeffrow,')
    expect(told.split('\r\n')).toEqual([
      'row,error field,error,sku,title,price',
      expect.stringMatching(/^502,,"This row holds bytes that are not UTF-8 text\. .*",SKU-500,caf\ufffd,1$/),
      expect.stringMatching(/^602,,"The quotes of this row do not fit: .*","SKU-600;""Broken;5"$/),
      `702,price,"Write the price as a number, such as 12.50.",SKU-700,'=SUM(A1),twelve`,
      '',
    ])
    // The report, mended, is a file to bring.
    const mended = await imported(who, told.replace('twelve', '12').replace('caf\ufffd', 'café'))
    expect(mended).toMatchObject({ created: 2, failed: 1, ignored: [] })
    expect(await bySku(who, 'SKU-700')).toMatchObject({ title: '=SUM(A1)', price: 1200 })
  })
})

describe('what is no file of products', () => {
  const refusal = async (body: string | Buffer, name = 'goods.csv') => {
    const told = await ask(`/api/imports?name=${encodeURIComponent(name)}`, {
      as: seller,
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
    })
    return [told.status, told.json?.code]
  }
  test.each([
    ['an empty file', '', [422, 'csv-broken']],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), [422, 'csv-encoding']],
    ['a web page', '<!doctype html>\n<p>Hello, you</p>\n', [422, 'csv-broken']],
    ['UTF-16', Buffer.from('\ufeffsku,title\nA,Chair\n', 'utf16le'), [422, 'csv-encoding']],
    ['a header with a column twice', 'sku,title,Title\nA,Chair,Table\n', [422, 'csv-broken']],
    ['a header that names no product', 'price,stock\n1,2\n', [422, 'csv-broken']],
  ])('%s is refused at once', async (_, content, expected) => {
    expect(await refusal(content)).toEqual(expected)
    expect(await caller(seller).imports.list()).toEqual([])
  })

  test.each(['../../etc/passwd', '', 'a\u0000.csv'])('the name %j is refused', async (name) => {
    expect(await refusal('sku,title\n', name)).toEqual([422, 'file-name'])
  })

  test('a header alone is a file without rows', async () => {
    expect(await checked(await someone(), `${header}\n`)).toMatchObject({ status: 'checked', rows: 0, failed: 0 })
  })

  test('a byte more than 64 MiB is refused, announced or not, and nothing of it stays', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(0x41)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        if (sent > limits.import.bytesMax) controller.close()
        else controller.enqueue(piece)
        sent += piece.length
      },
    })
    const about = { method: 'POST', headers: { cookie: cookieOf(app, seller) }, body: endless, duplex: 'half' }
    const told = await fetch(`${url}/api/imports?name=big.csv`, about as RequestInit)
    expect([told.status, await told.json()]).toEqual([413, expect.objectContaining({ code: 'csv-too-large' })])
    const announced = await ask('/api/imports?name=big.csv', {
      as: seller,
      method: 'POST',
      body: new Uint8Array(limits.import.bytesMax + 1),
    })
    expect([announced.status, announced.json?.code]).toEqual([413, 'csv-too-large'])
    expect(await caller(seller).imports.list()).toEqual([])
    expect(await readdir(arrivals(app))).toEqual([])
  })

  test('more rows than are allowed are refused', async () => {
    expect(await refusal(`title\n${'ab\n'.repeat(limits.import.rowsMax + 1)}`)).toEqual([413, 'csv-too-large'])
  })
})

describe('while it runs', () => {
  const many = (rows: number, from = 0) =>
    `sku,title,price\n${Array.from({ length: rows }, (_, at) => `S-${from + at},Chair ${from + at},1.00`).join('\n')}\n`
  const countOf = async (who: Person) =>
    (await app.sql<{ n: number }[]>`select count(*)::int as n from products where seller_id = ${who.id}`)[0]?.n ?? 0
  const underway = async (who: Person, rows: number) => {
    const { id } = await checked(who, many(rows))
    await caller(who).imports.run({ id })
    await expect.poll(() => countOf(who), { interval: 5 }).toBeGreaterThan(0)
    return id
  }

  test('cancelling ends it where it stands; what is written stays and nothing follows', async () => {
    const who = await someone()
    const id = await underway(who, 5_000)
    const cancelled = await caller(who).imports.cancel({ id })
    const stands = await countOf(who)
    expect(cancelled).toMatchObject({ status: 'cancelled', created: stands, finishedAt: expect.any(String) })
    expect(stands).toBeLessThan(5_000)
    await expect(caller(who).imports.run({ id })).rejects.toMatchObject({ code: 'wrong-status' })
    await expect(caller(who).imports.cancel({ id })).rejects.toMatchObject({ code: 'wrong-status' })
    // Another file is worked on, so this one is not any more.
    await imported(who, 'sku,title\nLAST,Last chair\n')
    expect(await countOf(who)).toBe(stands + 1)
    expect(await imported(who, many(5_000))).toMatchObject({ created: 5_000 - stands, unchanged: stands, failed: 0 })
  })

  test('a seller who is suspended in the middle writes nothing more, and reads why when he is back', async () => {
    const who = await someone()
    const id = await underway(who, 5_000)
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const stands = await countOf(who)
    const statusOf = async () => (await app.sql`select status from imports where id = ${id}`)[0]?.status
    await expect.poll(statusOf).toBe('cancelled')
    expect(await countOf(who)).toBe(stands)
    expect(stands).toBeLessThan(5_000)
    await app.sql`update users set status = 'active' where id = ${who.id}`
    expect((await caller(who).imports.get({ id })).problems).toEqual([
      { row: 0, field: null, message: expect.stringContaining('suspended') },
    ])
  })

  test('signing out does not stop it', async () => {
    const who = await someone()
    const id = await underway(who, 2_000)
    await app.sql`delete from sessions where id = ${who.sessionId}`
    await expect.poll(async () => (await app.sql`select status from imports where id = ${id}`)[0]?.status, { timeout: 20_000 }).toBe('done')
    expect(await countOf(who)).toBe(2_000)
  })

  test('after a restart in the middle it goes on, and nothing is doubled', async () => {
    const other = await openWorld()
    try {
      const they = other.caller(other.seller)
      const { id } = await receiveImport(other.app, other.seller, {
        name: 'a.csv',
        content: Readable.from([Buffer.from(`${many(5_000)}S-3,Again,\n,No SKU,\n`)]),
      })
      const state = async () => (await they.imports.get({ id })).status
      await expect.poll(state, { timeout: 20_000 }).toBe('checked')
      await they.imports.run({ id })
      await expect.poll(async () => (await they.imports.get({ id })).created, { interval: 5 }).toBeGreaterThan(0)
      await other.restart()
      const after = await they.imports.get({ id })
      expect([after.status, after.created < 5_000]).toEqual(['running', true])
      await expect.poll(state, { timeout: 30_000 }).toBe('done')
      expect(await they.imports.get({ id })).toMatchObject({
        rows: 5_002,
        done: 5_002,
        created: 5_001,
        failed: 1,
        problems: [{ row: 5_002, field: 'sku' }],
      })
      expect(
        await other.app.sql`select count(*)::int as n, count(distinct item_id)::int as items from events where kind = 'product.create'`,
      ).toEqual([{ n: 5_001, items: 5_001 }])
    } finally {
      await other.close()
    }
  })

  test('a product made by hand with a SKU of the file in that very moment becomes no second one', async () => {
    const who = await someone()
    const { id } = await checked(who, many(3_000))
    await caller(who).imports.run({ id })
    const byHand = Array.from({ length: 40 }, (_, at) =>
      caller(who)
        .products.create({ ...chair({ sku: `S-${at * 70}` }), draft: true })
        .then(
          () => 1,
          () => 0,
        ),
    )
    const made = (await Promise.all(byHand)).reduce<number>((sum, one) => sum + one, 0)
    expect(await reaches(who, id, 'done')).toMatchObject({ created: 3_000 - made, updated: made, failed: 0 })
    expect(await countOf(who)).toBe(3_000)
  })

  test('a SKU given away by hand in that very moment costs its own row, not the import', async () => {
    const who = await someone()
    const [one, other] = [
      await caller(who).products.create({ ...chair({ sku: 'OLD-1' }), draft: true }),
      await caller(who).products.create({ ...chair({ sku: 'OLD-2' }), draft: true }),
    ]
    const { id } = await checked(who, `id,sku\n${one.id},NEW-1\n${other.id},NEW-2\n`)
    await app.sql.begin(async (tx) => {
      await tx`insert into products (id, title, seller_id, status, sku) values (${`by-hand-${who.id}`}, 'By hand', ${who.id}, 'draft', 'NEW-2')`
      await caller(who).imports.run({ id })
      const waiting = async () =>
        (await tx`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length
      await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0)
    })
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({
      status: 'done',
      updated: 1,
      failed: 1,
      problems: [{ row: 3, field: 'sku', message: 'Another of your products already has this SKU.' }],
    })
    expect((await productsOf(who)).map(({ sku }) => sku).sort()).toEqual(['NEW-1', 'NEW-2', 'OLD-2'])
  })

  test.each([
    ['a deadlock', '40P01'],
    ['changes that do not go together', '40001'],
  ])('%s with somebody else costs nothing: the rows are taken again', async (_, code) => {
    const who = await someone()
    const { id: product } = await caller(who).products.create({ ...chair({ sku: 'A' }), draft: true })
    const { id } = await checked(who, 'sku,title\nA,Ash chair\nB,New chair\n')
    const name = `hiccup_${code.toLowerCase()}`
    await app.sql.unsafe(`
      create sequence ${name};
      create function ${name}() returns trigger language plpgsql as $$ begin
        if nextval('${name}') <= 2 then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger ${name} before update on products for each row when (new.id = '${product}') execute function ${name}()`)
    await caller(who).imports.run({ id })
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({ status: 'done', updated: 1, created: 1, failed: 0 })
    expect((await events(product)).map(({ kind }) => kind)).toEqual(['product.create', 'product.edit'])
  })

  test('a node that goes on with another’s work knows which products its rows were about', async () => {
    const who = await someone()
    const { id: product } = await caller(who).products.create({ ...chair({ sku: 'A', title: 'As row 2 says' }), draft: true })
    const { id } = await checked(who, `sku,id,title\nA,,As row 2 says\n,,Nameless chair\nA-1,${product},As row 4 says\n`)
    // The other node took the first row and fell silent.
    await app.sql`delete from import_problems where import_id = ${id}`
    await app.sql`update imports set status = 'running', done = 1, updated = 1, created = 0, unchanged = 0, failed = 0, problems = '[]', held_until = null where id = ${id}`
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({
      done: 3,
      updated: 1,
      created: 1,
      failed: 1,
      problems: [{ row: 4, message: 'An earlier row of this file has the same product.' }],
    })
    expect(await caller(who).products.get({ id: product })).toMatchObject({ sku: 'A', title: 'As row 2 says' })
  })

  test('only its owner hears of it, a few times a second at most', async () => {
    const who = await someone()
    const heard: { ownerId: string | null; itemId: string }[] = []
    const deaf = app.feed.onHint((hint) => void (hint.kind === 'import.change' && heard.push(hint)))
    const { id } = await imported(who, many(5_000))
    await expect.poll(() => heard.filter(({ itemId }) => itemId === id).length).toBeGreaterThan(3)
    deaf()
    const mine = heard.filter(({ itemId }) => itemId === id)
    expect(mine.every(({ ownerId }) => ownerId === who.id)).toBe(true)
    expect(mine.length).toBeLessThan(5_000 / limits.import.batch)
  })
})

describe('whose it is', () => {
  test('a rival cannot tell that an import exists, on any call', async () => {
    const who = await someone()
    const { id } = await checked(who, 'sku,title\nA,x\n')
    const nothing = '01900000-0000-7000-8000-000000000000'
    for (const name of ['get', 'run', 'cancel'] as const) {
      const told = (of: string) =>
        caller(rival)
          .imports[name]({ id: of })
          .catch(({ code, message, data }) => ({ code, message, data }))
      expect(await told(id)).toEqual(await told(nothing))
      expect(await told(id)).toMatchObject({ code: 'not-found' })
    }
    expect(await caller(rival).imports.list()).toEqual([])
    const foreign = await ask(`/api/imports/${id}/report.csv`, { as: rival })
    expect([foreign.status, foreign.text]).toEqual([404, (await ask(`/api/imports/${nothing}/report.csv`, { as: rival })).text])
    // An admin's own files are of orders.
    expect(await caller(admin).imports.list()).toEqual([])
  })

  test('old ones go with their files, and of many the oldest', async () => {
    const who = await someone()
    const old = await checked(who, 'sku,title\nA,x\n')
    const young = await checked(who, 'sku,title\nA,x\n')
    expect(await isStored(world, pathOf(old.id))).toBe(true)
    await app.sql`update imports set created_at = now() - interval '8 days' where id = ${old.id}`
    await sweepImports(app)
    expect((await caller(who).imports.list()).map(({ id }) => id)).toEqual([young.id])
    expect(await isStored(world, pathOf(old.id))).toBe(false)
    for (let at = 0; at < limits.import.keptMax; at++) await addImport(app, who.id)
    await sweepImports(app)
    expect((await caller(who).imports.list()).map(({ id }) => id)).not.toContain(young.id)
    expect(await isStored(world, pathOf(young.id))).toBe(false)
    expect(await app.sql`select 1 from import_problems where import_id = ${young.id}`).toHaveLength(0)
  })

  test('uploads are counted', async () => {
    const who = await someone()
    const upload = () => ask('/api/imports?name=a.csv', { as: who, method: 'POST', body: 'nothing' })
    for (let at = 0; at < limits.import.perHour; at++) await upload()
    expect((await upload()).json).toMatchObject({ code: 'too-many-requests' })
  })
})
