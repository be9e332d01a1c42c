import { limits } from '#domain/limits.ts'
import { decimalsOf } from '#domain/money.ts'

/** What can be wrong with a price, with the sentence for the person who typed it. */
export const priceProblems = {
  'not-a-price': 'Write the price as a number, such as 12.50.',
  'too-many-decimals': 'This price has more decimals than the currency.',
  ambiguous: 'Is this thousands or decimals? Write it without a thousands separator, such as 1234 or 1.23.',
  zero: 'The price must be above zero.',
  'too-high': 'This price is too high.',
} as const
export type PriceProblem = keyof typeof priceProblems
export type ParsedPrice = { minor: number | null } | { problem: PriceProblem }

/**
 * Parses a price in major units, with comma or point, into exact minor units; empty text is null. One separator before three digits could
 * mean thousands or decimals: it is a problem rather than a guess (a factor of a thousand). `max` is the highest price allowed, in minor
 * units.
 */
export function parsePrice(typed: string, currency: string, max: number = limits.product.priceMax): ParsedPrice {
  const text = typed.replace(/[\s\u00a0\u202f'’]/g, '')
  if (text === '') return { minor: null }
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return { problem: /^[-−]\d[\d.,]*$/.test(text) ? 'zero' : 'not-a-price' }
  const decimals = decimalsOf(currency)
  const parts = splitNumber(text, decimals)
  if ('problem' in parts) return parts
  return toMinor(parts.whole, parts.fraction, { decimals, max })
}

function toMinor(whole: string, fraction: string, { decimals, max }: { decimals: number; max: number }): ParsedPrice {
  if (fraction.length > decimals) return { problem: 'too-many-decimals' }
  const digits = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
  if (BigInt(digits) > BigInt(max)) return { problem: 'too-high' }
  const minor = Number(digits)
  if (minor === 0) return { problem: 'zero' }
  return { minor }
}

type Parts = { whole: string; fraction: string } | { problem: PriceProblem }

/** Separates grouping from decimals: the last kind of separator is the decimal one, unless it can only be grouping. */
function splitNumber(text: string, decimals: number): Parts {
  const separators = text.replace(/\d/g, '')
  const kinds = new Set(separators)
  if (kinds.size === 0) return { whole: text, fraction: '' }
  if (kinds.size === 1 && separators.length > 1) return grouped(text, separators.charAt(0), '')
  const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  const fraction = text.slice(at + 1)
  if (kinds.size === 2) {
    const other = text.charAt(at) === ',' ? '.' : ','
    const whole = text.slice(0, at)
    if (whole.includes(text.charAt(at))) return { problem: 'not-a-price' }
    return grouped(whole, other, fraction)
  }
  return oneSeparator(text.slice(0, at), fraction, decimals)
}

function oneSeparator(before: string, after: string, decimals: number): Parts {
  const couldBeGrouping = after.length === 3 && /^[1-9]\d{0,2}$/.test(before)
  if (couldBeGrouping && decimals === 0) return { whole: before + after, fraction: '' }
  if (couldBeGrouping && decimals !== 3) return { problem: 'ambiguous' }
  return { whole: before || '0', fraction: after }
}

function grouped(text: string, separator: string, fraction: string): Parts {
  const [first = '', ...rest] = text.split(separator)
  const fits = /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
  return fits ? { whole: [first, ...rest].join(''), fraction } : { problem: 'not-a-price' }
}
