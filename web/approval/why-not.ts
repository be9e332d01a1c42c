import { errors } from '#domain/errors.ts'
import { type Move, whyNot } from '#domain/moves.ts'
import { type Product, type ProductStatus, productMoves } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'

export type Decision = 'approve' | 'reject'

/** Taking down what is on sale is not offered here yet. */
const moves: Record<Decision, Move<ProductStatus>> = {
  approve: productMoves.approve,
  reject: { ...productMoves.reject, from: ['pending'] },
}

/** The decisions that are open for a product in this status. */
export const decisionsFor = ({ status }: Pick<Product, 'status'>): Decision[] =>
  (['reject', 'approve'] as const).filter((decision) => moves[decision].from.includes(status))

/** The sentence that stands in the way of a decision; null means go ahead. */
export function whyNotDecide(actor: Actor, decision: Decision, product: Product): string | null {
  if (product.seller_id === null) return errors['no-seller'].message
  const code = whyNot(actor, moves[decision], product)
  return code && errors[code].message
}
