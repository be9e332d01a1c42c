import { errors } from '#domain/errors.ts'
import { type Move, whyNot } from '#domain/moves.ts'
import type { Product, ProductStatus } from '#domain/product.ts'
import { missingIn, productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'

/** What an admin does with a product, by the word on the button; taking down is a rejection of what is or was on sale (product §3). */
export type ReviewMove = 'approve' | 'reject' | 'takeDown' | 'archive' | 'restore'

const moves: Record<ReviewMove, Move<ProductStatus>> = {
  archive: productMoves.archive,
  reject: { ...productMoves.reject, from: ['pending'] },
  takeDown: { ...productMoves.reject, from: ['approved', 'archived'] },
  restore: productMoves.restore,
  approve: productMoves.approve,
}
const names = Object.keys(moves) as ReviewMove[]

/** The moves that a product in this status allows, in the order of their buttons. */
export const movesFor = (status: ProductStatus): ReviewMove[] => names.filter((name) => moves[name].from.includes(status))

/** Those of them that ask for a reason. */
export const asksReason = (move: ReviewMove): move is 'reject' | 'takeDown' => move === 'reject' || move === 'takeDown'

/** A decision needs somebody who hears of it, and what is on sale somebody who sells it (spec §5, product §3). */
const needsSeller = (move: ReviewMove) => move !== 'archive'

/** Those that put a product on sale: what they are asked for, and what goes on sale has to be complete (product §3). */
export const putsOnSale = (move: ReviewMove) => move === 'approve' || move === 'restore'

/** The sentence that stands in the way of a move; null means go ahead. */
export function whyNotMove(actor: Actor, move: ReviewMove, product: Product): string | null {
  if (needsSeller(move) && product.seller_id === null) return errors['no-seller'].message
  const code = whyNot(actor, moves[move], product)
  if (code) return errors[code].message
  return putsOnSale(move) && missingIn(product).length > 0 ? errors['incomplete-product'].message : null
}
