import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { signOut } from '#web/app/auth.ts'
import { problemOf } from '#web/app/problem.ts'
import css from '#web/errors/ErrorScreen.module.css'
import { t } from '#web/messages/door.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

/** `/logout` (spec §2): ends the session and goes to the sign-in screen. */
export function SignOutPage() {
  const navigate = useNavigate()
  const begun = useRef(false)
  const { mutate, error, isError } = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login', replace: true }),
  })
  usePageTitle(t('signIn.signingOut'))
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  return (
    <main className={isError ? css.screen : undefined}>
      <h1 className={isError ? undefined : 'visually-hidden'}>{t(isError ? 'signIn.signOutFailed' : 'signIn.signingOut')}</h1>
      {isError ? (
        <>
          <p className={css.text}>{problemOf(error).message}</p>
          <Button look="primary" onClick={() => mutate()}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <Spinner page />
      )}
    </main>
  )
}
