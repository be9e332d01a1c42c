import { useQuery } from '@tanstack/react-query'
import { Form } from '#web/platform/forms/Form.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { AuthLayout, BackToSignIn } from '#web/sign-in/AuthLayout.tsx'
import { checkResetLink, resetPassword } from '#web/sign-in/mailed-links.ts'
import { checkNewPassword, NewPassword } from '#web/sign-in/NewPassword.tsx'
import { Button } from '#web/ui/Button.tsx'

type Props = { token: string; onDone: () => void; onAgain: () => void; onBack: () => void }

/** `/login?reset=…`: a mailed reset link was opened (product §2). */
export default function ResetPassword({ token, onDone, onAgain, onBack }: Props) {
  const form = useForm({
    fields: ['password'],
    check: ({ password }: { password: string }) => ({ password: checkNewPassword(password) }),
    send: ({ password }) => resetPassword({ token, password }),
    done: onDone,
  })
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => checkResetLink(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const expired = [link.error && problemOf(link.error), form.refusal].find((problem) => problem?.code === 'link-expired')
  if (expired) {
    return (
      <AuthLayout title={t('account.link.expired.title')}>
        <div className="column gap-20">
          <p role="alert">{expired.message}</p>
          <Button look="primary" wide onClick={onAgain}>
            {t('signIn.resetNew')}
          </Button>
        </div>
        <BackToSignIn onBack={onBack} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('signIn.resetTitle')} lead={t('signIn.resetLead')}>
      <Form of={form} className="column gap-20">
        <NewPassword label={t('signIn.resetPassword')} />
        <Button look="primary" type="submit" wide busy={form.busy}>
          {t('signIn.resetSubmit')}
        </Button>
      </Form>
      <BackToSignIn onBack={onBack} />
    </AuthLayout>
  )
}
