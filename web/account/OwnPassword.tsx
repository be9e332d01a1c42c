import { t } from '#web/platform/i18n/messages.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'

/** The field for the current password. */
export const OwnPassword = ({ name }: { name: 'password' | 'current' }) => (
  <PasswordField label={t('account.current')} hint={t('account.currentHint')} name={name} autoComplete="current-password" />
)

export const required = (text: string | undefined) => (text?.trim() ? undefined : t('common.required'))
