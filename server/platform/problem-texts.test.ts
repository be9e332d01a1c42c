import { expect, test } from 'vitest'
import { NewOrder } from '#domain/order.ts'
import { ProductFields } from '#domain/product.ts'
import { setErrorSentences } from '#domain/sentences.ts'
import { problemsIn, refusalWith, textOfIssue } from '#server/imports/row-problems.ts'
import { refusalText, type StoredProblem, sentenceOf } from './problem-texts.ts'

setErrorSentences()

/** The sentence that a name alone gives. */
const again = ({ named }: StoredProblem) => sentenceOf({ message: 'The sentence as it was.', named })

const long = 'x'.repeat(30_000)
const wrongProducts = [
  {
    title: '',
    description: `\u0000${long}`,
    price: 0,
    stock: -1,
    sku: `\u202e${'x'.repeat(500)}`,
    weight: 0.5,
    tags: [''],
    attributes: [{ key: 'a' }],
  },
  { title: `a${'\u0301'.repeat(40)}`, price: 1e15, stock: 1e15, category: 7, tags: Array.from({ length: 900 }, String), weight: 0 },
  {
    title: long,
    tags: 'no list',
    attributes: [
      { key: 'Colour', value: 'Red' },
      { key: 'colour', value: 'Blue' },
    ],
  },
  { attributes: Array.from({ length: 900 }, (_, at) => ({ key: `k${at}`, value: 'v' })) },
]
const line = { product_id: 'lamp', quantity: 1, unitPrice: 1 }
const wrongOrders = [
  {},
  {
    source: '',
    externalId: long,
    buyerName: '\u0007',
    buyerEmail: 'no address',
    currency: 'EURO',
    lines: [],
    total: -1,
    placedAt: 'today',
    paidAt: 5,
  },
  {
    buyerEmail: 'who@nowhere.invalid',
    lines: [
      { ...line, product_id: '?', quantity: 0 },
      { ...line, quantity: 1e9, unitPrice: 0.5 },
    ],
    placedAt: '0000-01-01T00:00:00Z',
  },
  { lines: Array.from({ length: 2_000 }, () => line), shippingAddress: { line1: '', city: 4 }, currency: 5, total: 2 ** 60 },
]

test.each([
  ['products', ProductFields, wrongProducts],
  ['orders', NewOrder, wrongOrders],
] as const)('all that the shape of %s says has a name that gives the same sentence', (_, shape, inputs) => {
  const issues = inputs.flatMap((input) => shape.safeParse(input).error?.issues ?? [])
  expect(issues.length).toBeGreaterThan(15)
  expect(issues.map(textOfIssue).filter((problem) => again(problem) !== problem.message)).toEqual([])
})

test('a sentence with values is made again from its name, in one or several problems of a row', () => {
  const problems = [
    { field: 'stock', ...refusalText('few-left', { stock: 3 }) },
    { field: 'price', ...refusalText('cell-price', { problem: 'zero', of: 'amount' }) },
    { field: 'sku', ...refusalText('cell-whole-number', { field: 'sku' }) },
    { field: null, ...refusalText('row-too-wide', { cells: 1, columns: 2 }) },
    { field: 'total', ...refusalText('order-sum', { items: 1_00, shipping: 5, tax: 0, discount: 0, sum: 1_05, currency: 'EUR' }) },
  ]
  const found = problemsIn(refusalWith(problems))
  expect(found).toEqual(problems)
  expect(found.map(again)).toEqual([
    'Only 3 left in stock.',
    'The amount must be above zero.',
    'Write the SKU as a whole number, such as 5.',
    'This row has 1 cell, the header only 2. Put quotes around a cell that holds the delimiter.',
    'The total has to be €1.05: items €1.00 + shipping €0.05 + tax €0.00 − discount €0.00.',
  ])
})

test('a problem of a former version, or with a name of another one, says what is stored', () => {
  expect(sentenceOf({ message: 'A former wording.' })).toBe('A former wording.')
  expect(sentenceOf({ message: 'A former wording.', named: null })).toBe('A former wording.')
  for (const text of ['a-later-text', 'toString', '__proto__'])
    expect(sentenceOf({ message: 'A later wording.', named: { text, values: {} } })).toBe('A later wording.')
  for (const named of [
    { text: 'order-sum', values: {} },
    { text: 'cell-price', values: { problem: 'of a later version', of: 'price' } },
  ])
    expect(sentenceOf({ message: 'A later wording.', named })).toBe('A later wording.')
  expect(sentenceOf({ message: null, named: null })).toBeNull()
})
