import { useEffect, useRef } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/sign-in/AuthLayout.module.css'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'
import type { Unsent } from '#web/sign-out/SignOutPage.tsx'
import { Button } from '#web/ui/Button.tsx'

type Props = { unsent: readonly Unsent[]; busy: boolean; onStay: () => void; onLeave: () => void }

/** What a sign-out would lose, with the choice; a key pressed too early loses nothing. */
export default function ConfirmSignOut({ unsent, busy, onStay, onLeave }: Props) {
  const stay = useRef<HTMLDivElement>(null)
  useEffect(() => stay.current?.querySelector('button')?.focus(), [])
  return (
    <AuthLayout title={t('signOut.title')} lead={t('signOut.lead')}>
      <ul className={css.unsent} id="unsent">
        {unsent.map(({ what, count }) => (
          <li key={what}>{t(`signOut.${what}`, { count })}</li>
        ))}
      </ul>
      <div ref={stay} className={`${css.choice} row`}>
        <Button aria-describedby="unsent" onClick={onStay}>
          {t('signOut.stay')}
        </Button>
        <Button look="danger" busy={busy} onClick={onLeave}>
          {t('layout.signOut')}
        </Button>
      </div>
    </AuthLayout>
  )
}
