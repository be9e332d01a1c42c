import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { type ProductMove, productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertComplete } from '#server/products/decide/assert-complete.ts'
import { findProduct } from '#server/products/find-product.ts'
import { assertActive } from '#server/sessions/still-active.ts'

/** Throws the reason why a move changed nothing, from the fresh product; `wrong-status` if the obstacle has gone meanwhile. */
export async function explainMove(app: App, actor: Actor, name: ProductMove, id: string): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findProduct(app, actor, id)
  const problem = whyNot(actor, productMoves[name], fresh)
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (name === 'restore') {
    if (fresh.seller_id === null) throw new AppError('no-seller', { detail: { fresh } })
    assertComplete(fresh)
  }
  throw new AppError('wrong-status', { detail: { fresh } })
}
