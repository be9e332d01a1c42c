import { t } from '#web/platform/i18n/messages.ts'

/** What is wrong with a field that must not be empty. What is not asked for is undefined. */
export const required = (text: string | undefined) => (text === undefined || text.trim() ? undefined : t('common.required'))
