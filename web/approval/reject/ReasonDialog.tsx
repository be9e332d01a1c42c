import { useRef } from 'react'
import { shopAndName } from '#domain/person-names.ts'
import type { Product } from '#domain/product.ts'
import { Meanwhile } from '#web/approval/reject/Meanwhile.tsx'
import RejectDialog from '#web/approval/reject/RejectDialog.tsx'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { movesFor } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Props = {
  product: Product
  /** The move that a reason is asked for; null while the dialog is closed. */
  asking: 'reject' | 'takeDown' | null
  /** Another reason why the move is blocked. */
  blockedWhy: string | null
  isUnread: boolean
  onRead: () => void
  onClose: () => void
  onReject: (draft: RejectDraft) => void
  busy?: boolean
}

/** Asks for the reason of a rejection or take-down, and shows what happens to the product meanwhile. */
export function ReasonDialog({ product, asking, blockedWhy, isUnread, onRead, onClose, onReject, busy = false }: Props) {
  // While the dialog closes, it keeps its text.
  const last = useRef(asking)
  if (asking) last.current = asking
  const move = last.current
  if (!move) return null
  const movedOn = !movesFor(product.status).includes(move)
  return (
    <RejectDialog
      title={t(`approval.dialog.${move}`)}
      about={t('approval.dialog.about', {
        seller: product.seller ? shopAndName(product.seller) : t('approval.noSeller'),
        title: product.title,
      })}
      draftKey={product.id}
      open={asking !== null}
      onClose={onClose}
      onReject={onReject}
      busy={busy}
      blocked={movedOn || isUnread || blockedWhy !== null}
      note={
        <Meanwhile
          movedOn={movedOn ? t(`approval.itIs.${product.status}`) : null}
          blockedWhy={blockedWhy}
          isUnread={isUnread}
          onRead={onRead}
        />
      }
    />
  )
}
