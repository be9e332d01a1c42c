import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, unescapeFormula } from '#domain/csv.ts'
import { errors } from '#domain/errors.ts'
import { type CsvRow, readCsv } from '#server/imports/read-csv.ts'
import { limits } from '#server/platform/limits/limits.ts'

const known = ['sku', 'title', 'price']
const fits = (header: readonly string[]) => header.filter((name) => known.includes(name)).length

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rowsOf(content: string | Buffer, size = 64 * 1024): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const some of readCsv(inPieces(Buffer.from(content), size), fits)) rows.push(...some)
  return rows
}
const cellsOf = async (content: string | Buffer) => (await rowsOf(content)).map(({ cells }) => cells)
const readRows = async (content: string | Buffer) => (await rowsOf(content)).map(({ row, cells, problem }) => [row, problem, cells[0]])

describe('a CSV file as programs write it', () => {
  test.each([
    ['commas', 'sku,title\nA,Chair\n'],
    ['semicolons', 'sku;title\nA;Chair\n'],
    ['tabs', 'sku\ttitle\nA\tChair\n'],
    ['line breaks of Windows', 'sku,title\r\nA,Chair\r\n'],
    ['line breaks of old Macs', 'sku,title\rA,Chair\r'],
    ['no line break at the end', 'sku,title\nA,Chair'],
    ['a byte order mark', '\ufeffsku,title\nA,Chair\n'],
    ['a line that names the delimiter', 'sep=;\r\nsku;title\r\nA;Chair\r\n'],
    ['everything in quotes', '"sku";"title"\n"A";"Chair"\n'],
    ['empty lines', '\n\nsku,title\n\nA,Chair\n,\n\n'],
  ])('with %s is read', async (_, text) => {
    expect(await cellsOf(text)).toEqual([
      ['sku', 'title'],
      ['A', 'Chair'],
    ])
  })

  test('may hold delimiters, quotes and line breaks in quotes', async () => {
    expect(await cellsOf('sku,title\nA,"Chair, ""oak""\r\nor ash" \nB,5" nail\n')).toEqual([
      ['sku', 'title'],
      ['A', 'Chair, "oak"\r\nor ash'],
      ['B', '5" nail'],
    ])
  })

  test('is read the same whatever the size of its chunks', async () => {
    const text = '\ufeff"sku";title\r\nA;"é, ""x""\r\ny"\r\n\r\nB;"broken" x\nC;ü\r\n'
    const whole = await rowsOf(text)
    expect(whole.map(({ row }) => row)).toEqual([1, 2, 4, 5])
    for (let size = 1; size < 30; size++) expect(await rowsOf(text, size)).toEqual(whole)
  })

  test('returns the cells that our own exports wrote', async () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', "'", '=', 'a', ' ', 'é', '€') })
    const row = fc.tuple(cell, cell, fc.constant('1'))
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const text = csvLine(known) + rows.map(csvLine).join('')
        expect((await rowsOf(text, size)).slice(1).map(({ cells }) => cells.map(unescapeFormula))).toEqual(rows)
      }),
    )
  })
})

describe('one bad row', () => {
  test('with an unclosed quote does not swallow good ones', async () => {
    expect(await readRows('sku,title\nA,Ant\nB,"Bee\nC,"Cat"\nD,Dog\n')).toEqual([
      [1, null, 'sku'],
      [2, null, 'A'],
      [3, 'quotes', 'B,"Bee'],
      [4, null, 'C'],
      [5, null, 'D'],
    ])
    expect((await readRows('sku,title\nA,"Ant\nB,Bee\n')).slice(1)).toEqual([
      [2, 'quotes', 'A,"Ant'],
      [3, null, 'B'],
    ])
  })

  test('with a broken text of several lines makes no rows of its parts', async () => {
    const text = 'sku,title,price\nA,"An ant\nand "another"\none",1\nB,Bee,2\n'
    expect((await readRows(text)).slice(1)).toEqual([
      [2, 'quotes', 'A,"An ant'],
      [3, 'quotes', 'and "another"'],
      [4, 'quotes', 'one"'],
      [5, null, 'B'],
    ])
  })

  test('with bytes that are not UTF-8 is reported, and the others are read', async () => {
    const text = Buffer.concat([Buffer.from('sku,title\nA,é\nB,caf'), Buffer.from([0xe9]), Buffer.from('\nC,\ufffd\n')])
    expect((await readRows(text)).slice(1)).toEqual([
      [2, null, 'A'],
      [3, 'encoding', 'B'],
      [4, null, 'C'],
    ])
  })

  test('that never ends is reported once, in quotes or not', async () => {
    const long = 'x'.repeat(3 * limits.import.rowBytesMax)
    expect((await readRows(`sku,title\nA,${long}\nB,Bee\n`)).slice(1)).toEqual([
      [2, 'quotes', ''],
      [3, null, 'B'],
    ])
    expect((await readRows(`sku,title\nA,"${long}"\nB,Bee\n`)).slice(1)).toEqual([
      [2, 'quotes', ''],
      [3, null, 'B'],
    ])
    expect((await readRows(`sku,title\nA,"${long}\nB,"Bee"\n${'C,Cow\n'.repeat(3)}`)).map(([row]) => row)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('with far too many cells is reported once, and the others are read', async () => {
    const wide = ','.repeat(limits.import.columnsMax)
    expect((await readRows(`sku,title\nA,Ant${wide}\nB,Bee\n`)).slice(1)).toEqual([
      [2, 'quotes', `A,Ant${wide}`],
      [3, null, 'B'],
    ])
  })
})

test('a file of very many rows is read a few at a time, even after quotes that are never closed, so that other work gets its turn', async () => {
  const { rowsAtOnce } = limits.import
  let turns = 0
  const turning = setInterval(() => turns++)
  const sizes: number[] = []
  for await (const some of readCsv(inPieces(Buffer.from(`sku,title\n"${'a\n'.repeat(20 * rowsAtOnce)}`), 2 ** 20), fits))
    sizes.push(some.length)
  clearInterval(turning)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(rowsAtOnce)
  expect(sizes.length).toBeGreaterThanOrEqual(20)
  expect(turns).toBeGreaterThan(0)
})

describe('a file that is not CSV', () => {
  test.each([
    ['a line without an end', 'x'.repeat(2 * limits.import.rowBytesMax), 'csv-broken'],
    ['a header of far too many columns', `sku,title${',a'.repeat(limits.import.columnsMax)}\n`, 'csv-broken'],
    ['a header with broken quotes', '"sku" x,title\n', 'csv-broken'],
    ['a header with broken quotes below an empty line, at the very end', ',,\n"sku" x,title', 'csv-broken'],
    ['UTF-16', Buffer.from('\ufeffsku,title\nA,Chair\n', 'utf16le'), 'csv-encoding'],
    ['UTF-16 without its mark', Buffer.from('sku,title\nA,Chair\n', 'utf16le'), 'csv-encoding'],
    ['a header that is no UTF-8', Buffer.from('sku,titre,catégorie\n', 'latin1'), 'csv-encoding'],
    ['a PNG picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'csv-encoding'],
  ] as const)('%s is refused', async (_, content, code) => {
    await expect(rowsOf(content)).rejects.toMatchObject({ code, message: errors[code].message })
  })

  test.each([
    ['nothing', ''],
    ['nothing but empty lines', '\n \n'],
    ['nothing but empty cells', ',,\n'],
  ])('%s is called empty', async (_, content) => {
    await expect(rowsOf(content)).rejects.toMatchObject({ code: 'csv-broken', message: 'This file is empty.' })
  })
})
