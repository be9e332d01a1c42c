import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useSyncExternalStore } from 'react'
import { t } from '#web/messages/door.ts'
import css from '#web/ui/Toasts.module.css'
import { dismissToast, toasts } from '#web/ui/toasts.ts'

/** Where toasts appear. The region is always there, so that screen readers notice what is put into it. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read)
  return (
    <div className={css.place} aria-live="polite">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={`${css.toast} ${css[tone]}`}>
          {tone === 'good' ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
          <span className={css.text}>{text}</span>
          <button type="button" className={css.close} aria-label={t('common.close')} onClick={() => dismissToast(id)}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
