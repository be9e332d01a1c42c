import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { homeOf } from '#domain/routes.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { required } from '#web/platform/forms/required.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { returnFromProvider } from '#web/platform/session/auth.ts'
import { useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'
import { SignInCode } from '#web/sign-in/SignInCode.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

/** `/login/callback`: the sign-in provider sent the person back. The server checks its answer, which works once. */
export function CallbackPage() {
  const begun = useRef(false)
  const [search] = useState(() => location.search)
  const goOn = useGoOn()
  const { mutate, error } = useMutation({ mutationFn: () => returnFromProvider({ search }), onSuccess: goOn })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  const problem = error && problemOf(error)
  if (problem?.code === 'second-factor-needed') return <CodeStep search={search} />
  return (
    <AuthLayout title={t(problem ? 'signIn.notDone' : 'signIn.returning')}>
      {problem ? <Failed message={problem.message} /> : <Spinner />}
    </AuthLayout>
  )
}

const useGoOn = () => {
  const navigate = useNavigate()
  return (to: string) => void navigate({ href: to, replace: true })
}

function Failed({ message }: { message: string }) {
  const me = useMeIfSignedIn()
  return (
    <div className="column gap-20">
      <Note tone="bad">{message}</Note>
      <Link to={me ? homeOf[me.role] : '/login'} className={buttonClass('primary', true)}>
        {t(me ? 'errorPages.home' : 'signIn.backToSignIn')}
      </Link>
    </div>
  )
}

/** Admins who need a second factor give its code, too; the answer of the provider waits for it on the server. */
function CodeStep({ search }: { search: string }) {
  const goOn = useGoOn()
  const form = useForm({
    fields: ['code'],
    check: ({ code }: { code: string }) => ({ code: required(code) }),
    send: ({ code }) => returnFromProvider({ search, code }),
    done: goOn,
  })
  const { refusal, busy } = form
  return (
    <AuthLayout next title={t('signIn.title')} lead={t('signIn.codeLead')}>
      {refusal ? (
        <Failed message={refusal.message} />
      ) : (
        <Form of={form} className="column gap-20">
          <SignInCode />
          <Button look="primary" type="submit" wide busy={busy}>
            {t('signIn.title')}
          </Button>
        </Form>
      )}
    </AuthLayout>
  )
}
