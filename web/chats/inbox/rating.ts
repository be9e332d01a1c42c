import { t } from '#web/platform/i18n/messages.ts'

type Figures = { count: number; average: number | null }

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026: 4.6 of 5 (12)"; the name alone without ratings. */
export const average = (name: string, { count, average }: Figures = { count: 0, average: null }): string =>
  average === null ? name : t('chats.rating.average', { name, average: number.format(average), count })

/** "November 2026" for `2026-11`. */
export const monthName = (of: string): string => month.format(new Date(`${of}-01T00:00Z`))
