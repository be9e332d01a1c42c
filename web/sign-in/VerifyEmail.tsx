import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { AuthLayout } from '#web/sign-in/AuthLayout.tsx'
import { verifyEmail } from '#web/sign-in/mailed-links.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

/** `/login?verify=…`: confirms an address by a mailed link, once (product §2). */
export default function VerifyEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const begun = useRef(false)
  const { mutate, data, error } = useMutation({ mutationFn: verifyEmail })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate(token)
  }, [mutate, token])
  const problem = error && problemOf(error)
  const isUsed = problem?.code === 'link-expired'
  return (
    <AuthLayout
      title={t(
        isUsed
          ? 'account.link.expired.title'
          : problem
            ? 'signIn.notVerifiedTitle'
            : data
              ? 'account.link.verified.title'
              : 'signIn.verifying',
      )}
    >
      <div className="column gap-20">
        {!data && !problem && <Spinner />}
        {data && <p role="status">{t('signIn.verifiedText', { email: data.email })}</p>}
        {isUsed ? <p role="alert">{t('signIn.linkUsedText')}</p> : problem && <Note tone="bad">{problem.message}</Note>}
        {problem?.code === 'unavailable' && <Button onClick={() => mutate(token)}>{t('common.retry')}</Button>}
        {(data || problem) && (
          <Button look="primary" wide onClick={onDone}>
            {t('signIn.title')}
          </Button>
        )}
      </div>
    </AuthLayout>
  )
}
