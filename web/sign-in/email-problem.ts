import { t } from '#web/platform/i18n/messages.ts'

/** What is wrong with an email address, as a sentence. Catches typing errors; the server decides what is a valid address. */
export function emailProblem(text: string): string | undefined {
  if (text.trim() === '') return t('common.required')
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : t('signIn.badEmail')
}
