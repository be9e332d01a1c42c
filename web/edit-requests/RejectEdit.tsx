import type { EditRequestDetail } from '#domain/edit-request.ts'
import { shopAndName } from '#domain/person-names.ts'
import { Meanwhile } from '#web/approval/reject/Meanwhile.tsx'
import RejectDialog from '#web/approval/reject/RejectDialog.tsx'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Props = {
  request: EditRequestDetail
  open: boolean
  /** Another reason why a decision is blocked. */
  blockedWhy: string | null
  isUnread: boolean
  onRead: () => void
  onClose: () => void
  onReject: (draft: RejectDraft) => void
}

/** Asks for the reason to reject a whole request, and shows what happens to it meanwhile. */
export function RejectEdit({
  request: { id, status, seller, productTitle },
  open,
  blockedWhy,
  isUnread,
  onRead,
  onClose,
  onReject,
}: Props) {
  const movedOn = status === 'pending' ? null : t(`editRequests.closed.${status}`)
  return (
    <RejectDialog
      title={t('editRequests.dialog.title')}
      about={t('editRequests.dialog.about', { seller: seller ? shopAndName(seller) : t('approval.noSeller'), title: productTitle })}
      draftKey={id}
      asksFields={false}
      open={open}
      onClose={onClose}
      onReject={onReject}
      blocked={movedOn !== null || isUnread || blockedWhy !== null}
      note={<Meanwhile movedOn={movedOn} blockedWhy={blockedWhy} isUnread={isUnread} onRead={onRead} />}
    />
  )
}
