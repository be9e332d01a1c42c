import { describe, expect, test } from 'vitest'
import { EditPayload } from '#domain/edit-payload.ts'

describe('a payload', () => {
  const issuesOf = (payload: unknown) =>
    (EditPayload.safeParse(payload).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
  const deep = (depth: number): unknown => (depth === 0 ? 'deep' : [deep(depth - 1)])

  test('of reviewable fields is taken as it is', () => {
    const payload = {
      title: 'Ash chair',
      price: 900,
      images: ['products/a/0_a.png'],
      tags: ['ash'],
      attributes: [{ key: 'Height', value: '9' }],
    }
    expect(EditPayload.parse(payload)).toEqual(payload)
  })

  test.each([
    ['nothing', null, [': Use an object here.']],
    ['a list', [], [': Use an object here.']],
    ['a text', 'title', [': Use an object here.']],
    ['an unknown field', { colour: 'red' }, ['colour: A product has no such field.']],
    ['what is not for sellers', { status: 'approved' }, ['status: A product has no such field.']],
    ['the stock', { stock: 5 }, ['stock: This applies at once. Change it on the product itself.']],
    ['a megabyte', { description: 'x'.repeat(1_000_000) }, [': This is too large.']],
    ['depth', { attributes: deep(200) }, ['attributes: This is nested too deep.']],
    ['a prototype', JSON.parse('{"__proto__": {"role": "admin"}}'), ['__proto__: There is no such field.']],
    ['a prototype inside', { attributes: JSON.parse('[{"__proto__": {}}]') }, ['attributes.0.__proto__: There is no such field.']],
    ['a constructor', { constructor: { prototype: {} } }, ['constructor: There is no such field.']],
    ['a path of another kind', { images: ['/etc/passwd'] }, ['images.0: This is not the path of a picture.']],
    ['a picture twice', { images: ['products/a/0_a.png', 'products/a/0_a.png'] }, ['images: A picture is named twice.']],
    ['a free price', { price: 0 }, ['price: The price must be above zero.']],
  ])('with %s is refused by field and sentence', (_, payload, issues) => {
    expect(issuesOf(payload)).toEqual(issues)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})
