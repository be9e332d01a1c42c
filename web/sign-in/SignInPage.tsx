import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { homeOf } from '#domain/routes.ts'
import { signIn } from '#web/app/auth.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import { t } from '#web/messages/door.ts'
import css from '#web/sign-in/Door.module.css'
import { Door } from '#web/sign-in/Door.tsx'
import { looksLikeEmail } from '#web/sign-in/looks-like-email.ts'
import { useForm } from '#web/sign-in/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

/** `/login` (spec §2). */
export function SignInPage() {
  const { registration } = useMarketplace()
  const { return: back } = useSearch({ from: '/login' })
  const ended = useRouterState({ select: ({ location }) => location.state.ended === true })
  const navigate = useNavigate()
  const { form, problems, refusal, busy, mend } = useForm({
    fields: ['email', 'password'],
    check: ({ email, password }: { email: string; password: string }) => ({
      email: looksLikeEmail(email) ? undefined : t('signIn.badEmail'),
      password: password ? undefined : t('common.required'),
    }),
    send: signIn,
    done: ({ role }) => void navigate({ href: back ?? homeOf[role], replace: true }),
  })
  return (
    <Door title={t('signIn.title')} beside={registration === 'open' && <ToRegister />}>
      {ended && !refusal && (
        <div className={css.note}>
          <Note>{t('signIn.ended')}</Note>
        </div>
      )}
      <form {...form} className={css.form}>
        {refusal && <Note tone="bad">{refusal.message}</Note>}
        <Field
          label={t('signIn.email')}
          name="email"
          type="email"
          autoComplete="username"
          error={problems.email}
          onInput={() => mend('email')}
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          error={problems.password}
          onInput={() => mend('password')}
        />
        <Button look="primary" type="submit" wide busy={busy}>
          {t('signIn.submit')}
        </Button>
      </form>
      <Forgot />
    </Door>
  )
}

function ToRegister() {
  return (
    <>
      {t('signIn.noAccount')} <Link to="/register">{t('signIn.toRegister')}</Link>
    </>
  )
}

/** What to do meanwhile: resetting by mail is not there yet, and nothing pretends it is. */
function Forgot() {
  const [shown, setShown] = useState(false)
  return (
    <>
      <div className={css.under}>
        <Button look="quiet" aria-expanded={shown} aria-controls="forgot" onClick={() => setShown(!shown)}>
          {t('signIn.forgot')}
        </Button>
      </div>
      <section id="forgot" className={css.aside} hidden={!shown}>
        <h2>{t('signIn.forgotTitle')}</h2>
        <p>{t('signIn.forgotText')}</p>
        <p>{t('signIn.forgotKeep')}</p>
      </section>
    </>
  )
}
