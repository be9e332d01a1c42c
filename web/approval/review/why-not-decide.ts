import type { BulkDecision } from '#domain/bulk-decision.ts'
import { errors } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import { missingIn } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { putsOnSale, type ReviewMove, reviewMoves } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The reason why an item in a bulk decision cannot be decided alone, as a sentence, or null. */
export function whyInBulk(bulk: BulkDecision | undefined, me: string): string | null {
  if (!bulk) return null
  return bulk.by.id === me ? t('approval.bulk.inOwnBulk') : t('approval.bulk.inBulkOf', { name: bulk.by.name })
}

/** A decision notifies the seller, and a product on sale needs one (spec §5, product §3). */
const needsSeller = (move: ReviewMove) => move !== 'archive'

/** The reason why a move is not allowed, as a sentence, or null. */
export function whyNotMove(actor: Actor, move: ReviewMove, product: Product): string | null {
  if (needsSeller(move) && product.seller_id === null) return errors['no-seller'].message
  const code = whyNot(actor, reviewMoves[move], product)
  if (code) return errors[code].message
  return putsOnSale(move) && missingIn(product).length > 0 ? errors['incomplete-product'].message : null
}
