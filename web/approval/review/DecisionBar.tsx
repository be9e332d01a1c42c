import type { Product } from '#domain/product.ts'
import { DecisionFoot } from '#web/approval/review/DecisionFoot.tsx'
import { movesFor, type ReviewMove, whyNotMove } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import css from '#web/product-views/Opened.module.css'

type Props = {
  product: Product
  /** What stands in the way of every decision at the moment, if anything does. */
  held: string | null
  onMove: (move: ReviewMove) => void
}

/** What an admin can do with the opened product. */
export function DecisionBar({ product, held, onMove }: Props) {
  const actor = useActor()
  const moves = movesFor(product.status).map((name) => ({ name, why: held ?? whyNotMove(actor, name, product) }))
  if (moves.length === 0) return <footer className={css.foot}>{t('approval.whyNothing')}</footer>
  return <DecisionFoot moves={moves} onMove={onMove} />
}
