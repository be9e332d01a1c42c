import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type By, isProgram } from '#domain/by.ts'
import { NewOrder } from '#domain/order.ts'
import {
  type LineMove,
  lineMoves,
  lineStatuses,
  type PaymentMove,
  paymentMoves,
  paymentStatuses,
  splitDiscount,
  totalsOf,
  whyNotLine,
  whyNotPayment,
} from '#domain/order-rules.ts'
import { people } from '#domain/testing/people.ts'

const actors: Record<string, By> = { ...people, program: { kind: 'key', id: 'key', name: 'Shop' } }

test('each actor may make exactly these moves of a line, from these statuses', () => {
  const rows = (Object.keys(lineMoves) as LineMove[]).flatMap((name) =>
    Object.entries(actors).map(([who, by]) => {
      const from = lineStatuses.filter((status) => !whyNotLine(by, name, { status, seller_id: 'owner' }))
      return `${name} by ${who}: ${from.length > 0 ? `${from.join(', ')} → ${lineMoves[name].to}` : 'never'}`
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "ship by owner: open → shipped",
      "ship by rival: never",
      "ship by suspended owner: never",
      "ship by admin: open → shipped",
      "ship by suspended admin: never",
      "ship by program: open → shipped",
      "correct by owner: shipped → shipped",
      "correct by rival: never",
      "correct by suspended owner: never",
      "correct by admin: shipped → shipped",
      "correct by suspended admin: never",
      "correct by program: never",
      "deliver by owner: shipped → delivered",
      "deliver by rival: never",
      "deliver by suspended owner: never",
      "deliver by admin: shipped → delivered",
      "deliver by suspended admin: never",
      "deliver by program: shipped → delivered",
      "cancel by owner: never",
      "cancel by rival: never",
      "cancel by suspended owner: never",
      "cancel by admin: open → cancelled",
      "cancel by suspended admin: never",
      "cancel by program: open → cancelled",
    ]
  `)
})

test('each actor may make exactly these moves of a payment, from these statuses', () => {
  const rows = (Object.keys(paymentMoves) as PaymentMove[]).flatMap((name) =>
    Object.entries(actors).map(([who, by]) => {
      const from = paymentStatuses.filter((status) => !whyNotPayment(by, name, status))
      return `${name} by ${who}: ${from.length > 0 ? from.join(', ') : 'never'}`
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "pay by owner: never",
      "pay by rival: never",
      "pay by suspended owner: never",
      "pay by admin: unpaid",
      "pay by suspended admin: never",
      "pay by program: unpaid",
      "refund by owner: never",
      "refund by rival: never",
      "refund by suspended owner: never",
      "refund by admin: paid, partly_refunded",
      "refund by suspended admin: never",
      "refund by program: paid, partly_refunded",
    ]
  `)
})

test('a line goes open, shipped, delivered or open, cancelled, whatever people try in any order', () => {
  const step = fc.record({
    name: fc.constantFrom(...(Object.keys(lineMoves) as LineMove[])),
    by: fc.constantFrom(...Object.values(actors)),
  })
  const walks = [['open'], ['open', 'shipped'], ['open', 'shipped', 'delivered'], ['open', 'cancelled']]
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const walk: (typeof lineStatuses)[number][] = ['open']
      for (const { name, by } of steps) {
        const status = walk.at(-1) ?? 'open'
        if (whyNotLine(by, name, { status, seller_id: 'owner' })) continue
        expect(isProgram(by) || by.status === 'active').toBe(true)
        if (lineMoves[name].to !== status) walk.push(lineMoves[name].to)
      }
      expect(walks).toContainEqual(walk)
    }),
  )
})

const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const line = fc.record({ unitPrice: amount, quantity: fc.integer({ min: 1, max: 1_000_000 }) })

test('a total is exact or refused, never rounded and never negative', () => {
  const order = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 20 }), shipping: amount, tax: amount, discount: amount })
  fc.assert(
    fc.property(order, (amounts) => {
      const items = amounts.lines.reduce((sum, { unitPrice, quantity }) => sum + BigInt(unitPrice) * BigInt(quantity), 0n)
      const total = items + BigInt(amounts.shipping) + BigInt(amounts.tax) - BigInt(amounts.discount)
      const result = totalsOf(amounts)
      if ('problem' in result) return items > Number.MAX_SAFE_INTEGER || total > Number.MAX_SAFE_INTEGER || BigInt(amounts.discount) > items
      return BigInt(result.items) === items && BigInt(result.total) === total && result.total >= 0
    }),
  )
})

test('the shares of a discount add up exactly, and no line is discounted below zero', () => {
  const small = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 })
  const large = fc.array(fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 40) }), { minLength: 1, maxLength: 40 })
  const discounted = fc.oneof(small, large).chain((amounts) => {
    const sum = amounts.reduce((left, one) => left + one, 0)
    return fc.record({ amounts: fc.constant(amounts), discount: fc.integer({ min: 0, max: sum }) })
  })
  fc.assert(
    fc.property(discounted, ({ amounts, discount }) => {
      const shares = splitDiscount(discount, amounts)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discount)
      for (const [at, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(amounts[at] ?? 0)
      }
      const sum = amounts.reduce((left, one) => left + BigInt(one), 0n)
      // Each share is less than one minor unit away from the exact one.
      for (const [at, share] of shares.entries()) {
        const away = BigInt(share) * sum - BigInt(discount) * BigInt(amounts[at] ?? 0)
        expect(sum === 0n || (away < sum && away > -sum)).toBe(true)
      }
    }),
  )
})

test('a discount of 1.00 on three equal lines is 0.34, 0.33 and 0.33', () => {
  expect(splitDiscount(100, [1_000, 1_000, 1_000])).toEqual([34, 33, 33])
  expect(splitDiscount(0, [0, 0])).toEqual([0, 0])
  expect(splitDiscount(5, [5, 0])).toEqual([5, 0])
})

const whole = {
  source: 'shop',
  buyerName: 'Bianca',
  buyerEmail: 'bianca@example.com',
  currency: 'EUR',
  lines: [{ product_id: 'lamp', quantity: 1, unitPrice: 1_000 }],
  total: 1_000,
}
const sold = (over: object) => ({ lines: [{ ...whole.lines[0], ...over }] })

test.each<[string, object, string]>([
  ['a negative price', sold({ unitPrice: -1 }), 'lines.0.unitPrice'],
  ['a fractional price', sold({ unitPrice: 9.99 }), 'lines.0.unitPrice'],
  ['a price beyond exact numbers', sold({ unitPrice: 2 ** 53 }), 'lines.0.unitPrice'],
  ['no piece', sold({ quantity: 0 }), 'lines.0.quantity'],
  ['half a piece', sold({ quantity: 0.5 }), 'lines.0.quantity'],
  ['no line', { lines: [] }, 'lines'],
  ['a negative tax', { tax: -1 }, 'tax'],
  ['a negative discount', { discount: -1 }, 'discount'],
  ['a fractional shipping', { shipping: 0.1 }, 'shipping'],
  ['an infinite total', { total: Number.POSITIVE_INFINITY }, 'total'],
  ['a buyer without an address', { buyerEmail: 'bianca' }, 'buyerEmail'],
])('%s is refused with its field', (_, over, field) => {
  expect(NewOrder.safeParse(whole).success).toBe(true)
  expect(NewOrder.safeParse({ ...whole, ...over }).error?.issues.map(({ path }) => path.join('.'))).toContain(field)
})
