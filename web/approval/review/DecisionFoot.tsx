import { MoveButtons } from '#web/approval/review/MoveButtons.tsx'
import type { ReviewMove } from '#web/approval/review-moves.ts'
import css from '#web/product-views/Opened.module.css'

type Props = {
  /** Each with the reason why it is not allowed, as a sentence, or null. */
  moves: readonly { name: ReviewMove; why: string | null }[]
  /** What a decision would do; shown while all moves are allowed. */
  about?: string | undefined
  onMove: (move: ReviewMove) => void
}

/** The decision buttons, always in view; a disabled one says why. */
export function DecisionFoot({ moves, about, onMove }: Props) {
  const sentences = new Set(moves.flatMap(({ why }) => why ?? []))
  const note = sentences.size > 0 ? [...sentences].join(' ') : about
  return (
    <footer className={css.foot}>
      {note && (
        <p id="why-not" className={css.why}>
          {note}
        </p>
      )}
      <div className={`${css.decisions} row push dims spread-narrow`}>
        <MoveButtons moves={moves} onMove={onMove} />
      </div>
    </footer>
  )
}
