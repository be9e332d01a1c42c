import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { homeOf } from '#domain/routes.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { required } from '#web/platform/forms/required.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { signUp } from '#web/platform/session/auth.ts'
import { useMarketplace, useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'
import { emailProblem } from '#web/sign-in/email-problem.ts'
import { findInvited } from '#web/sign-in/mailed-links.ts'
import { checkNewPassword, NewPassword } from '#web/sign-in/NewPassword.tsx'
import { OrByPassword, ProviderButton } from '#web/sign-in/ProviderButton.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

/** `/register` (spec §2): sign-up of a seller. */
export function RegisterPage() {
  const { registration, marketplaceName: name } = useMarketplace()
  const { invite } = useSearch({ from: '/register' })
  if (invite) return <Invited token={invite} />
  if (registration !== 'open') {
    const isClosed = registration === 'closed'
    return (
      <AuthLayout title={t(isClosed ? 'signIn.closedTitle' : 'signIn.invitedOnlyTitle')} beside={<ToSignIn />}>
        <p>{t(isClosed ? 'signIn.closedText' : 'signIn.invitedOnlyText', { name })}</p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('signIn.registerTitle')} lead={t('signIn.registerLead', { name })} beside={<ToSignIn />}>
      <Register />
    </AuthLayout>
  )
}

/** By the provider, by password, or both. */
function Register({ invited }: { invited?: Invitation }) {
  const { signIn: ways } = useMarketplace()
  if (!ways) return <RegisterForm invited={invited} />
  const atProvider = {
    label: t('signIn.registerWithProvider', { name: ways.provider }),
    asked: { purpose: 'sign-in' as const, invite: invited?.token },
  }
  if (!ways.password) return <ProviderButton {...atProvider} isFirst />
  return (
    <>
      <OrByPassword {...atProvider} />
      <RegisterForm invited={invited} />
    </>
  )
}

/** The link of an invitation: whom it is for, or why it no longer works. */
function Invited({ token }: { token: string }) {
  const { marketplaceName: name } = useMarketplace()
  const isVisitor = useMeIfSignedIn() === null
  const found = useQuery({
    // The invitation is used up by the sign-up, which forgets its answer.
    enabled: isVisitor,
    queryKey: ['invitation', token],
    queryFn: () => findInvited(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const problem = found.error && problemOf(found.error)
  if (problem && !worthRetrying(found.error)) {
    const isCut = problem.code === 'invalid-argument'
    // The link works once registration is open again.
    const isClosed = problem.code === 'registration-closed'
    return (
      <AuthLayout title={t(isCut ? 'signIn.cutTitle' : isClosed ? 'signIn.closedTitle' : 'account.link.expired.title')}>
        <div className="column gap-20">
          <p role="alert">
            {isClosed ? t('signIn.closedText', { name }) : problem.message}
            {isCut && ` ${t('signIn.invitedIncomplete')}`}
          </p>
          <Link to="/login" className={buttonClass('primary', true)}>
            {t('signIn.title')}
          </Link>
        </div>
      </AuthLayout>
    )
  }
  const lead = found.data && t(found.data.role === 'admin' ? 'signIn.invitedAdmin' : 'signIn.invitedSeller', { name })
  return (
    <AuthLayout title={t('signIn.registerTitle')} lead={lead} beside={<ToSignIn />}>
      {found.isPending && <Spinner />}
      {problem && (
        <Note tone="bad" action={<Button onClick={() => void found.refetch()}>{t('common.retry')}</Button>}>
          {problem.message}
        </Note>
      )}
      {found.data && <Register invited={{ token, email: found.data.email }} />}
    </AuthLayout>
  )
}

type NewPerson = { name: string; email: string; password: string }
const { nameMax, emailMax } = limits.user

function check({ name, email, password }: NewPerson) {
  return {
    name: required(name),
    email: emailProblem(email),
    password: checkNewPassword(password),
  }
}

type Invitation = { token: string; email: string }

function RegisterForm({ invited }: { invited: Invitation | undefined }) {
  const navigate = useNavigate()
  /** The address that has an account. */
  const [taken, setTaken] = useState<string | null>(null)
  const form = useForm({
    fields: ['name', 'email', 'password'],
    check,
    send: async (person: NewPerson) => {
      const email = invited?.email ?? person.email.trim()
      setTaken(null)
      try {
        return await signUp({ ...person, ...(invited && { email, invite: invited.token }) })
      } catch (error) {
        if (problemOf(error).code === 'email-taken') setTaken(email)
        throw error
      }
    },
    done: ({ role }) => void navigate({ href: homeOf[role], replace: true }),
  })
  return (
    <Form of={form} className="column gap-20">
      <Field label={t('fields.name')} name="name" autoComplete="name" maxLength={nameMax} />
      <Field
        label={t('fields.email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={emailMax}
        hint={invited && t('signIn.invitedEmail', { email: invited.email })}
        defaultValue={invited?.email}
        readOnly={invited !== undefined}
      />
      {taken !== null && form.problems.email && (
        <p className="prose">
          {t('signIn.isYours')}{' '}
          <Link to="/login" state={{ email: taken }}>
            {t('signIn.title')}
          </Link>
          {' · '}
          <Link to="/login" state={{ email: taken, forgot: true }}>
            {t('signIn.forgot')}
          </Link>
        </p>
      )}
      <NewPassword label={t('signIn.password')} />
      <Button look="primary" type="submit" wide busy={form.busy}>
        {t('signIn.registerSubmit')}
      </Button>
    </Form>
  )
}

function ToSignIn() {
  return (
    <>
      {t('signIn.haveAccount')} <Link to="/login">{t('signIn.title')}</Link>
    </>
  )
}
