import { type ErrorCode, errors } from '#domain/errors.ts'
import { type LineMove, whyNotLine } from '#domain/order-rules.ts'
import type { Actor } from '#domain/user.ts'
import { hasSeller, type ShownLine } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** What can be done with lines: the moves, and the correction of a shipment, by the rule of marking it as delivered. */
export type LineAct = LineMove | 'correct'

const whyNotOf = (actor: Actor, act: LineAct, line: ShownLine): ErrorCode | null =>
  // A seller receives only their own lines.
  whyNotLine(actor, act === 'correct' ? 'deliver' : act, { status: line.status, seller_id: hasSeller(line) ? line.seller_id : actor.id })

/** The lines with which this person can do this now. */
export const movableLines = (actor: Actor, act: LineAct, lines: readonly ShownLine[]): ShownLine[] =>
  lines.filter((line) => whyNotOf(actor, act, line) === null)

/** The reason why this is possible with no line; null if it is possible with at least one. */
export function whyNoLine(actor: Actor, act: LineAct, lines: readonly ShownLine[]): string | null {
  const codes = lines.map((line) => whyNotOf(actor, act, line))
  if (codes.includes(null)) return null
  const code = codes.find((one) => one !== 'wrong-status')
  return code ? errors[code].message : t(`orders.${act}.none`)
}
