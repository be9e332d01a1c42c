import css from '#web/platform/forms/SaveBar.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = { dirty: boolean; busy: boolean; onDiscard: () => void; where?: string }

/** Stays at the lower edge while there are unsaved changes; `where` says where, if not on the open screen. */
export function SaveBar({ dirty, busy, onDiscard, where }: Props) {
  return (
    <div className={`${css.save} foot-bar row card center end`} hidden={!dirty}>
      <p aria-live="polite">
        {dirty && t('settings.unsaved')} {where && <span className="wide-only">{where}</span>}
      </p>
      <Button look="quiet" onClick={onDiscard}>
        {t('settings.discard')}
      </Button>
      <Button look="primary" type="submit" busy={busy}>
        {t('settings.save')}
      </Button>
    </div>
  )
}
