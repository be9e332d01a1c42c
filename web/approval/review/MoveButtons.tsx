import { type ReactNode, useRef } from 'react'
import { putsOnSale, type ReviewMove } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconArchive from '#web/ui/icons/IconArchive.tsx'
import IconArrowBackUp from '#web/ui/icons/IconArrowBackUp.tsx'
import IconCheck from '#web/ui/icons/IconCheck.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = {
  /** Each with the reason why it is not allowed, as a sentence, or null; the element `#why-not` has those sentences. */
  moves: readonly { name: ReviewMove; why: string | null }[]
  /** The move that is not answered yet. */
  busy?: ReviewMove | null
  onMove: (move: ReviewMove) => void
}

const icons: Record<ReviewMove, ReactNode> = {
  approve: <IconCheck size={16} />,
  reject: <IconX size={16} />,
  takeDown: <IconX size={16} />,
  archive: <IconArchive size={16} />,
  restore: <IconArrowBackUp size={16} />,
}

/** A button per move of an admin. */
export function MoveButtons({ moves, ...rest }: Props) {
  return moves.map((move) => <MoveButton key={move.name} {...move} {...rest} />)
}

/** The longest double-click interval of operating systems, in milliseconds. */
const doubleClick = 500

function MoveButton({ name, why, busy = null, onMove }: Props['moves'][number] & Omit<Props, 'moves'>) {
  const shownAt = useRef(performance.now())
  const waits = busy !== null && busy !== name
  const click = (detail: number) => {
    if (why !== null || waits) return
    // Another button was here when the double click began, so its second half was not meant for this one. A toast explains that.
    if (detail > 1 && performance.now() - shownAt.current < doubleClick) return toast(t('approval.doubleClick'))
    onMove(name)
  }
  return (
    <Button
      look={putsOnSale(name) ? 'primary' : 'plain'}
      icon={icons[name]}
      busy={busy === name}
      aria-disabled={why !== null || waits || undefined}
      aria-describedby={why ? 'why-not' : undefined}
      onClick={({ detail }) => click(detail)}
    >
      {t(`approval.moves.${name}`)}
    </Button>
  )
}
