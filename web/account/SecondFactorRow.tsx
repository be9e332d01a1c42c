import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Account } from '#domain/account.ts'
import { errors } from '#domain/errors.ts'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { toast } from '#web/ui/toasts.ts'

const SetUpDialog = lazyDialog(() => import('#web/account/SetUpDialog.tsx'), 'default')
const RenewDialog = lazyDialog(() => import('#web/account/ProofDialogs.tsx'), 'RenewDialog')
const EndDialog = lazyDialog(() => import('#web/account/ProofDialogs.tsx'), 'EndDialog')
const dialogs = { setUp: SetUpDialog, renew: RenewDialog, end: EndDialog }

/** The second factor: off, or on with the number of recovery codes left. */
export function SecondFactorRow({ account: { secondFactor, emailVerified } }: { account: Account }) {
  const { on, required, recoveryCodesLeft: count } = secondFactor
  const [shown, setShown] = useState<keyof typeof dialogs | null>(null)
  const queries = useQueryClient()
  const id = useId()
  // An unverified address must be confirmed first.
  const why = on || emailVerified ? null : errors['email-unconfirmed'].message
  const Shown = shown && dialogs[shown]
  const close = (changed: boolean) => {
    setShown(null)
    // Refetches everything: an admin who was locked out for lack of a second factor now has access.
    if (changed) void queries.invalidateQueries()
  }
  return (
    <li>
      <div className={`${css.words} stack gap-4`}>
        <div className="name-line">
          {t('account.factor.label')}
          <Tag tone={on ? 'green' : required ? 'amber' : 'grey'}>{t(on ? 'common.on' : 'common.off')}</Tag>
        </div>
        <p className="muted short-measure">{on ? t('account.factor.left', { count }) : t('account.factor.offText')}</p>
        {why && (
          <p id={id} className="muted short-measure">
            {why}
          </p>
        )}
        {on && required && <p className="muted short-measure">{t('account.factor.endRequired')}</p>}
      </div>
      <div className="row dims">
        {!on && (
          <Button
            look={required ? 'primary' : 'plain'}
            aria-disabled={why ? true : undefined}
            aria-describedby={why ? id : undefined}
            onClick={() => (why ? toast(why, 'bad') : setShown('setUp'))}
          >
            {t('account.factor.setUp')}
          </Button>
        )}
        {on && <Button onClick={() => setShown('renew')}>{t('account.factor.renew')}</Button>}
        {on && !required && <Button onClick={() => setShown('end')}>{t('common.switchOff')}</Button>}
      </div>
      {Shown && <Shown onClose={close} />}
    </li>
  )
}
