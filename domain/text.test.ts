import { describe, expect, test } from 'vitest'
import { cut, Day, excerpt, foldCase, Id, inNfc, isBlank, line, Moment, prose } from '#domain/text.ts'

const ok = (schema: ReturnType<typeof line>, text: string) => schema.safeParse(text).success

describe('a line', () => {
  const Name = line({ min: 3, max: 5 })

  test('is trimmed and measured in characters as people count them', () => {
    expect(Name.parse('  abc ')).toBe('abc')
    expect(ok(Name, '🪑🪑🪑🪑🪑')).toBe(true)
    expect(ok(Name, '🪑🪑🪑🪑🪑🪑')).toBe(false)
    expect(ok(Name, ' ab ')).toBe(false)
  })

  test.each(['a\u0000bc', 'ab\nc', 'ab\tc', 'ab\u007fc', 'ab\ud800c'])('refuses %j, which databases and screens cannot handle', (text) => {
    expect(ok(Name, text)).toBe(false)
  })

  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'refuses %j, which changes the direction of the text beside it',
    (mark) => {
      const result = line({ max: 20 }).safeParse(`Ann${mark}gro.live`)
      expect(result.error?.issues.map(({ message }) => message)).toEqual([
        'Invisible characters that turn the direction of writing are not allowed here.',
      ])
    },
  )

  test.each(['דנה לוי', 'محمد علی', 'می\u200cخواهم', 'Shop \u200fדנה\u200e 2', '👨‍👩‍👧 family', '🏳️‍🌈'])('accepts %j unchanged', (text) => {
    expect(line({ max: 20 }).parse(text)).toBe(text)
  })

  test.each(['\u200b', '\u2060\u2060\u2060', '\ufeff \u3164', '\u200d\u00ad\u200f', '\u0301\u0300\u0308', '\u2800', ' \u0e31\u200b'])(
    'refuses %j, which is invisible',
    (text) => {
      expect(
        line({ min: 1, max: 20 })
          .safeParse(text)
          .error?.issues.map(({ message }) => message),
      ).toEqual(['This is required.'])
      expect(isBlank(text)).toBe(true)
      expect([line({ max: 20 }).parse(text), prose({ max: 20 }).parse(text)], 'an optional one is empty').toEqual(['', ''])
    },
  )

  test('refuses more marks on one letter than any language has, without the time it takes to normalise them', () => {
    const stacked = `Zal${'\u0301\u0316'.repeat(20_000)}go`
    for (const schema of [line({ max: 100_000 }), prose({ max: 100_000 })])
      expect(schema.safeParse(stacked).error?.issues.map(({ message }) => message)).toEqual(['Use at most 30 accents on one letter.'])
    expect([inNfc(stacked), foldCase(stacked)], 'unchanged').toEqual([stacked, stacked.toLowerCase()])
    expect(line({ max: 100 }).parse('Z\u0301\u0316\u0323algo'), 'as in Vietnamese').toBe('Ź\u0316\u0323algo'.normalize('NFC'))
  })

  test.each(['1️⃣', 'กำ', 'नि', 'é', '❤️', 'A', '〽️'])('keeps %j, which is visible', (text) => {
    expect(line({ min: 1, max: 20 }).parse(text)).toBe(text)
  })

  test('is stored in NFC, so that equal text is equal', () => {
    expect([line({ max: 20 }), prose({ max: 20 })].map((schema) => schema.parse(' Cafe\u0301 '))).toEqual(['Caf\u00e9', 'Caf\u00e9'])
    expect(foldCase('CAFE\u0301')).toBe(foldCase('caf\u00e9'))
  })

  test('an absurdly long one is refused by its length alone', () => {
    expect(ok(line({ max: 10 }), ' '.repeat(41))).toBe(false)
  })
})

describe('prose', () => {
  test('keeps line breaks and tabs, and refuses all other control characters', () => {
    expect(prose({ max: 20 }).parse('one\r\n\ttwo')).toBe('one\r\n\ttwo')
    expect(prose({ max: 20 }).safeParse('one\u0007two').success).toBe(false)
    expect(prose({ max: 20 }).safeParse('one\u0000two').success).toBe(false)
  })

  test('says what is wrong in a sentence', () => {
    expect(prose({ min: 10, max: 20 }).safeParse('short').error?.issues[0]?.message).toBe('Use at least 10 characters.')
    expect(line({ min: 1, max: 20 }).safeParse('').error?.issues[0]?.message).toBe('This is required.')
  })
})

describe('a date', () => {
  test.each(['0000-01-01', '0000-12-31'])('%s is refused, as is every moment of that day', (day) => {
    expect(Day.safeParse(day).error?.issues[0]?.message).toBe('There was no year 0000.')
    expect(Moment.safeParse(`${day}T00:00:00Z`).error?.issues[0]?.message).toBe('There was no year 0000.')
  })

  test.each(['0001-01-01', '2024-02-29', '9999-12-31'])('%s is accepted', (day) => {
    expect(Day.parse(day)).toBe(day)
    expect(Moment.safeParse(`${day}T00:00:00Z`).success).toBe(true)
  })

  test('that does not exist in the calendar is refused with an example', () => {
    expect(Day.safeParse('2026-02-30').error?.issues[0]?.message).toBe('Use a date such as 2026-01-31.')
  })
})

describe('an id', () => {
  test.each(['0193b3c0-5a6e-7c1f-8a2b-3c4d5e6f7a8b', 'Zx81_legacy:42', 'a.b~c'])('%s is accepted, our own or imported', (id) => {
    expect(Id.safeParse(id).success).toBe(true)
  })
  test.each(['', '../x', "1' or 1=1", 'a/b', 'a b', 'é', 'x'.repeat(129)])('%j is refused', (id) => {
    expect(Id.safeParse(id).success).toBe(false)
  })
})

describe('a notification of a chat message (spec §5)', () => {
  test('is cut at 50 characters with an ellipsis, only if it was cut', () => {
    expect(cut('a'.repeat(50))).toBe('a'.repeat(50))
    expect(cut('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`)
  })
  test('never splits a grapheme', () => {
    expect(cut('👨‍👩‍👧'.repeat(51))).toBe(`${'👨‍👩‍👧'.repeat(50)}…`)
  })
})

describe('the excerpt of a message that a search found', () => {
  test.each([
    ['Is the lamp here?', 'LAMP', { before: 'Is the ', match: 'lamp', after: ' here?' }],
    ['Do you have the lamp?', 'lamp', { before: '…ave the ', match: 'lamp', after: '?' }],
    ['İİİ walnut İ', 'Walnut', { before: 'İİİ ', match: 'walnut', after: ' İ' }],
    [`${'👨‍👩‍👧'.repeat(9)}now`, 'now', { before: `…${'👨‍👩‍👧'.repeat(8)}`, match: 'now', after: '' }],
    ['50% off (all)?', '% off (all)?', { before: '50', match: '% off (all)?', after: '' }],
    ['Nothing of it', 'lamp', null],
  ])('of %j for %j', (text, search, found) => expect(excerpt(text, search)).toEqual(found))
  test('ends after 200 graphemes', () => expect(excerpt(`lamp${'👍🏽'.repeat(201)}`, 'lamp')?.after).toBe(`${'👍🏽'.repeat(200)}…`))
})
