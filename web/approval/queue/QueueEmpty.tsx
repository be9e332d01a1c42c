import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconCircleCheck from '#web/ui/icons/IconCircleCheck.tsx'
import IconSearchOff from '#web/ui/icons/IconSearchOff.tsx'

type Props = {
  /** A filter other than the status hides rows. */
  isNarrowed: boolean
  onClear: () => void
  /** Shown where no item has this status. */
  title: string
  text: string
}

/** Why the queue is empty, and what to do about it. */
export function QueueEmpty({ isNarrowed, onClear, title, text }: Props) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<IconSearchOff size={22} />}
        title={t('common.noneMatch')}
        text={t('approval.empty.match.text')}
        action={<Button onClick={onClear}>{t('common.clearFilters')}</Button>}
      />
    )
  }
  return <EmptyState icon={<IconCircleCheck size={22} />} title={title} text={text} />
}
