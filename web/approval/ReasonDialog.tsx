import { useRef } from 'react'
import type { Product } from '#domain/product.ts'
import RejectDialog from '#web/approval/RejectDialog.tsx'
import type { RejectDraft } from '#web/approval/reject-draft.ts'
import { movesFor } from '#web/approval/review-moves.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = {
  product: Product
  /** The move that a reason is asked for; null while none is. */
  asking: 'reject' | 'takeDown' | null
  /** What else stands in the way. */
  held: string | null
  isUnread: boolean
  onSeen: () => void
  onClose: () => void
  onReject: (draft: RejectDraft) => void
  busy?: boolean
}

/** Asks why a product is rejected or taken down, and says what happens to it meanwhile. */
export function ReasonDialog({ product, asking, held, isUnread, onSeen, onClose, onReject, busy = false }: Props) {
  // While the dialog closes it still says what it was about.
  const last = useRef(asking)
  if (asking) last.current = asking
  const move = last.current
  if (!move) return null
  const movedOn = !movesFor(product.status).includes(move)
  return (
    <RejectDialog
      title={t(`approval.dialog.${move}`)}
      about={t('approval.dialog.about', { seller: product.sellerName ?? t('approval.noSeller'), title: product.title })}
      draftKey={product.id}
      open={asking !== null}
      onClose={onClose}
      onReject={onReject}
      busy={busy}
      blocked={movedOn || isUnread || held !== null}
      note={<Meanwhile product={product} movedOn={movedOn} held={held} isUnread={isUnread} onSeen={onSeen} />}
    />
  )
}

type Meanwhile = Pick<Props, 'product' | 'held' | 'isUnread' | 'onSeen'> & { movedOn: boolean }

/** Why a rejection that is being written cannot be sent as it is. */
function Meanwhile({ product, movedOn, held, isUnread, onSeen }: Meanwhile) {
  if (movedOn) {
    return (
      <Note tone="warn">
        {t(`approval.itIs.${product.status}`)} {t('approval.dialog.movedOn')}
      </Note>
    )
  }
  if (held) return <Note tone="warn">{held}</Note>
  if (!isUnread) return null
  return (
    <Note tone="warn" action={<Button onClick={onSeen}>{t('approval.seen')}</Button>}>
      {t('approval.changedUnseen')}
    </Note>
  )
}
