import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { currencySign, decimalsOf, formatPrice, priceText } from '#domain/money.ts'
import { parsePrice } from '#domain/parse-price.ts'

const euros = (typed: string) => parsePrice(typed, 'EUR')

describe('a price as people type it (product §1: minor units on the wire, major on screens)', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    ['0.01', 1],
    [',99', 99],
    ['12.', 1200],
    ['1.234,56', 123456],
    ['1,234.56', 123456],
    ['1 234,56', 123456],
    ["1'234.56", 123456],
    ['1,234,567', 123456700],
    ['1.234.567,8', 123456780],
    ['0012.30', 1230],
    ['999999999.99', 99_999_999_999],
  ])('%s euros are %d cents', (typed, minor) => expect(euros(typed)).toEqual({ minor }))

  it('never goes through floating point', () => {
    expect(euros('0.29')).toEqual({ minor: 29 })
    expect(euros('1.15')).toEqual({ minor: 115 })
    expect(euros('8.2')).toEqual({ minor: 820 })
  })

  it('leaves an empty price empty', () => expect(euros('  ')).toEqual({ minor: null }))

  it.each([
    ['1,234', 'ambiguous'],
    ['1.999', 'ambiguous'],
    ['12.345,678', 'too-many-decimals'],
    ['0.999', 'too-many-decimals'],
    ['12.3456', 'too-many-decimals'],
    ['-5', 'zero'],
    ['− 5', 'zero'],
    ['-', 'not-a-price'],
    ['-5 apples', 'not-a-price'],
    ['1e3', 'not-a-price'],
    ['€5', 'not-a-price'],
    ['1.2.3', 'not-a-price'],
    ['1,23,456', 'not-a-price'],
    ['1.234,567,8', 'not-a-price'],
    ['0', 'zero'],
    ['0,00', 'zero'],
    ['1000000000', 'too-high'],
    ['99999999999999999999', 'too-high'],
  ])('%s is asked back as %s', (typed, problem) => expect(euros(typed)).toEqual({ problem }))

  it('follows the decimals of the currency', () => {
    expect([decimalsOf('EUR'), decimalsOf('JPY'), decimalsOf('KWD')]).toEqual([2, 0, 3])
    expect(parsePrice('1,234', 'JPY')).toEqual({ minor: 1234 })
    expect(parsePrice('12.50', 'JPY')).toEqual({ problem: 'too-many-decimals' })
    expect(parsePrice('1.234', 'KWD')).toEqual({ minor: 1234 })
    expect(priceText(5, 'KWD')).toBe('0.005')
    expect(priceText(5, 'JPY')).toBe('5')
  })

  it('reads back every price it shows', () => {
    const prices = fc.integer({ min: 1, max: limits.product.priceMax })
    fc.assert(
      fc.property(prices, fc.constantFrom('EUR', 'JPY', 'KWD'), (minor, currency) => {
        expect(parsePrice(priceText(minor, currency), currency)).toEqual({ minor })
        expect(priceText(minor, currency).replace(/\D/g, '').replace(/^0+/, '')).toBe(String(minor))
      }),
    )
  })

  it('shows negative amounts, such as a discount of seven cents', () => {
    expect([-7, -10, -123_456].map((minor) => priceText(minor, 'EUR'))).toEqual(['-0.07', '-0.10', '-1234.56'])
    expect(formatPrice(-7, 'EUR')).toBe('-€0.07')
    expect(formatPrice(-7, 'JPY')).toBe('-¥7')
  })

  it('shows every digit of a large amount', () => {
    expect(formatPrice(99_999_999_999, 'EUR')).toBe('€999,999,999.99')
    expect(formatPrice(1234, 'JPY')).toBe('¥1,234')
  })
})

it.each([
  ['EUR', '€'],
  ['USD', '$'],
  ['CHF', 'CHF'],
])('the sign of %s in a field is %s', (currency, sign) => {
  expect(currencySign(currency)).toBe(sign)
})
