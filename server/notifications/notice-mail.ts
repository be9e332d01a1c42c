import { limits } from '#domain/limits.ts'
import type { NewMail } from '#server/platform/mail/send-mail.ts'

/** A notice as a mail names it. */
export type Item = { message: string; reason: string | null; link: string | null }

/** One mail that tells of notices: each with its reason and the way to it; of very many the first, and how many more there are. */
export function noticeMail(template: 'notices' | 'digest', to: string, name: string, items: readonly Item[]): NewMail {
  const shown = items.slice(0, limits.digest.itemsMax)
  const more = items.length - shown.length
  const [first] = items
  return {
    ...{ to, template },
    values: {
      name,
      headline: items.length === 1 && first ? headline(first.message) : `${items.length} new notices`,
      more: more > 0 ? more : '',
    },
    link: '/notifications',
    items: shown.map(({ message, reason, link }) => ({ text: reason ? `${message}\n${reason}` : message, link: link ?? undefined })),
  }
}

/** The first line, short enough for a subject. */
const headline = (message: string): string => {
  const [line = ''] = message.split('\n')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
