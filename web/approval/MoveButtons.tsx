import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ReactNode } from 'react'
import { putsOnSale, type ReviewMove } from '#web/approval/review-moves.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  /** Each with the sentence that stands in its way, if one does. */
  moves: readonly { name: ReviewMove; why: string | null }[]
  /** Where those sentences stand. */
  whyId: string
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

/** A button per move of an admin. */
export function MoveButtons({ moves, whyId, busy = null, onMove }: Props) {
  return moves.map(({ name, why }) => {
    const waits = busy !== null && busy !== name
    return (
      <Button
        key={name}
        look={putsOnSale(name) ? 'primary' : 'plain'}
        icon={icons[name]}
        busy={busy === name}
        aria-disabled={why !== null || waits || undefined}
        aria-describedby={why ? whyId : undefined}
        // The second half of a double click was meant for the product before, whose place this one took.
        onClick={({ detail }) => detail < 2 && why === null && !waits && onMove(name)}
      >
        {t(`approval.moves.${name}`)}
      </Button>
    )
  })
}
