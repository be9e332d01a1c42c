import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { AuthLayout, BackToSignIn } from '#web/sign-in/AuthLayout.tsx'
import { emailProblem } from '#web/sign-in/email-problem.ts'
import { askForReset } from '#web/sign-in/mailed-links.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'

/** Requests a mail with a reset link; the answer is the same whether the address is known or not (product §2). */
export default function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { mailsAreFiles } = useMarketplace()
  if (sentTo !== null) {
    return (
      <AuthLayout key="sent" next title={t(mailsAreFiles ? 'signIn.forgotFiledTitle' : 'signIn.forgotSentTitle')}>
        <div className="column gap-20" role="status">
          <p>{t(mailsAreFiles ? 'signIn.forgotFiledText' : 'signIn.forgotSentText', { email: sentTo })}</p>
          <p className="muted">{t(mailsAreFiles ? 'signIn.forgotFiledNone' : 'signIn.forgotSentNone')}</p>
          {!mailsAreFiles && <SendAgain email={sentTo} />}
          <Button wide onClick={() => setSentTo(null)}>
            {t('signIn.forgotAgain')}
          </Button>
        </div>
        <BackToSignIn onBack={onBack} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout next title={t('signIn.forgotTitle')} lead={t('signIn.forgotLead')}>
      <ForgotForm email={email} onSent={setSentTo} />
      <BackToSignIn onBack={onBack} />
    </AuthLayout>
  )
}

/** For a mail that was lost or does not come. */
function SendAgain({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    send: () => {
      setSent(false)
      return askForReset({ email })
    },
    done: () => setSent(true),
  })
  return (
    <Form of={form} className="column gap-20">
      <Button type="submit" wide busy={form.busy}>
        {t('common.sendAgain')}
      </Button>
      {isSent && <p>{t('signIn.forgotResent')}</p>}
    </Form>
  )
}

function ForgotForm({ email: typed, onSent }: { email: string; onSent: (email: string) => void }) {
  const form = useForm({
    fields: ['email'],
    check: ({ email }: { email: string }) => ({ email: emailProblem(email) }),
    send: async ({ email }) => {
      await askForReset({ email: email.trim() })
      return email.trim()
    },
    done: onSent,
  })
  return (
    <Form of={form} className="column gap-20">
      <Field
        label={t('fields.email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={limits.user.emailMax}
        defaultValue={typed}
      />
      <Button look="primary" type="submit" wide busy={form.busy}>
        {t('signIn.forgotSubmit')}
      </Button>
    </Form>
  )
}
