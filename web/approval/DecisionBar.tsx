import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ReactNode } from 'react'
import type { Product } from '#domain/product.ts'
import css from '#web/approval/OpenedProduct.module.css'
import { movesFor, type ReviewMove, whyNotMove } from '#web/approval/review-moves.ts'
import { t } from '#web/messages/messages.ts'
import { useActor } from '#web/products/use-actor.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  product: Product
  /** What stands in the way of every decision at the moment, if anything does. */
  held: string | null
  /** The move whose answer is awaited. */
  busy?: ReviewMove | null
  onMove: (move: ReviewMove) => void
}

const icons: Record<ReviewMove, ReactNode> = {
  approve: <IconCheck size={16} aria-hidden />,
  reject: <IconX size={16} aria-hidden />,
  takeDown: <IconX size={16} aria-hidden />,
  archive: <IconArchive size={16} aria-hidden />,
  restore: <IconArrowBackUp size={16} aria-hidden />,
}
const isMain = (move: ReviewMove) => move === 'approve' || move === 'restore'

/** The buttons that everything here is for, always in sight; a disabled one says why. */
export function DecisionBar({ product, held, busy = null, onMove }: Props) {
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
        {moves.map(({ name, why }) => (
          <Button
            key={name}
            look={isMain(name) ? 'primary' : 'plain'}
            icon={icons[name]}
            busy={busy === name}
            aria-disabled={why !== null || (busy !== null && busy !== name) || undefined}
            aria-describedby={why ? 'why-not' : undefined}
            onClick={() => why === null && busy === null && onMove(name)}
          >
            {t(`approval.moves.${name}`)}
          </Button>
        ))}
      </div>
    </footer>
  )
}
