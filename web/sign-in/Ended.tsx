import { t } from '#web/platform/i18n/messages.ts'
import { useSuspension } from '#web/platform/session/use-me.ts'
import css from '#web/sign-in/AuthLayout.module.css'
import { Note } from '#web/ui/Note.tsx'

/** Explains why a session ended; a suspended person learns the reason and where to appeal. */
export function Ended({ ended }: { ended: boolean }) {
  const suspension = useSuspension()
  if (suspension) {
    const { reason, appealTo } = suspension
    return (
      <div className={css.note}>
        <Note tone="warn">
          <p>{t('signIn.suspended')}</p>
          {reason && <p className="as-written">{t('signIn.suspendedReason', { reason })}</p>}
          <p>
            {t('signIn.appeal')} <a href={`mailto:${appealTo}`}>{appealTo}</a>
          </p>
        </Note>
      </div>
    )
  }
  if (!ended) return null
  return (
    <div className={css.note}>
      <Note>{t('signIn.ended')}</Note>
    </div>
  )
}
