import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { type ProductMove, productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { refuseIncomplete } from '#server/products/decide/refuse-incomplete.ts'
import { findProduct } from '#server/products/find-product.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'

/** Says on the fresh product why a move changed nothing. Always throws; `wrong-status` where somebody changed it back meanwhile. */
export async function explainMove(app: App, actor: Actor, name: ProductMove, id: string): Promise<never> {
  await refuseInactive(app, actor)
  const fresh = await findProduct(app, actor, id)
  const problem = whyNot(actor, productMoves[name], fresh)
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (name === 'restore') {
    if (fresh.seller_id === null) throw new AppError('no-seller', { detail: { fresh } })
    refuseIncomplete(fresh)
  }
  throw new AppError('wrong-status', { detail: { fresh } })
}
