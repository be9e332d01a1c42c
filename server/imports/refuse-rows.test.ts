import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { arrivals } from '#server/platform/files/parts.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { openImports } from '#server/testing/imports.ts'
import { pendingProduct } from '#server/testing/listing.ts'
import { cookieOf } from '#server/testing/test-server.ts'

const { testApp, app, seller, caller, ask, url, header, checked, imported, bySku, report, someone } = await openImports()

describe('one bad row', () => {
  test('is reported with its number, field, sentence and cells, and the good ones are imported', async () => {
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
    const csv = await report(who, done.id)
    const raw = await fetch(`${url}/api/imports/${done.id}/report.csv`, { headers: { cookie: cookieOf(app, who) } })
    expect(
      Buffer.from(await raw.arrayBuffer())
        .toString()
        .slice(0, 5),
    ).toBe('\ufeffrow,')
    expect(csv.split('\r\n')).toEqual([
      'row,error field,error,sku,title,price',
      expect.stringMatching(/^502,,"This row has bytes that are not UTF-8 text\. .*",SKU-500,caf\ufffd,1$/),
      expect.stringMatching(/^602,,"The quotes in this row do not match: .*","SKU-600;""Broken;5"$/),
      `702,price,"Write the price as a number, such as 12.50.",SKU-700,'=SUM(A1),twelve`,
      '',
    ])
    // The corrected report can be imported again.
    const corrected = await imported(who, csv.replace('twelve', '12').replace('caf\ufffd', 'café'))
    expect(corrected).toMatchObject({ created: 2, failed: 1, ignored: [] })
    expect(await bySku(who, 'SKU-700')).toMatchObject({ title: '=SUM(A1)', price: 1200 })
  })
})

describe('a row with several problems', () => {
  test('is reported with all of them, in the dry run, in the run and in its file', async () => {
    const who = await someone()
    await imported(who, 'sku,title\nTAKEN,Chair\nMINE,Stool\n')
    const [mine] = (await caller(who).products.list({ search: 'Stool' })).rows
    const file = [
      'id,sku,title,price,stock,category,tags,attributes',
      ',A,ab,cheap,many,Home,,Height',
      `${mine?.id},taken,Stool,-1,5,,,`,
      'not an id!,B,x,1.001,1.5,,,Size=1|size=2|SIZE=3',
      ',C,Bench,10,1,,,',
      `01900000-0000-7000-8000-000000000000,D,Bench,zero,1,,,`,
    ]
    const done = await imported(who, file.join('\n'))
    expect(done).toMatchObject({ created: 1, failed: 4, rows: 5 })
    const { problems } = done
    expect(problems.map(({ row, field }) => `${row} ${field}`)).toEqual([
      ...['2 title', '2 price', '2 stock', '2 attributes', '3 price', '3 sku'],
      ...['4 title', '4 price', '4 stock', '4 attributes', '4 attributes', '4 id', '6 price', '6 id'],
    ])
    expect((await checked(who, file.slice(0, 4).join('\n'))).problems).toEqual(problems.slice(0, 12))
    const [, second, third] = (await report(who, done.id)).split('\r\n')
    expect(second).toBe(
      '2,"title, price, stock, attributes","title: Use at least 3 characters. price: Write the price as a number, such as 12.50. ' +
        'stock: Write the stock as a whole number, such as 5. ' +
        'attributes: Write attributes as name=value, separated by |, such as Size=10|Colour=red.",,A,ab,cheap,many,Home,,Height',
    )
    expect(third).toContain('sku: Another of your products already has this SKU.')
  })

  test('is one of the twenty rows on the screen, with all of them', async () => {
    const bad = Array.from({ length: 30 }, (_, at) => `S${at},x,y,z`)
    const { problems, failed } = await checked(await someone(), ['sku,title,price,stock', ...bad].join('\n'))
    expect([new Set(problems.map(({ row }) => row)).size, problems.length, failed]).toEqual([limits.import.problemsShown, 60, 30])
  })

  test('is named by its title and SKU as the file has them, readable or not', async () => {
    const long = 'Chair '.repeat(4_000)
    const file = ['sku,title,price', 'S-1, Oak chair ,x', ',=1+1,x', 'S-3', `S-4,Ta\u0007ble,x`, `S-5,${long},1`, '"S-6"x,Bench,1']
    const { problems } = await checked(await someone(), file.join('\n'))
    expect(problems.map(({ row, about }) => [row, about])).toEqual([
      [2, ['Oak chair', 'S-1']],
      [3, ['=1+1']],
      [4, ['S-3']],
      [5, ['Ta ble', 'S-4']],
      [5, ['Ta ble', 'S-4']],
      [6, [long.slice(0, 140), 'S-5']],
      [7, []],
    ])
  })

  test('that empties what review needs is told of each field', async () => {
    const who = await someone()
    const { id } = await pendingProduct(testApp, { seller: who })
    const { problems } = await checked(who, `id,title,description,price,category\n${id},Oak chair,,,\n`)
    expect(problems.map(({ field }) => field)).toEqual(['description', 'price', 'category'])
  })
})

describe('a file that is not one of products', () => {
  const refusal = async (body: string | Buffer, name = 'goods.csv') => {
    const response = await ask(`/api/imports?name=${encodeURIComponent(name)}`, {
      as: seller,
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
    })
    return [response.status, response.json?.code]
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

  test('a file that has only a header has no rows', async () => {
    expect(await checked(await someone(), `${header}\n`)).toMatchObject({ status: 'checked', rows: 0, failed: 0 })
  })

  test('a file of more than 64 MiB is refused, whether its length is announced or not, and nothing of it stays', async () => {
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
    const response = await fetch(`${url}/api/imports?name=big.csv`, about as RequestInit)
    expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 'csv-too-large' })])
    const announced = await ask('/api/imports?name=big.csv', {
      as: seller,
      method: 'POST',
      body: new Uint8Array(limits.import.bytesMax + 1),
    })
    expect([announced.status, announced.json?.code]).toEqual([413, 'csv-too-large'])
    expect(await caller(seller).imports.list()).toEqual([])
    expect(await readdir(arrivals(app))).toEqual([])
  })

  test('a file with too many rows is refused', async () => {
    expect(await refusal(`title\n${'ab\n'.repeat(limits.import.rowsMax + 1)}`)).toEqual([413, 'csv-too-large'])
  })
})

describe('stored problems', () => {
  const sentences = ['Use at least 3 characters.', 'The price must be above zero.', 'The stock cannot be below zero.']
  const file = `${header}\nP-1,,,0,-1,,,\nP-2,Lamp\n`
  const forImport = (id: string, problems: string, ofRow: string) => app.sql`
    with rows as (update import_problems set message = 'As it was.', problems = ${app.sql.unsafe(ofRow)} where import_id = ${id})
    update imports set problems = (select jsonb_agg(${app.sql.unsafe(problems)}) from jsonb_array_elements(problems) p) where id = ${id}`

  test('are made from their names and values when they are read', async () => {
    const who = await someone()
    const { id } = await checked(who, file)
    const reads = (await caller(who).imports.get({ id })).problems
    const csv = await report(who, id)
    for (const sentence of sentences)
      expect([reads.map(({ message }) => message).join(), csv]).toEqual(Array(2).fill(expect.stringContaining(sentence)))
    const asItWas = `p || '{"message": "As it was."}'`
    await forImport(id, asItWas, `(select jsonb_agg(${asItWas}) from jsonb_array_elements(problems) p)`)
    expect((await caller(who).imports.get({ id })).problems).toEqual(reads)
    expect(await report(who, id)).toBe(csv)
  })

  test('of a former version, which has no names, say what they said', async () => {
    const who = await someone()
    const { id } = await checked(who, file)
    await forImport(id, `jsonb_build_object('row', p->'row', 'field', p->'field', 'message', 'As it was.')`, 'null')
    const { problems } = await caller(who).imports.get({ id })
    expect(new Set(problems.map(({ message }) => message))).toEqual(new Set(['As it was.']))
    expect(await report(who, id)).toMatch(/\r\n2,"title, price, stock",As it was\.,P-1/)
    // It is run on by this version.
    await caller(who).imports.run({ id })
    await expect.poll(async () => (await caller(who).imports.get({ id })).status, { timeout: 50_000 }).toBe('done')
    expect((await caller(who).imports.get({ id })).problems.map(({ message }) => message)).toEqual(expect.arrayContaining(sentences))
  })

  test('hold what the database cannot store in no sentence', async () => {
    const done = await checked(await someone(), 'sku,title,attributes\nN-1,Lamp,Si\u0000ze=10|Si\u0000ze=11\nN-2,Lamp,\n')
    expect(done).toMatchObject({ status: 'checked', created: 1, failed: 1 })
    expect(done.problems).toEqual([
      { row: 2, field: 'attributes', message: 'Control characters are not allowed here.', about: ['Lamp', 'N-1'] },
    ])
  })

  test('all have names', async () => {
    const nameless = await app.sql`select p from import_problems, jsonb_array_elements(problems) p where p->'named' is null`
    expect(nameless).toEqual([])
    expect(await app.sql`select from import_problems where problems is null`).toEqual([])
  })
})
