import { type By, isProgram } from '#domain/by.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type Move, whyNot } from '#domain/moves.ts'

/* The tables and rules of orders, separate from their shapes: a screen that disables a button by them need not load the schema library. */

export const paymentStatuses = ['unpaid', 'paid', 'partly_refunded', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const lineStatuses = ['open', 'shipped', 'delivered', 'cancelled'] as const
export type LineStatus = (typeof lineStatuses)[number]

/** A move of orders: which people may make it, and whether a program with an API key may. */
export type OrderMove<Status extends string> = Move<Status> & { byKey: boolean }

/** The moves of a line, listed in a snapshot test (product §5). Its owner is the seller it was sold for. `correct` replaces carrier and tracking. */
export const lineMoves = {
  ship: { from: ['open'], to: 'shipped', by: ['owner', 'admin'], byKey: true },
  correct: { from: ['shipped'], to: 'shipped', by: ['owner', 'admin'], byKey: false },
  deliver: { from: ['shipped'], to: 'delivered', by: ['owner', 'admin'], byKey: true },
  cancel: { from: ['open'], to: 'cancelled', by: ['admin'], byKey: true },
} as const satisfies Record<string, OrderMove<LineStatus>>
export type LineMove = keyof typeof lineMoves

/** The moves of a payment. `to: null`: refunded partly or fully, depending on the amount. */
export const paymentMoves = {
  pay: { from: ['unpaid'], to: 'paid', by: ['admin'], byKey: true },
  refund: { from: ['paid', 'partly_refunded'], to: null, by: ['admin'], byKey: true },
} as const satisfies Record<string, OrderMove<PaymentStatus>>
export type PaymentMove = keyof typeof paymentMoves

/** Returns what stands in the way of a move of a line as an error code; null means go ahead. */
export const whyNotLine = (by: By, name: LineMove, { status, seller_id }: { status: LineStatus; seller_id: string }): ErrorCode | null =>
  whyNotOrder(by, lineMoves[name], { status, seller_id })

/** Returns what stands in the way of a payment or a refund as an error code; null means go ahead. */
export const whyNotPayment = (by: By, name: PaymentMove, status: PaymentStatus): ErrorCode | null =>
  whyNotOrder(by, paymentMoves[name], { status, seller_id: null })

function whyNotOrder<S extends string>(by: By, move: OrderMove<S>, subject: { status: S; seller_id: string | null }): ErrorCode | null {
  if (!isProgram(by)) return whyNot(by, move, subject)
  if (!move.byKey) return 'not-allowed'
  return move.from.includes(subject.status) ? null : 'wrong-status'
}

/** True if no line is left to be shipped or paid for: nothing is due of such an unpaid order, shipping included. */
export const isCancelled = ({ counts: { open, shipped, delivered } }: { counts: Record<LineStatus, number> }): boolean =>
  open + shipped + delivered === 0

export type Amounts = { lines: readonly { unitPrice: number; quantity: number }[]; shipping: number; tax: number; discount: number }
export type Totals = { items: number; total: number }
export type WrongAmount = { field: 'lines' | 'discount' | 'total'; problem: 'too-high' | 'discount-too-high' }

const exact = (amount: bigint): number | null => (amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null)

/**
 * items + shipping + tax − discount = total, exact in minor units (product §5). The discount is on the items, so it does not exceed them.
 * Takes whole amounts from zero to 2⁵³ − 1, and returns the wrong field if a sum would be higher.
 */
export function totalsOf({ lines, shipping, tax, discount }: Amounts): Totals | WrongAmount {
  const sum = lines.reduce((left, { unitPrice, quantity }) => left + BigInt(unitPrice) * BigInt(quantity), 0n)
  const items = exact(sum)
  if (items === null) return { field: 'lines', problem: 'too-high' }
  if (discount > items) return { field: 'discount', problem: 'discount-too-high' }
  const total = exact(sum + BigInt(shipping) + BigInt(tax) - BigInt(discount))
  return total === null ? { field: 'total', problem: 'too-high' } : { items, total }
}

/**
 * Splits a discount that does not exceed the sum of the amounts: whole minor units that add up exactly, the largest remainders rounded up,
 * the first of equal ones first. No share exceeds its amount.
 */
export function splitDiscount(discount: number, amounts: readonly number[]): number[] {
  const sum = amounts.reduce((left, amount) => left + BigInt(amount), 0n)
  if (sum === 0n) return amounts.map(() => 0)
  const parts = amounts.map((amount, at) => {
    const exactly = BigInt(discount) * BigInt(amount)
    return { at, share: Number(exactly / sum), rest: exactly % sum }
  })
  let left = discount - parts.reduce((taken, { share }) => taken + share, 0)
  for (const part of [...parts].sort((one, other) => Number(other.rest > one.rest) - Number(other.rest < one.rest) || one.at - other.at)) {
    if (left === 0) break
    part.share += 1
    left -= 1
  }
  return parts.map(({ share }) => share)
}

/** The number of an order as it was typed: screens write "Order 1500", people write "#1500". */
export const orderNumberIn = (typed: string): string => typed.replace(/^(order\s+)?#?(?=.)/i, '')
