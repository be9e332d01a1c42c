import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributesText, csvLine, escapeFormula, readAttributes, readTags, tagsText, unescapeFormula } from '#domain/csv.ts'

describe('a cell that a spreadsheet could take for a formula', () => {
  test.each(['=1+1', '+49 1', '-5', '-12.50', '-5+1', '@SUM(A1)', '\tx', '\rx', '＝1', "'=1"])('%j is guarded by an apostrophe', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
    expect(unescapeFormula(escapeFormula(text))).toBe(text)
  })

  test.each(['chair', "'s Gravenhage", "'", '', '5 = five', "don't"])('%j is left alone', (text) => {
    expect([escapeFormula(text), unescapeFormula(text)]).toEqual([text, text])
  })

  test('guarding and unguarding returns any text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '=', '-', '+', 'a', ' ') }),
        (text) => unescapeFormula(escapeFormula(text)) === text,
      ),
    )
  })
})

test('a line quotes the cells that need it and ends as RFC 4180 demands', () => {
  expect(csvLine(['-5', { number: '-12.50' }])).toBe("'-5,-12.50\r\n")
  expect(csvLine(['a', 'b,c', 'say "so"', 'two\nlines', '=1', '', ' edge'])).toBe('a,"b,c","say ""so""","two\nlines",\'=1,," edge"\r\n')
})

describe('lists in one cell', () => {
  test('are separated by a bar; empty ones are left out', () => {
    expect(readTags('oak|new||')).toEqual(['oak', 'new'])
    expect(readTags('')).toEqual([])
    expect(readTags('C:\\temp|a\\')).toEqual(['C:\\temp', 'a\\'])
    expect(readAttributes('Size=10|Colour=red|Formula=a=b')).toEqual([
      { key: 'Size', value: '10' },
      { key: 'Colour', value: 'red' },
      { key: 'Formula', value: 'a=b' },
    ])
    expect(readAttributes('Size')).toBeNull()
  })

  const text = fc.string({ unit: fc.constantFrom('|', '\\', '=', 'a', 'é', '\n'), minLength: 1 }).filter((part) => part.trim() !== '')
  test('are read back as they were written, special characters included', () => {
    fc.assert(
      fc.property(fc.array(text), (tags) => {
        expect(readTags(tagsText(tags))).toEqual(tags)
      }),
    )
    const attributes = fc.array(fc.record({ key: text, value: text }))
    fc.assert(
      fc.property(attributes, (list) => {
        expect(readAttributes(attributesText(list))).toEqual(list)
      }),
    )
  })
})
