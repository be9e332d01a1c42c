import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { homeOf } from '#domain/routes.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { required } from '#web/platform/forms/required.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { signIn, type Unsent } from '#web/platform/session/auth.ts'
import { useMarketplace, useSuspension } from '#web/platform/session/use-me.ts'
import css from '#web/sign-in/AuthLayout.module.css'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'
import { emailProblem } from '#web/sign-in/email-problem.ts'
import { OrByPassword, ProviderButton } from '#web/sign-in/ProviderButton.tsx'
import { SignInCode } from '#web/sign-in/SignInCode.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

// Loaded on demand, because most people only sign in.
const ForgotPassword = lazyComponent(() => import('#web/sign-in/ForgotPassword.tsx'), 'default')
const ResetPassword = lazyComponent(() => import('#web/sign-in/ResetPassword.tsx'), 'default')
const VerifyEmail = lazyComponent(() => import('#web/sign-in/VerifyEmail.tsx'), 'default')

/** `/login` (spec §2), including the forgotten password and the mailed links (product §2). */
export function SignInPage() {
  const { reset, verify, closed } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const came = useRouterState({ select: ({ location }) => location.state })
  const [shown, setShown] = useState<'first' | 'sign-in' | 'forgot' | 'changed'>(came.forgot ? 'forgot' : 'first')
  /** Typed at sign-in; a person who forgot the password need not type it again. */
  const [email, setEmail] = useState(came.email ?? '')
  const show = (next: typeof shown) => {
    setShown(next)
    // The token is used up or invalid, and the person has read that their account is closed: neither need stay in the address.
    if (reset || verify || closed) void navigate({ to: '/login', replace: true })
  }
  const screen = () => {
    if (shown === 'forgot') return <ForgotPassword email={email} onBack={() => show('sign-in')} />
    if (reset)
      return <ResetPassword token={reset} onDone={() => show('changed')} onAgain={() => show('forgot')} onBack={() => show('sign-in')} />
    if (verify) return <VerifyEmail token={verify} onDone={() => show('sign-in')} />
    return (
      <SignIn back={shown !== 'first'} changed={shown === 'changed'} email={email} onEmail={setEmail} onForgot={() => show('forgot')} />
    )
  }
  return <Suspense fallback={<Spinner page />}>{screen()}</Suspense>
}

type SignInProps = { back: boolean; changed: boolean; email: string; onEmail: (email: string) => void; onForgot: () => void }

function SignIn({ back: isBack, changed, email: typedBefore, onEmail, onForgot }: SignInProps) {
  const { registration, signIn: ways } = useMarketplace()
  const { return: back, closed } = useSearch({ from: '/login' })
  const { ended, leftBehind } = useRouterState({ select: ({ location }) => location.state })
  const navigate = useNavigate()
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    fields: ['email', 'password', 'code'],
    check: ({ email, password, code }: { email: string; password: string; code: string }) => ({
      email: emailProblem(email),
      password: password ? undefined : t('common.required'),
      code: required(code),
    }),
    send: async (who) => {
      try {
        return await signIn(who)
      } catch (error) {
        if (problemOf(error).code !== 'second-factor-needed') throw error
        setAsksCode(true)
        return null
      }
    },
    done: (user) => user && void navigate({ href: back ?? homeOf[user.role], replace: true }),
  })
  const { refusal, busy } = form
  const hasPasswords = ways?.password !== false
  const atProvider = ways && {
    label: t('signIn.withProvider', { name: ways.provider }),
    asked: { purpose: 'sign-in' as const, return: back },
  }
  return (
    <AuthLayout
      next={isBack}
      title={t('signIn.title')}
      lead={asksCode ? t('signIn.codeLead') : undefined}
      beside={hasPasswords && registration === 'open' && !asksCode && <ToRegister />}
    >
      {!refusal && <Ended ended={ended} />}
      {leftBehind && !refusal && (
        <div className={css.note} role="status">
          <Note tone="warn">{t('signIn.leftBehind')}</Note>
        </div>
      )}
      {(changed || closed) && !refusal && !asksCode && (
        <div className={css.note} role="status">
          <Note>{changed ? t('signIn.resetDone') : t('signIn.accountClosed')}</Note>
        </div>
      )}
      {atProvider && !hasPasswords && <ProviderButton {...atProvider} isFirst />}
      {atProvider && hasPasswords && !asksCode && <OrByPassword {...atProvider} />}
      {hasPasswords && (
        <>
          <Form of={form} className="column gap-20">
            {asksCode && <SignInCode />}
            {/* Hidden but still sent: the server checks password and code together. */}
            <div className="column gap-20" hidden={asksCode}>
              <Field
                label={t('fields.email')}
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={typedBefore}
                onChange={({ target }) => onEmail(target.value)}
              />
              <PasswordField label={t('signIn.password')} name="password" autoComplete="current-password" />
            </div>
            <Button look="primary" type="submit" wide busy={busy}>
              {t('signIn.title')}
            </Button>
          </Form>
          <div className={css.under}>
            <Button look="quiet" onClick={asksCode ? () => setAsksCode(false) : onForgot}>
              {t(asksCode ? 'signIn.codeBack' : 'signIn.forgot')}
            </Button>
          </div>
        </>
      )}
    </AuthLayout>
  )
}

function ToRegister() {
  return (
    <>
      {t('signIn.noAccount')} <Link to="/register">{t('signIn.registerTitle')}</Link>
    </>
  )
}

/** Explains why a session ended; a suspended person learns the reason and where to appeal. */
function Ended({ ended }: { ended: Unsent | undefined }) {
  const suspension = useSuspension()
  if (suspension) {
    const { reason, appealTo } = suspension
    return (
      <div className={css.note}>
        <Note tone="warn">
          <p>{t('signIn.suspended')}</p>
          {reason && <p className="as-written">{t('common.reasonIs', { reason })}</p>}
          <p>
            {t('signIn.appeal')} <a href={`mailto:${appealTo}`}>{appealTo}</a>
          </p>
        </Note>
      </div>
    )
  }
  if (!ended) return null
  return (
    <div className={css.note}>
      <Note>{t(ended === 'deleted' ? 'signIn.endedOnly' : 'signIn.ended')}</Note>
    </div>
  )
}
