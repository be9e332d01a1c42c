import { t } from '#web/platform/i18n/messages.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'

type Props = { name: 'password' | 'current'; error: string | undefined }

/** The field for the current password. */
export const OwnPassword = ({ name, error }: Props) => (
  <PasswordField label={t('account.current')} hint={t('account.currentHint')} name={name} autoComplete="current-password" error={error} />
)

export const required = (text: string | undefined) => (text?.trim() ? undefined : t('common.required'))
