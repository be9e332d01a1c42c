import { useEffect, useRef } from 'react'
import { t } from '#web/messages/door.ts'
import css from '#web/sign-in/Door.module.css'
import { Door } from '#web/sign-in/Door.tsx'
import type { Unsent } from '#web/sign-in/unsent.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = { unsent: readonly Unsent[]; busy: boolean; onStay: () => void; onLeave: () => void }

/** What a sign-out would lose, and the choice; nothing is lost by a key pressed too early. */
export function ConfirmSignOut({ unsent, busy, onStay, onLeave }: Props) {
  const stay = useRef<HTMLDivElement>(null)
  useEffect(() => stay.current?.querySelector('button')?.focus(), [])
  return (
    <Door title={t('signIn.unsent.title')} lead={t('signIn.unsent.lead')}>
      <ul className={css.unsent} id="unsent">
        {unsent.map(({ what, count }) => (
          <li key={what}>{t(`signIn.unsent.${what}`, { count })}</li>
        ))}
      </ul>
      <div ref={stay} className={css.choice}>
        <Button aria-describedby="unsent" onClick={onStay}>
          {t('signIn.unsent.stay')}
        </Button>
        <Button look="danger" busy={busy} onClick={onLeave}>
          {t('signIn.unsent.leave')}
        </Button>
      </div>
    </Door>
  )
}
