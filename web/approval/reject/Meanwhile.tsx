import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = {
  /** Its new status as a sentence, if that allows no decision any more. */
  movedOn: string | null
  held: string | null
  isUnread: boolean
  onSeen: () => void
}

/** Why the rejection being written cannot be sent as it is. */
export function Meanwhile({ movedOn, held, isUnread, onSeen }: Props) {
  if (movedOn) {
    return (
      <Note tone="warn">
        {movedOn} {t('approval.dialog.movedOn')}
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
