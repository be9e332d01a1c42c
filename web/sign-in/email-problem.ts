import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** What is wrong with an email address, as a sentence. Catches typing errors; the server decides what is a valid address. */
export function emailProblem(text: string): string | undefined {
  return required(text) ?? (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : t('signIn.badEmail'))
}
