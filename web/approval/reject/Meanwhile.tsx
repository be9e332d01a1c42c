import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = {
  /** Its new status as a sentence, if that no longer allows a decision. */
  movedOn: string | null
  blockedWhy: string | null
  isUnread: boolean
  onRead: () => void
}

/** Why the rejection being written cannot be sent as it is. */
export function Meanwhile({ movedOn, blockedWhy, isUnread, onRead }: Props) {
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
