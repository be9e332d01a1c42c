import { describe, expect, test } from 'vitest'
import { EditPayload } from '#domain/edit-payload.ts'

describe('a payload', () => {
  const issuesOf = (payload: unknown) =>
    (EditPayload.safeParse(payload).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
  const deep = (depth: number): unknown => (depth === 0 ? 'deep' : [deep(depth - 1)])

  test('of reviewable fields is accepted unchanged', () => {
    const payload = {
      title: 'Ash chair',
      price: 900,
      images: ['products/a/0_a.png'],
      tags: ['ash'],
      attributes: [{ key: 'Height', value: '9' }],
    }
    expect(EditPayload.parse(payload)).toEqual(payload)
  })

  test('keeps keys that mean nothing to Backstall, with any value', () => {
    const payload = JSON.parse(`{"title": "Ash chair", "colour": "red", "nested": {"list": [1, null, true, {"deep": "er"}]}, "🪑": "é",
      "لون": "أحمر", "toString": "mine", "hasOwnProperty": 5, "toJSON": "text", "0": 0.25, "Status": "Approved", "colour": "blue"}`)
    expect(EditPayload.parse(payload)).toEqual(payload)
    expect(payload.colour).toBe('blue')
  })

  test('keeps keys that every object inherits, and they change nothing', () => {
    const payload = JSON.parse(
      '{"constructor": {"prototype": {"role": "admin"}}, "prototype": [1], "valueOf": null, "__defineGetter__": "x"}',
    )
    expect(EditPayload.parse(payload)).toEqual(payload)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  test('keeps 32 levels, and numbers that storage returns exactly', () => {
    const payload = { stock: 5, a: Array.from({ length: 30 }).reduce<unknown>((inner) => [inner], 'deep') }
    expect(EditPayload.parse(payload)).toEqual(payload)
    const numbers = [0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991, 0.1, -0.000001, 123_456.789012345]
    expect(EditPayload.parse({ numbers })).toEqual({ numbers })
  })

  test('is measured in bytes: 65,536 are accepted, one more is not', () => {
    const frame = JSON.stringify({ words: '' }).length
    const words = (bytes: number) => ({ words: 'é'.repeat((bytes - frame) / 2) })
    expect(issuesOf(words(65_536))).toEqual([])
    expect(issuesOf(words(65_538))).toEqual([': This is too large.'])
  })

  test.each([
    ...['id', 'seller_id', 'userId', 'status', 'version', 'rejectionReason', 'created_at', 'createdAt', 'updated_at', 'updatedAt'],
    ...['submittedAt', 'approvedPrice', 'archivedByAdmin', 'editRequestId', 'unfinished', 'sellerName', 'rejection'],
  ])('may not name %s, which only the server sets', (key) => {
    expect(issuesOf({ title: 'Ash chair', colour: 'red', [key]: 'x' })).toEqual([`${key}: Only the server sets this. Leave it out.`])
  })

  test.each([
    [
      'a number that was rounded on its way',
      '{"a": {"b": 12345678901234567890}}',
      ['a.b: Send this number as text; it cannot be stored exactly.'],
    ],
    ['an endless number', '{"a": [1e999]}', ['a.0: Send this number as text; it cannot be stored exactly.']],
    ['a number of hundreds of digits', '{"a": 1e300}', ['a: Send this number as text; it cannot be stored exactly.']],
    ['a number with hundreds of zeros', '{"a": 1e-300}', ['a: Send this number as text; it cannot be stored exactly.']],
    ['a NUL', '{"a": "x\\u0000"}', ['a: Control characters are not allowed here.']],
    ['half a character', '{"a": "\\ud800"}', ['a: Control characters are not allowed here.']],
    ['a key without a name', '{"a": {"": 1}}', ['a: Use keys of 1 to 200 visible characters.']],
    ['an invisible key', '{"\\u200b": 1}', [': Use keys of 1 to 200 visible characters.']],
    ['a key with a NUL', '{"a\\u0000": 1}', [': Use keys of 1 to 200 visible characters.']],
    ['a key that changes the direction of the text beside it', '{"\\u202eecirp": 1}', [': Use keys of 1 to 200 visible characters.']],
    ['a long key', `{"${'k'.repeat(201)}": 1}`, [': Use keys of 1 to 200 visible characters.']],
    ['a level too many', `{"a": ${'['.repeat(32)}${']'.repeat(32)}}`, ['a: This is nested too deeply. Use at most 32 levels.']],
    ['a nested prototype under an unknown key', '{"a": [{"__proto__": {}}]}', ['a.0.__proto__: This key cannot be stored.']],
  ])('with %s is refused', (_, json, issues) => {
    expect(issuesOf(JSON.parse(json))).toEqual(issues)
  })

  test.each([
    ['a BigInt', { a: 5n }, ': This is too large.'],
    ['a date', { a: new Date(0) }, 'a: Use plain JSON here.'],
    ['a map', { a: new Map() }, 'a: Use plain JSON here.'],
    ['undefined', { a: undefined }, 'a: Use plain JSON here.'],
    ['not a number', { a: Number.NaN }, 'a: Send this number as text; it cannot be stored exactly.'],
  ])('with %s, which is no JSON, is refused', (_, payload, issue) => {
    expect(issuesOf(payload)).toEqual([issue])
  })

  test.each([
    ['nothing', null, [': Use an object here.']],
    ['a list', [], [': Use an object here.']],
    ['a text', 'title', [': Use an object here.']],
    ['half a piece', { stock: 0.5 }, ['stock: Use a whole number.']],
    ['a stock below zero', { stock: -1 }, ['stock: The stock cannot be below zero.']],
    ['a megabyte', { description: 'x'.repeat(1_000_000) }, [': This is too large.']],
    ['depth', { attributes: deep(200) }, ['attributes: This is nested too deeply. Use at most 32 levels.']],
    ['a prototype', JSON.parse('{"__proto__": {"role": "admin"}}'), ['__proto__: This key cannot be stored.']],
    ['a prototype inside', { attributes: JSON.parse('[{"__proto__": {}}]') }, ['attributes.0.__proto__: This key cannot be stored.']],
    ['a path of another kind', { images: ['/etc/passwd'] }, ['images.0: This is not the path of an image.']],
    ['a picture twice', { images: ['products/a/0_a.png', 'products/a/0_a.png'] }, ['images: An image is named twice.']],
    ['a free price', { price: 0 }, ['price: The price must be above zero.']],
  ])('with %s is refused by field and sentence', (_, payload, issues) => {
    expect(issuesOf(payload)).toEqual(issues)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})
