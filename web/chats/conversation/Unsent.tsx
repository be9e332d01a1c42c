import css from '#web/chats/conversation/Log.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconAlertCircle from '#web/ui/icons/IconAlertCircle.tsx'

type Props = { problem: string | null; onRetry: () => void; onEdit: (() => void) | undefined; onDiscard: () => void }

/** A message that was refused: why, and what can be done about it. */
export function Unsent({ problem, onRetry, onEdit, onDiscard }: Props) {
  return (
    <div className={css.failed} role="alert">
      <p>
        <IconAlertCircle size={14} />
        {t('chats.progress.failed')}. {problem}
      </p>
      <div className={css.choices}>
        <Button onClick={onRetry}>{t('chats.retry')}</Button>
        {onEdit && <Button onClick={onEdit}>{t('chats.edit')}</Button>}
        <Button look="quiet" onClick={onDiscard}>
          {t('chats.discard')}
        </Button>
      </div>
    </div>
  )
}
