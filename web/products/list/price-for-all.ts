import { limits } from '#domain/limits.ts'
import { type ParsedPrice, parsePrice } from '#domain/parse-price.ts'

/** A change in percent, such as "+10%", "−7,5 %" or "-5 %". */
const share = /^([+−-])\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*%$/

/**
 * What a text for all prices makes of one price in minor units: the same amount for each, or a change in percent, rounded to a minor unit. A
 * product without a price has none to change.
 */
export function priceForAll(typed: string, price: number | null, currency: string): ParsedPrice {
  const [, sign, percent = ''] = share.exec(typed.trim()) ?? []
  if (sign === undefined) return parsePrice(typed, currency)
  if (price === null) return { minor: null }
  const change = Number(percent.replace(',', '.'))
  const minor = Math.round((price * (100 + (sign === '+' ? change : -change))) / 100)
  if (minor <= 0) return { problem: 'zero' }
  return minor > limits.product.priceMax ? { problem: 'too-high' } : { minor }
}
