// @vitest-environment node
import { expect, it } from 'vitest'
import { priceForAll } from '#web/products/list/price-for-all.ts'

it.each([
  ['12.50', 1_990, { minor: 1_250 }],
  ['12,50', null, { minor: 1_250 }],
  ['+10%', 1_990, { minor: 2_189 }],
  ['-5 %', 1_990, { minor: 1_891 }],
  ['−7,5%', 1_000, { minor: 925 }],
  ['+ 0.25 %', 999, { minor: 1_001 }],
  ['+10%', null, { minor: null }],
  ['-100%', 1_990, { problem: 'zero' }],
  ['+9999%', 99_999_999_999, { problem: 'too-high' }],
  ['10%', 1_990, { problem: 'not-a-price' }],
  ['+10', 1_990, { problem: 'not-a-price' }],
  ['many', 1_990, { problem: 'not-a-price' }],
  ['', 1_990, { minor: null }],
])('people who type “%s” for all prices change one of %s minor units to %o', (typed, price, expected) => {
  expect(priceForAll(typed, price, 'EUR')).toEqual(expected)
})
