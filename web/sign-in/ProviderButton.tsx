import { useMutation } from '@tanstack/react-query'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { type AtProvider, goToProvider } from '#web/platform/session/auth.ts'
import css from '#web/sign-in/AuthLayout.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = { label: string; asked: AtProvider; isFirst?: boolean }

/** Leaves for the sign-in provider; says in place if it cannot be reached. */
export function ProviderButton({ label, asked, isFirst = false }: Props) {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => goToProvider(asked) })
  return (
    <div className="column gap-20">
      {error && <Note tone="bad">{problemOf(error).message}</Note>}
      <Button look={isFirst ? 'primary' : 'plain'} wide busy={isPending || isSuccess} onClick={() => mutate()}>
        {label}
      </Button>
    </div>
  )
}

/** The way in through the provider, above the form for passwords. */
export function OrByPassword(props: Omit<Props, 'isFirst'>) {
  return (
    <>
      <ProviderButton {...props} />
      <p className={`${css.or} muted`}>{t('signIn.or')}</p>
    </>
  )
}
