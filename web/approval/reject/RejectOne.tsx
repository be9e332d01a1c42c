import type { ComponentProps } from 'react'
import RejectDialog from '#web/approval/reject/RejectDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Now = {
  /** Its new status as a sentence, if that no longer allows a decision. */
  movedOn: string | null
  /** Another reason why the move is blocked. */
  blockedWhy: string | null
  isUnread: boolean
  onRead: () => void
}

/** Asks for the reason to reject one item, and shows what happens to the item meanwhile. */
export function RejectOne({ movedOn, blockedWhy, isUnread, onRead, ...dialog }: Now & ComponentProps<typeof RejectDialog>) {
  return (
    <RejectDialog
      {...dialog}
      blocked={movedOn !== null || isUnread || blockedWhy !== null}
      note={<Meanwhile {...{ movedOn, blockedWhy, isUnread, onRead }} />}
    />
  )
}

/** Why the rejection being written cannot be sent as it is. */
function Meanwhile({ movedOn, blockedWhy, isUnread, onRead }: Now) {
  if (movedOn) {
    return (
      <Note tone="warn">
        {movedOn} {t('approval.dialog.movedOn')}
      </Note>
    )
  }
  if (blockedWhy) return <Note tone="warn">{blockedWhy}</Note>
  if (!isUnread) return null
  return (
    <Note tone="warn" action={<Button onClick={onRead}>{t('approval.markRead')}</Button>}>
      {t('approval.changedUnseen')}
    </Note>
  )
}
