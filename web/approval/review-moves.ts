import type { Move } from '#domain/moves.ts'
import type { ProductStatus } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'

/** An admin's move, by the label of its button. A take-down is the rejection of a product that is or was on sale (product §3). */
export type ReviewMove = 'approve' | 'reject' | 'takeDown' | 'archive' | 'restore'

/** Each with the statuses that allow it. */
export const reviewMoves: Record<ReviewMove, Move<ProductStatus>> = {
  archive: productMoves.archive,
  reject: { ...productMoves.reject, from: ['pending'] },
  takeDown: { ...productMoves.reject, from: ['approved', 'archived'] },
  restore: productMoves.restore,
  approve: productMoves.approve,
}
const names = Object.keys(reviewMoves) as ReviewMove[]

/** The moves that a product in this status allows, in button order. */
export const movesFor = (status: ProductStatus): ReviewMove[] => names.filter((name) => reviewMoves[name].from.includes(status))

/** Whether a move needs a reason. */
export const asksReason = (move: ReviewMove): move is 'reject' | 'takeDown' => move === 'reject' || move === 'takeDown'

/** Whether a move puts a product on sale: only a complete product may be (product §3). */
export const putsOnSale = (move: ReviewMove) => move === 'approve' || move === 'restore'
