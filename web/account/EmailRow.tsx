import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#domain/account.ts'
import { limits } from '#domain/limits.ts'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import css from '#web/account/ProfilePage.module.css'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { emailProblem } from '#web/sign-in/email-problem.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The address for sign-in, and how to change it. */
export function EmailRow({ account }: { account: Account }) {
  const { email, emailVerified, pendingEmail, isSupport } = account
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const { mailsAreFiles } = useMarketplace()
  const adopt = (fresh: Account) => queries.setQueryData(rpc.account.get.queryKey(), fresh)
  const reportLink = (sent: string) => (mailsAreFiles ? toast(t('account.email.filed'), 'fair') : toast(sent))
  const resend = useAct({ send: () => client.account.sendVerification(), done: () => reportLink(t('account.email.resent')) })
  const keep = useAct({
    send: () => client.account.keepEmail(),
    done: (fresh) => {
      adopt(fresh)
      toast(t('account.email.changeCancelled'))
    },
  })
  return (
    <li>
      <div className={`${css.words} stack gap-4`}>
        <div className="name-line">
          {t('fields.email')}
          <Tag tone={emailVerified ? 'green' : 'amber'}>{t(emailVerified ? 'account.email.verified' : 'account.email.unverified')}</Tag>
        </div>
        <p>{email}</p>
        {isSupport && <p className="muted short-measure">{t('account.email.support')}</p>}
        {pendingEmail && (
          <p className="muted short-measure">
            {t(mailsAreFiles ? 'account.email.pendingFiled' : 'account.email.pending', { email: pendingEmail })}
          </p>
        )}
      </div>
      <div className="row">
        {(pendingEmail || !emailVerified) && (
          <Button busy={resend.isPending} onClick={() => resend.mutate()}>
            {t('account.email.resend')}
          </Button>
        )}
        {pendingEmail && (
          <Button busy={keep.isPending} onClick={() => keep.mutate()}>
            {t('account.email.keep')}
          </Button>
        )}
        {!isSupport && <Button onClick={() => setOpen(true)}>{t('account.email.title')}</Button>}
      </div>
      <FormDialog
        title={t('account.email.title')}
        text={t('account.email.text')}
        open={open}
        onClose={() => setOpen(false)}
        submit={t('signIn.forgotSubmit')}
        fields={['email', 'password']}
        check={({ email, password }: { email: string; password: string }) => ({
          email: emailProblem(email),
          password: required(password),
        })}
        send={({ email, password }) => client.account.changeEmail({ email: email.trim(), password })}
        done={(fresh) => {
          adopt(fresh)
          setOpen(false)
          if (fresh.pendingEmail) reportLink(t('account.email.sent', { email: fresh.pendingEmail }))
          else toast(t('account.email.changeCancelled'))
        }}
      >
        <Field label={t('account.email.new')} name="email" type="email" autoComplete="email" maxLength={limits.user.emailMax} />
        <OwnPassword name="password" />
      </FormDialog>
    </li>
  )
}
