import type { Product } from '#domain/product.ts'
import { MoveButtons } from '#web/approval/MoveButtons.tsx'
import css from '#web/approval/OpenedProduct.module.css'
import { movesFor, type ReviewMove, whyNotMove } from '#web/approval/review-moves.ts'
import { t } from '#web/messages/messages.ts'
import { useActor } from '#web/products/use-actor.ts'

type Props = {
  product: Product
  /** What stands in the way of every decision at the moment, if anything does. */
  held: string | null
  onMove: (move: ReviewMove) => void
}

/** The buttons that everything here is for, always in sight; a disabled one says why. */
export function DecisionBar({ product, held, onMove }: Props) {
  const actor = useActor()
  const moves = movesFor(product.status).map((name) => ({ name, why: held ?? whyNotMove(actor, name, product) }))
  const sentences = new Set(moves.flatMap(({ why }) => why ?? []))
  if (moves.length === 0) return <footer className={css.foot}>{t('approval.whyNothing')}</footer>
  return (
    <footer className={css.foot}>
      {sentences.size > 0 && (
        <p id="why-not" className={css.why}>
          {[...sentences].join(' ')}
        </p>
      )}
      <div className={css.decisions}>
        <MoveButtons moves={moves} whyId="why-not" onMove={onMove} />
      </div>
    </footer>
  )
}
