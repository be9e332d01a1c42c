// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { emptyFields } from '#domain/product.ts'
import {
  changeOf,
  differences,
  emptyValues,
  type FormValues,
  problemsBeforeReview,
  readValues,
  rebase,
  valuesOf,
} from '#web/products/form/product-form.ts'

const typed: FormValues = {
  ...emptyValues,
  title: '  Blue teapot ',
  description: 'Thrown by hand.',
  price: '49,90',
  stock: '3',
  sku: ' ',
  category: 'Home',
  tags: ['tea'],
  attributes: [
    { key: 'Material', value: 'Stoneware' },
    { key: '', value: '' },
  ],
}
const fields = {
  ...emptyFields,
  title: 'Blue teapot',
  description: 'Thrown by hand.',
  price: 4990,
  stock: 3,
  category: 'Home',
  tags: ['tea'],
  attributes: [{ key: 'Material', value: 'Stoneware' }],
}

describe('the product form', () => {
  it('reads the typed values as input of the call, and shows them again unchanged', () => {
    expect(readValues(typed, 'EUR')).toEqual({ fields })
    expect(valuesOf(fields, 'EUR')).toEqual({
      ...typed,
      title: 'Blue teapot',
      price: '49.90',
      sku: '',
      attributes: [{ key: 'Material', value: 'Stoneware' }],
    })
  })

  it('needs only a title for a draft', () => {
    expect(readValues({ ...emptyValues, title: 'Half a thought' }, 'EUR')).toMatchObject({
      fields: { title: 'Half a thought', price: null, stock: null },
    })
    expect(readValues(emptyValues, 'EUR')).toEqual({ problems: { title: 'Use at least 3 characters.' } })
  })

  it('reads a weight in grams, which may be left out, and says what is wrong with another', () => {
    const read = (weight: string) => readValues({ ...typed, weight }, 'EUR')
    expect(read(' 450 ')).toEqual({ fields: { ...fields, weight: 450 } })
    expect(read('')).toEqual({ fields: { ...fields, weight: null } })
    expect(read('1000000')).toMatchObject({ fields: { weight: 1_000_000 } })
    expect(read('0')).toEqual({ problems: { weight: 'The weight must be above zero.' } })
    for (const high of ['1000001', '9'.repeat(40)]) expect(read(high)).toEqual({ problems: { weight: 'This weight is too high.' } })
    for (const other of ['1.5', '-1', 'heavy'])
      expect(read(other)).toEqual({ problems: { weight: 'Write the weight as a whole number, such as 5.' } })
  })

  it('reports a second attribute of one name, at its row', () => {
    const attributes = ['Colour', '', 'colour'].map((key) => ({ key, value: key && 'red' }))
    expect(readValues({ ...typed, attributes }, 'EUR')).toEqual({
      problems: { 'attributes.2.key': 'Another attribute is already named “colour”.' },
    })
  })

  it('reports all wrong fields at once', () => {
    const wrong = { ...typed, title: 'ab', price: '1,234', stock: '1.5', sku: 'x'.repeat(65), attributes: [{ key: 'Colour', value: '' }] }
    const read = readValues(wrong, 'EUR')
    expect(Object.keys('problems' in read ? read.problems : {}).sort()).toEqual(['attributes.0.value', 'price', 'sku', 'stock', 'title'])
  })

  it('reports before review what is missing, pictures included', () => {
    expect(Object.keys(problemsBeforeReview(emptyValues, 0)).sort()).toEqual([
      'category',
      'description',
      'images',
      'price',
      'stock',
      'title',
    ])
    expect(problemsBeforeReview(typed, 1)).toEqual({})
  })

  it('sends only changed fields', () => {
    expect(changeOf(fields, { ...fields, stock: 4, tags: ['tea', 'pot'] })).toEqual({ stock: 4, tags: ['tea', 'pot'] })
    expect(changeOf(fields, { ...fields })).toEqual({})
    expect(differences(typed, { ...typed, attributes: [] })).toEqual(['attributes'])
  })

  it('rebases typed values on a fresher product, and names the fields that both changed', () => {
    const before = { ...emptyValues, title: 'Teapot', price: '10.00', stock: '5' }
    const here = { ...before, title: 'Blue teapot', stock: '4' }
    const elsewhere = { ...before, title: 'Green teapot', price: '12.00' }
    expect(rebase(before, elsewhere, here)).toEqual({
      values: { ...elsewhere, title: 'Blue teapot', stock: '4' },
      clashes: ['title'],
    })
    expect(rebase(before, elsewhere, before)).toEqual({ values: elsewhere, clashes: [] })
    expect(rebase(before, elsewhere, { ...before, title: 'Green teapot' }).clashes).toEqual([])
  })
})
