import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { t } from '#web/messages/door.ts'
import css from '#web/ui/CloseButton.module.css'

/** Puts away what it stands in, which may have any colour. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.close} aria-label={t('common.close')} onClick={onClick}>
      <IconX size={18} aria-hidden />
    </button>
  )
}
