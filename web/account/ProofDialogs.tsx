import { useState } from 'react'
import { CodeField } from '#web/account/CodeField.tsx'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import { RecoveryCodes } from '#web/account/RecoveryCodes.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

type CloseProps = { onClose: (changed: boolean) => void }

/** Turns the second factor off. */
export function EndDialog({ onClose }: CloseProps) {
  return (
    <ProofDialog
      title={t('account.factor.endTitle')}
      text={t('account.factor.endText')}
      submit={t('common.switchOff')}
      danger
      send={client.account.endSecondFactor}
      done={() => {
        toast(t('account.factor.ended'))
        onClose(true)
      }}
      onClose={() => onClose(false)}
    />
  )
}

/** Replaces the recovery codes. */
export function RenewDialog({ onClose }: CloseProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={() => onClose(true)} />
  return (
    <ProofDialog
      title={t('account.factor.renew')}
      text={t('account.factor.renewText')}
      submit={t('account.factor.renewSubmit')}
      send={client.account.newRecoveryCodes}
      done={(fresh) => setCodes(fresh.codes)}
      onClose={() => onClose(false)}
    />
  )
}

type Proof = { password: string; code: string }
type Props<Answer> = {
  title: string
  text: string
  submit: string
  danger?: boolean
  send: (proof: Proof) => Promise<Answer>
  done: (answer: Answer) => void
  onClose: () => void
}

/** Asks for password and code before a change that weakens the account. */
const ProofDialog = <Answer,>({ send, ...rest }: Props<Answer>) => (
  <FormDialog
    {...rest}
    fields={['password', 'code']}
    check={({ password, code }: Proof) => ({ password: required(password), code: required(code) })}
    send={({ password, code }) => send({ password, code })}
  >
    <OwnPassword name="password" />
    <CodeField />
  </FormDialog>
)
