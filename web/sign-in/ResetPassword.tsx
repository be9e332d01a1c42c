import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { resetPassword } from '#web/platform/session/auth.ts'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'
import { checkNewPassword, NewPassword } from '#web/sign-in/NewPassword.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = { token: string; onDone: () => void; onAgain: () => void }

/** `/login?reset=…`: a mailed reset link was opened (product §2). */
export default function ResetPassword({ token, onDone, onAgain }: Props) {
  const { form, problems, refusal, busy } = useForm({
    fields: ['password'],
    check: ({ password }: { password: string }) => ({ password: checkNewPassword(password) }),
    send: ({ password }) => resetPassword({ token, password }),
    done: onDone,
  })
  const expired = refusal?.code === 'link-expired'
  return (
    <AuthLayout title={t('signIn.resetTitle')} lead={t('signIn.resetLead')}>
      <form {...form} className="column gap-20">
        {refusal && <Note tone="bad">{refusal.message}</Note>}
        <NewPassword label={t('signIn.resetPassword')} error={problems.password} />
        <Button look={expired ? 'plain' : 'primary'} type="submit" wide busy={busy}>
          {t('signIn.resetSubmit')}
        </Button>
        {expired && (
          <Button look="primary" wide onClick={onAgain}>
            {t('signIn.resetNew')}
          </Button>
        )}
      </form>
    </AuthLayout>
  )
}
