import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#domain/account.ts'
import { errors } from '#domain/errors.ts'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import css from '#web/account/ProfilePage.module.css'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { goToProvider } from '#web/platform/session/auth.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { toast } from '#web/ui/toasts.ts'

type Values = { password: string }

/** `passwords`: whether people can sign in with one here. */
type Shown = { provider: NonNullable<Account['provider']>; hasPassword: boolean; passwords: boolean }

/** Whether signing in at the provider opens this account, and how to change that. */
export function ProviderRow({ provider, hasPassword, passwords }: Shown) {
  const { name, isConnected } = provider
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const label = t(isConnected ? 'account.provider.disconnect' : 'account.provider.connect', { name })
  const lacksPassword = isConnected ? errors['only-sign-in'].message : t(`account.provider.${passwords ? 'needsPassword' : 'passwordsOff'}`)
  const why = hasPassword ? null : lacksPassword
  return (
    <li>
      <div className={`${css.words} stack gap-4`}>
        <div className="name-line">
          {name}
          <Tag tone={isConnected ? 'green' : 'grey'}>{t(isConnected ? 'account.provider.on' : 'account.provider.off')}</Tag>
        </div>
        <p className="muted short-measure">{why ?? t(isConnected ? 'account.provider.onText' : 'account.provider.offText', { name })}</p>
      </div>
      <div className="row">{!why && <Button onClick={() => setOpen(true)}>{label}</Button>}</div>
      <FormDialog
        title={label}
        text={t(isConnected ? 'account.provider.disconnectText' : 'account.provider.connectText', { name })}
        open={open}
        onClose={() => setOpen(false)}
        submit={t(isConnected ? 'account.provider.disconnectSubmit' : 'account.provider.connectSubmit')}
        fields={['password']}
        check={({ password }: Values) => ({ password: required(password) })}
        send={async ({ password }): Promise<Account | null> => {
          if (isConnected) return client.account.disconnectProvider({ password })
          await goToProvider({ purpose: 'connect', return: '/profile', password })
          return null
        }}
        done={(fresh) => {
          // Otherwise the browser leaves for the provider.
          if (!fresh) return
          queries.setQueryData(rpc.account.get.queryKey(), fresh)
          setOpen(false)
          toast(t('account.provider.disconnected', { name }))
        }}
      >
        <OwnPassword name="password" />
      </FormDialog>
    </li>
  )
}
