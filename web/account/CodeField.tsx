import { t } from '#web/platform/i18n/messages.ts'
import { Field } from '#web/ui/Field.tsx'

/** A code of the authenticator app, or a recovery code. */
export const CodeField = ({ appOnly = false }: { appOnly?: boolean }) => (
  <Field
    label={t('signIn.code')}
    hint={t(appOnly ? 'account.factor.codeHintApp' : 'account.factor.codeHint')}
    name="code"
    inputMode={appOnly ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    maxLength={40}
  />
)
