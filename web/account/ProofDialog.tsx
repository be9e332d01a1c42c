import { CodeField } from '#web/account/CodeField.tsx'
import { OwnPassword, required } from '#web/account/OwnPassword.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'

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
export const ProofDialog = <Answer,>({ send, ...rest }: Props<Answer>) => (
  <FormDialog
    {...rest}
    open
    fields={['password', 'code']}
    check={({ password, code }: Proof) => ({ password: required(password), code: required(code) })}
    send={({ password, code }) => send({ password, code })}
  >
    <OwnPassword name="password" />
    <CodeField />
  </FormDialog>
)
