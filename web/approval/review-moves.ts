import { errors } from '#domain/errors.ts'
import { type Move, whyNot } from '#domain/moves.ts'
import type { Product, ProductStatus } from '#domain/product.ts'
import { missingIn, productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'

/** An admin's move, by the label of its button. A take-down is the rejection of a product that is or was on sale (product §3). */
export type ReviewMove = 'approve' | 'reject' | 'takeDown' | 'archive' | 'restore'

const moves: Record<ReviewMove, Move<ProductStatus>> = {
  archive: productMoves.archive,
  reject: { ...productMoves.reject, from: ['pending'] },
  takeDown: { ...productMoves.reject, from: ['approved', 'archived'] },
  restore: productMoves.restore,
  approve: productMoves.approve,
}
const names = Object.keys(moves) as ReviewMove[]

/** The moves that a product in this status allows, in button order. */
export const movesFor = (status: ProductStatus): ReviewMove[] => names.filter((name) => moves[name].from.includes(status))

/** Whether a move needs a reason. */
export const asksReason = (move: ReviewMove): move is 'reject' | 'takeDown' => move === 'reject' || move === 'takeDown'

/** A decision notifies the seller, and a product on sale needs one (spec §5, product §3). */
const needsSeller = (move: ReviewMove) => move !== 'archive'

/** Whether a move puts a product on sale: only a complete product may be (product §3). */
export const putsOnSale = (move: ReviewMove) => move === 'approve' || move === 'restore'

/** The reason why a move is not allowed, as a sentence, or null. */
export function whyNotMove(actor: Actor, move: ReviewMove, product: Product): string | null {
  if (needsSeller(move) && product.seller_id === null) return errors['no-seller'].message
  const code = whyNot(actor, moves[move], product)
  if (code) return errors[code].message
  return putsOnSale(move) && missingIn(product).length > 0 ? errors['incomplete-product'].message : null
}
