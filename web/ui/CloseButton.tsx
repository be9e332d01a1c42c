import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/ui/CloseButton.module.css'
import IconX from '#web/ui/icons/IconX.tsx'

/** Closes its parent, which may have any colour. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={`${css.close} icon-button touchable`} aria-label={t('common.close')} onClick={onClick}>
      <IconX size={18} />
    </button>
  )
}
