import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { ProviderButton } from '#web/sign-in/ProviderButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

/** The field for the current password. A person without one confirms at the provider that it is them, and comes back to this page. */
export function OwnPassword({ name }: { name: 'password' | 'current' }) {
  const { data: account } = useQuery(rpc.account.get.queryOptions())
  if (account && !account.hasPassword && account.provider) {
    return <ConfirmAtProvider name={account.provider.name} isConfirmed={account.confirmed} />
  }
  return <PasswordField label={t('account.current')} hint={t('account.currentHint')} name={name} autoComplete="current-password" />
}

/** The way to the provider and back to this page, by which a person without a password confirms that it is them. */
export function ConfirmAtProvider({ name, isConfirmed }: { name: string; isConfirmed: boolean }) {
  const here = useRouterState({ select: ({ location }) => location.href })
  if (isConfirmed) return <p className="muted short-measure">{t('account.provider.confirmed', { name })}</p>
  return (
    <div className="stack gap-12">
      <p className="muted short-measure">{t('account.provider.confirmText', { name })}</p>
      <ProviderButton label={t('account.provider.confirm', { name })} asked={{ purpose: 'confirm', return: here }} />
    </div>
  )
}
