import { useNavigate } from '@tanstack/react-router'
import { CodeField } from '#web/account/CodeField.tsx'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { forgetClosedPerson } from '#web/platform/session/auth.ts'

type Values = { password: string; code: string }

/** Explains what closing the account means, then closes it permanently. */
export default function CloseDialog({ asksCode, onClose }: { asksCode: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  // At the answer: the end of the live stream, which follows, would report a session that ended by itself.
  const leave = () => {
    forgetClosedPerson()
    void navigate({ to: '/login', search: { closed: true }, replace: true, ignoreBlocker: true })
  }
  return (
    <FormDialog
      title={t('account.data.closeTitle')}
      text={t('account.data.closeConsequences')}
      open
      onClose={onClose}
      submit={t('account.data.close')}
      danger
      fields={['password', 'code']}
      check={({ password, code }: Values) => ({ password: required(password), code: asksCode ? required(code) : undefined })}
      send={({ password, code }) => client.account.close(asksCode ? { password, code } : { password }).then(leave)}
    >
      <OwnPassword name="password" />
      {asksCode && <CodeField />}
    </FormDialog>
  )
}
