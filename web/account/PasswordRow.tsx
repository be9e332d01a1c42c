import { useState } from 'react'
import type { Account } from '#domain/account.ts'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import css from '#web/account/ProfilePage.module.css'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { checkNewPassword, NewPassword } from '#web/sign-in/NewPassword.tsx'
import { Button } from '#web/ui/Button.tsx'

type Values = { current: string; password: string }

/** Changes the password; the current one is required, except after a reset link was opened in this session. */
export function PasswordRow({ account: { mayChoosePassword, hasPassword } }: { account: Account }) {
  // No current one is asked for; a person without one confirms at the provider.
  const free = mayChoosePassword || !hasPassword
  const [open, setOpen] = useState(false)
  const label = t(free ? 'signIn.resetTitle' : 'account.newPassword.change')
  return (
    <li>
      <div className={`${css.words} stack gap-4`}>
        <div className="name-line">{t('signIn.password')}</div>
        <p className="muted short-measure">
          {t(mayChoosePassword ? 'account.newPassword.mayChoose' : hasPassword ? 'account.newPassword.why' : 'account.newPassword.none')}
        </p>
      </div>
      <div className="row">
        <Button look={mayChoosePassword ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
      <FormDialog
        title={label}
        text={t('account.newPassword.text')}
        open={open}
        onClose={() => setOpen(false)}
        submit={t('signIn.resetSubmit')}
        fields={['current', 'password']}
        check={({ current, password }: Values) => ({
          current: free ? undefined : required(current),
          password: checkNewPassword(password),
        })}
        send={({ current, password }) => client.account.changePassword(free ? { password } : { current, password })}
        stale={rpc.account.key()}
        report={() => t('account.newPassword.done')}
      >
        {!mayChoosePassword && <OwnPassword name="current" />}
        <NewPassword label={t('signIn.resetPassword')} />
      </FormDialog>
    </li>
  )
}
