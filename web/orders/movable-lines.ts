import { type ErrorCode, errors } from '#domain/errors.ts'
import { type LineMove, whyNotLine } from '#domain/order-rules.ts'
import type { Actor } from '#domain/user.ts'
import { hasSeller, type ShownLine } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'

const whyNotOf = (actor: Actor, move: LineMove, line: ShownLine): ErrorCode | null =>
  // A seller receives only their own lines.
  whyNotLine(actor, move, { status: line.status, seller_id: hasSeller(line) ? line.seller_id : actor.id })

/** The lines on which this person can make a move now. */
export const movableLines = (actor: Actor, move: LineMove, lines: readonly ShownLine[]): ShownLine[] =>
  lines.filter((line) => whyNotOf(actor, move, line) === null)

/** The reason why a move is possible with no line; null if it is possible with at least one. */
export function whyNoLine(actor: Actor, move: LineMove, lines: readonly ShownLine[]): string | null {
  const codes = lines.map((line) => whyNotOf(actor, move, line))
  if (codes.includes(null)) return null
  const code = codes.find((one) => one !== 'wrong-status')
  return code ? errors[code].message : t(`orders.${move}.none`)
}
