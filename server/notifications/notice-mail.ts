import { limits } from '#server/platform/limits/limits.ts'
import type { NewMail } from '#server/platform/mail/send-mail.ts'

/** A notification as a line of a mail. */
export type Item = { message: string; reason: string | null; link: string | null }

/** One mail about several notifications, each with its reason and link. Of very many it lists the first and counts the others. */
export function noticeMail(template: 'notices' | 'digest', to: string, name: string, items: readonly Item[]): NewMail {
  const shown = items.slice(0, limits.digest.itemsMax)
  const more = items.length - shown.length
  const [first] = items
  return {
    to,
    template,
    values: {
      name,
      headline: items.length === 1 && first ? headline(first.message) : `${items.length} new notifications`,
      more: more > 0 ? more : '',
    },
    link: '/notifications',
    items: shown.map(({ message, reason, link }) => ({ text: reason ? `${message}\n${reason}` : message, link: link ?? undefined })),
  }
}

/** The first line, cut to 100 characters, for a subject. */
const headline = (message: string): string => {
  const [line = ''] = message.split('\n')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
