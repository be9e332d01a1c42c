import { Link, useNavigate } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import { homeOf } from '#domain/routes.ts'
import { signUp } from '#web/app/auth.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import { t } from '#web/messages/door.ts'
import css from '#web/sign-in/Door.module.css'
import { Door } from '#web/sign-in/Door.tsx'
import { looksLikeEmail } from '#web/sign-in/looks-like-email.ts'
import { checkNewPassword, NewPassword } from '#web/sign-in/NewPassword.tsx'
import { useForm } from '#web/sign-in/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'

/** `/register` (spec §2): a new seller. */
export function RegisterPage() {
  const { registration, marketplaceName: name } = useMarketplace()
  if (registration === 'closed') {
    return (
      <Door title={t('signIn.closedTitle')} beside={<ToSignIn />}>
        <p>{t('signIn.closedText', { name })}</p>
      </Door>
    )
  }
  return (
    <Door title={t('signIn.registerTitle')} lead={t('signIn.registerLead', { name })} beside={<ToSignIn />}>
      <RegisterForm />
    </Door>
  )
}

type NewPerson = { name: string; email: string; password: string }
const { nameMax, emailMax } = limits.user

function check({ name, email, password }: NewPerson) {
  return {
    name: name.trim() ? undefined : t('common.required'),
    email: looksLikeEmail(email) ? undefined : t('signIn.badEmail'),
    password: checkNewPassword(password),
  }
}

function RegisterForm() {
  const navigate = useNavigate()
  const { form, problems, refusal, busy, mend } = useForm({
    fields: ['name', 'email', 'password'],
    check,
    send: signUp,
    done: ({ role }) => void navigate({ href: homeOf[role], replace: true }),
  })
  return (
    <form {...form} className={css.form}>
      {refusal && <Note tone="bad">{refusal.message}</Note>}
      <Field
        label={t('signIn.name')}
        name="name"
        autoComplete="name"
        maxLength={nameMax}
        error={problems.name}
        onInput={() => mend('name')}
      />
      <Field
        label={t('signIn.email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={emailMax}
        error={problems.email}
        onInput={() => mend('email')}
      />
      <NewPassword label={t('signIn.password')} error={problems.password} onInput={() => mend('password')} />
      <Button look="primary" type="submit" wide busy={busy}>
        {t('signIn.registerSubmit')}
      </Button>
    </form>
  )
}

function ToSignIn() {
  return (
    <>
      {t('signIn.haveAccount')} <Link to="/login">{t('signIn.toSignIn')}</Link>
    </>
  )
}
